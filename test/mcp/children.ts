import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { quietVars } from '../sources/git-fixture.ts';
import type { Answer } from './served.ts';

const path = (url: string): string => fileURLToPath(new URL(url, import.meta.url));

/** The Memory MCP server. */
const theirs = path('../../node_modules/@modelcontextprotocol/server-memory/dist/index.js');
const program = path('../../bin/hebb.js');

/** A server in a process of its own. */
export interface Spawned {
  readonly client: Client;
  readonly pid: number;
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

async function spawnServer(
  args: readonly string[],
  env: Record<string, string>,
  cwd: string,
): Promise<Spawned> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
    env: { ...quietVars(), HOME: cwd, ...env },
    cwd,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return {
    client,
    pid: transport.pid ?? 0,
    call: async (name, given = {}) => {
      const answer = await client.callTool({ name, arguments: given });
      const text = answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
      return { text, isError: answer.isError === true, data: answer.structuredContent };
    },
    close: () => client.close(),
  };
}

/** The Memory MCP server over a file. */
export const spawnTheirs = (file: string): Promise<Spawned> =>
  spawnServer([theirs], { MEMORY_FILE_PATH: file }, join(file, '..'));

/** `hebb mcp` over a home, in the folder above it. */
export const spawnOurs = (home: string, tools = 'graph'): Promise<Spawned> =>
  spawnServer([program, 'mcp', '--tools', tools], { HEBB_HOME: home }, join(home, '..'));
