import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createDoor } from '../../src/cli/door.ts';
import { commandTable } from '../../src/cli/table.ts';
import type { Options } from '../../src/commands/command.ts';
import type { Report } from '../../src/domain/report.ts';
import { serveMcp, type ToolSet } from '../../src/mcp/serve.ts';
import { createHost, type HostFields } from '../support/home.ts';

/** What a tool answered. */
export interface Answer {
  readonly text: string;
  readonly isError: boolean;
  readonly data: unknown;
}

/** A server in this process, and a client that talks to it. */
export interface Served {
  readonly client: Client;
  /** Every line that the server wrote, as it was written. */
  readonly lines: () => string[];
  /** What it told on stderr. */
  readonly told: () => string;
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  /** Writes bytes to its input, past the client. */
  raw(bytes: string): void;
  /** Nothing more is asked for a while. */
  idle(): void;
  /** The client goes; resolves when the server has ended and the home is published. */
  close(): Promise<void>;
}

/** How a server is started. */
export interface ServedOptions extends HostFields {
  readonly tools?: ToolSet;
  readonly options?: Options;
}

/** Starts a server as `hebb mcp` does, on streams of its own. */
export async function serve({ tools = 'all', options = {}, ...fields }: ServedOptions): Promise<Served> {
  const told: string[] = [];
  const host = { ...createHost(fields), tell: (text: string) => void told.push(text) };
  const door = createDoor(host, { dry: false });
  const versions = { hebb: '0.0.0-test', node: '20' };
  const runNamed = async (name: string, given: Options, args: readonly string[] = []): Promise<Report> => {
    const entry = commandTable.find((known) => known.name === name);
    if (!entry) throw new Error(`no command ${name}`);
    const { run } = await entry.load();
    return run({ args, options: given, host, door, versions, run: runNamed });
  };
  const [input, output] = [new PassThrough(), new PassThrough()];
  let written = '';
  output.on('data', (chunk) => {
    written += chunk;
  });
  let work = (): void => {};
  const talk = {
    input,
    output,
    stop: new AbortController().signal,
    whenIdle: (next: () => void) => {
      work = next;
    },
  };
  const command = { args: [], options, host, door, versions, run: runNamed };
  const ended = serveMcp(command, tools, talk).finally(() => door.opened()?.publish());
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioServerTransport(output, input));
  return {
    client,
    lines: () => written.split('\n').filter(Boolean),
    told: () => told.join(''),
    call: async (name, args = {}) => {
      const answer = await client.callTool({ name, arguments: args });
      const text = answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
      return { text, isError: answer.isError === true, data: answer.structuredContent };
    },
    raw: (bytes) => void input.write(bytes),
    idle: () => work(),
    close: async () => {
      input.end();
      await ended;
    },
  };
}

/** Folder of a home below a folder of its own. */
export const homeIn = (folder: string): string => join(folder, 'home');
