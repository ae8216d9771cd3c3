import { injectionFormatOf } from '../clients/injections.ts';
import { injectionMoments } from '../domain/injection.ts';
import { isDict } from '../domain/json.ts';
import type { Report } from '../domain/report.ts';
import { type Command, type CommandInput, textOption } from './command.ts';

/** Milliseconds after the start of the process at which it stops waiting for a stdin that nobody closes. */
const inputDeadlineMs = 700;
const shortestWaitMs = 50;

const silent: Report = { exit: 0, human: [], data: {} };

/** What a client's hook is answered; undefined when there is nothing to say. */
async function answer(input: CommandInput): Promise<string | undefined> {
  const { host, args, options } = input;
  const text = await host.readInput(Math.max(shortestWaitMs, inputDeadlineMs - host.elapsed()));
  const moment = injectionMoments.find((name) => name === args[0]);
  const format = injectionFormatOf(textOption(options, 'client') ?? '');
  if (host.vars.HEBB_ACTIVE === '1' || moment === undefined || format === undefined) return undefined;
  const payload: unknown = JSON.parse(text);
  const call = isDict(payload) ? format.readCall(payload, moment) : undefined;
  if (call === undefined) return undefined;
  const { makeBlock } = await import('./inject-block.ts');
  const block = await makeBlock(input, moment, call);
  return block === undefined ? undefined : format.printBlock(block, moment);
}

/** `hebb inject session-start | prompt --client <name>`: whatever is wrong, nothing is printed and the agent goes on. `HEBB_DEBUG=1` says on stderr what was wrong. */
export const run: Command = async (input) => {
  try {
    const text = await answer(input);
    return text === undefined ? silent : { exit: 0, human: [{ kind: 'raw', text }], data: { output: text } };
  } catch (error) {
    if (input.host.vars.HEBB_DEBUG === '1') input.host.tell(`hebb: inject: ${String(error)}\n`);
    return silent;
  }
};
