import { type Command, textOption } from '../commands/command.ts';
import { fail, HebbError } from '../domain/failure.ts';
import { serveMcp, type Talk, toolSets } from '../mcp/serve.ts';

/** After this long without a call the files are brought up to the journal, in milliseconds. */
const idleMs = 2000;

const usage = (message: string, hint: string): HebbError =>
  new HebbError(fail('usage.mcp', message, hint).failure, 2);

/** This process as the two ends of a conversation. */
function processTalk(): Talk & { close(): void } {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  process.on('SIGTERM', abort).on('SIGINT', abort);
  let timer: NodeJS.Timeout | undefined;
  return {
    input: process.stdin,
    output: process.stdout,
    stop: stop.signal,
    whenIdle: (work) => {
      clearTimeout(timer);
      timer = setTimeout(work, idleMs);
      timer.unref();
    },
    close: () => {
      clearTimeout(timer);
      process.off('SIGTERM', abort).off('SIGINT', abort);
      process.stdin.destroy();
    },
  };
}

/** `hebb mcp`: the server over the standard streams, until the client closes them. */
export const run: Command = async (input) => {
  if (input.options.json === true)
    throw usage('mcp --json: standard output belongs to the protocol', 'hebb mcp');
  const asked = textOption(input.options, 'tools') ?? 'core';
  const tools = toolSets.find((set) => set === asked);
  if (!tools) throw usage(`--tools ${asked}: not one of ${toolSets.join(', ')}`, 'hebb mcp --help');
  const talk = processTalk();
  try {
    await serveMcp(input, tools, talk);
  } finally {
    talk.close();
  }
  return { exit: 0, human: [], data: {} };
};
