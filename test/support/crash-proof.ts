import { expect } from 'vitest';
import { type Cut, Died, mortalOps, type Step } from './crash.ts';
import { run, stateIn } from './home.ts';
import { factsIn, type LiveHome, statesBetween } from './live-home.ts';

/** Pid of the process that dies; nobody says that it lives. */
const victim = 4242;

/** A place to die, and how. */
export interface Crash {
  readonly at: number;
  readonly cut: Cut;
}

/** Every place to die between two states of the disk: after each step that shows, and in the middle of each write. */
export const visibleCrashes = (steps: readonly Step[]): Crash[] =>
  steps.flatMap(({ name, shows }, at): Crash[] => [
    ...(shows ? [{ at, cut: 'after' } as const] : []),
    ...(name === 'write' ? [{ at, cut: 'torn' } as const] : []),
  ]);

/** Every step, before and after it, and torn. */
export const allCrashes = (steps: readonly Step[]): Crash[] =>
  steps.flatMap(({ name }, at): Crash[] => [
    { at, cut: 'before' },
    { at, cut: 'after' },
    ...(name === 'write' ? [{ at, cut: 'torn' } as const] : []),
  ]);

/** What an uninterrupted run leaves, and every state on the way. */
interface Expected {
  readonly steps: readonly Step[];
  readonly states: readonly string[];
  readonly last: string;
  readonly facts: unknown;
}

const textOf = async (home: string): Promise<string> => JSON.stringify(await stateIn(home));

async function expectedOf(live: LiveHome, argv: readonly string[]): Promise<Expected> {
  live.reset();
  const { ops, steps } = mortalOps();
  expect((await run(argv, { home: live.home, pid: victim, ops })).exit).toBe(0);
  const [last, facts] = [await textOf(live.home), await factsIn(live.home)];
  const states = (await statesBetween(live, textOf)).map(String);
  expect(states).toContain(last);
  return { steps, states, last, facts };
}

async function dieIn(live: LiveHome, argv: readonly string[], crash: Crash): Promise<void> {
  live.reset();
  const { ops } = mortalOps(crash);
  await expect(run(argv, { home: live.home, pid: victim, ops })).rejects.toThrow(Died);
}

/**
 * Dies at each place that `choose` picks. Each time the home must load as it was before or after a whole operation, and
 * the next command (`again`, where the same one twice would be two) must end where an uninterrupted run ends.
 */
export async function proveCrashes(
  live: LiveHome,
  command: { readonly argv: readonly string[]; readonly again?: (isCommitted: boolean) => readonly string[] },
  choose: (steps: readonly Step[]) => Crash[],
): Promise<{ crashes: number; operations: number }> {
  const { argv, again = () => argv } = command;
  const expected = await expectedOf(live, argv);
  const crashes = choose(expected.steps);
  for (const crash of crashes) {
    const where = `${crash.cut} step ${crash.at} (${expected.steps[crash.at]?.name})`;
    await dieIn(live, argv, crash);
    const found = await textOf(live.home);
    expect(expected.states.includes(found), `whole ${where}`).toBe(true);
    const next = await run(again(found === expected.last), { home: live.home, aheadMs: 5000 });
    expect(next.exit, `next run, ${where}: ${next.out}${next.err}`).toBe(0);
    expect(JSON.parse(await textOf(live.home)), `same end, ${where}`).toEqual(JSON.parse(expected.last));
    expect(await factsIn(live.home), `same facts, ${where}`).toEqual(expected.facts);
  }
  return { crashes: crashes.length, operations: expected.states.length - 1 };
}
