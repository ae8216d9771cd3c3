import { injectionFormatOf } from '../clients/injections.ts';
import { type InjectionCall, type InjectionMoment, injectionMoments } from '../domain/injection.ts';
import { isDict } from '../domain/json.ts';
import type { Report } from '../domain/report.ts';
import { type Command, type CommandInput, textOption } from './command.ts';
import { openDesk } from './inject-desk.ts';
import { findNear } from './inject-near.ts';

/** Milliseconds after the start of the process at which it stops waiting for a stdin that nobody closes. */
const inputDeadlineMs = 2_000;
/** What it waits at least, on a machine so busy that starting took longer than that. */
const shortestWaitMs = 200;

const silent: Report = { exit: 0, human: [], data: {} };

/** The block that a call is answered with; undefined when there is nothing to add. What makes blocks is loaded when there is something. */
async function makeBlock(
  input: CommandInput,
  moment: InjectionMoment,
  call: InjectionCall,
): Promise<string | undefined> {
  const desk = await openDesk(input, call);
  if (desk === undefined) return undefined;
  if (moment === 'session-start') return (await import('./inject-start.ts')).giveStart(desk);
  const near = await findNear(desk);
  if (near === undefined) return undefined;
  try {
    return await (await import('./inject-choose.ts')).givePrompt(desk, near);
  } finally {
    near.close();
  }
}

/** What a client's hook is answered; undefined when there is nothing to say. */
async function answer(input: CommandInput): Promise<string | undefined> {
  const { host, args, options } = input;
  const text = await host.readInput(Math.max(shortestWaitMs, inputDeadlineMs - host.elapsed()));
  const moment = injectionMoments.find((name) => name === args[0]);
  const format = injectionFormatOf(textOption(options, 'client') ?? '');
  if (host.vars.HEBB_ACTIVE === '1' || moment === undefined || format === undefined) return undefined;
  const payload: unknown = JSON.parse(text);
  const call = isDict(payload) ? format.readCall(payload, moment) : undefined;
  const block = call && (await makeBlock(input, moment, call));
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
