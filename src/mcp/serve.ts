import type { Readable, Writable } from 'node:stream';
import { McpServer, type ProtocolEra } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type CommandInput, textOption } from '../commands/command.ts';
import { createLiveStore, type Pace } from '../commands/live-store.ts';
import { type Calls, createCalls } from './calls.ts';
import { registerCoreTools, registerGateTools } from './core-tools.ts';
import { registerGraphTools } from './graph-tools.ts';
import { registerGraphResource } from './resource.ts';
import { textOf } from './tool-texts.ts';
import { WholeLines } from './whole-lines.ts';

/** The sets of tools that can be served. */
export const toolSets = ['core', 'graph', 'all'] as const;

/** Longest message that is read, in bytes. */
const longestLine = 64 * 1_048_576;

/** One of `toolSets`. */
export type ToolSet = (typeof toolSets)[number];

/** What a server talks through and how it learns of time and of its end. */
export interface Talk extends Pace {
  readonly input: Readable;
  /** Receives the protocol and nothing else. */
  readonly output: Writable;
  /** Aborted when the process is asked to stop. */
  readonly stop: AbortSignal;
}

/** Made when it is first asked for, once. */
function late<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The tools and the home behind them. What they work with is loaded, and the home opened, at the first call. */
function createTools(input: CommandInput, { tools, talk, calls }: Served) {
  const live = createLiveStore(input, talk);
  const graph = late(async () => (await import('../commands/graph-desk.ts')).openGraphDesk({ input, live }));
  const skills = late(async () =>
    (await import('../commands/skill-desk.ts')).openSkillDesk(input, () => live.toRead()),
  );
  const project = textOption(input.options, 'project');
  const here = project === undefined ? {} : { project };
  return (server: McpServer, era: ProtocolEra): void => {
    const core = { server, calls, live, skills, run: input.run, here };
    if (tools !== 'graph') registerCoreTools(core);
    if (tools === 'all') registerGateTools(core);
    if (tools === 'core') return;
    const changed = registerGraphResource({ server, era, calls, graph });
    registerGraphTools({ server, calls, graph, changed });
  };
}

interface Served {
  readonly tools: ToolSet;
  readonly talk: Talk;
  readonly calls: Calls;
}

const instructionsFor = (tools: ToolSet): string =>
  [...(tools === 'graph' ? [] : ['core']), ...(tools === 'core' ? [] : ['graph'])]
    .map((part) => textOf('instructions', part))
    .join('\n');

/**
 * Serves MCP until the input ends, the client goes away or the process is asked to stop. What was asked before is answered;
 * what was written lies in the journal by then and is published by whoever opened the home.
 */
export async function serveMcp(input: CommandInput, tools: ToolSet, talk: Talk): Promise<void> {
  const calls = createCalls();
  const register = createTools(input, { tools, talk, calls });
  const tell = (text: string): void => input.host.tell(`hebb mcp: ${text}\n`);
  const lines = new WholeLines({
    longest: longestLine,
    answered: () => calls.answered(),
    tooLong: (bytes) => tell(`a line of ${bytes} bytes is no message and was left out`),
  });
  const transport = new StdioServerTransport(talk.input.pipe(lines), talk.output, {
    maxBufferSize: Infinity,
  });
  const ended = new Promise<void>((resolve) => {
    lines.once('close', resolve);
    talk.output.once('close', resolve);
    talk.output.once('error', () => resolve());
    talk.stop.addEventListener('abort', () => resolve(), { once: true });
  });
  const info = { name: 'hebb', title: textOf('server', 'title'), version: input.versions.hebb };
  const handle = serveStdio(
    ({ era }) => {
      const server = new McpServer(info, { instructions: instructionsFor(tools) });
      register(server, era);
      return server;
    },
    { transport, onerror: (error) => tell(error.message) },
  );
  await ended;
  await calls.answered();
  await handle.close();
  talk.input.unpipe(lines);
}
