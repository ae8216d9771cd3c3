import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** The official Memory MCP server, started on a file. */
export interface OfficialMemory {
  /** What a tool answers as data; the text of the failure where it fails. */
  call(tool: string, input?: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

const server = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/package.json')),
  'dist/index.js',
);

/** Starts the installed server on a memory file. */
export async function startOfficialMemory(file: string): Promise<OfficialMemory> {
  const client = new Client({ name: 'hebb-test', version: '0.0.0' });
  const env = { MEMORY_FILE_PATH: file };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [server], env, stderr: 'ignore' }),
  );
  return {
    call: async (tool, input = {}) => {
      const result = await client.callTool({ name: tool, arguments: input });
      return result.isError ? result.content : result.structuredContent;
    },
    close: () => client.close(),
  };
}
