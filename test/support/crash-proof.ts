import { expect } from 'vitest';
import { type Cut, Died, mortalOps, type Step, unsyncedOps } from './crash.ts';
import { run, stateIn } from './home.ts';
import { factsIn, keepHome, type LiveHome, makeLiveHome, statesBetween } from './live-home.ts';

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

/** Every n-th of them. */
export const everyNth =
  (n: number) =>
  (steps: readonly Step[]): Crash[] =>
    visibleCrashes(steps).filter((_, at) => at % n === 0);

/** A command to die in. */
export interface Mortal {
  readonly title: string;
  /** What is run before, by a process that lives. */
  readonly before?: readonly string[];
  readonly argv: readonly string[];
  /** Whether the same command twice is two; then what is committed is not asked for again. */
  readonly once?: boolean;
  /** Whether transcripts and hook payloads wait. */
  readonly inputs?: boolean;
  readonly operations: number;
}

/** Commands to die in. */
export const mortals: readonly Mortal[] = [
  {
    title: 'learn',
    argv: ['learn', 'Sign every release with the shared key', '--scope', 'global'],
    once: true,
    operations: 1,
  },
  { title: 'forget', argv: ['forget', 'm-stale-too'], once: true, operations: 1 },
  { title: 'undo', before: ['forget', 'm-stale-too'], argv: ['undo'], once: true, operations: 1 },
  { title: 'restore', before: ['forget', 'm-stale-too'], argv: ['restore'], operations: 1 },
  { title: 'edit', argv: ['edit', 'm-kept', '--text', 'Prefer functions over classes'], operations: 1 },
  { title: 'analyze-sessions', argv: ['analyze-sessions'], inputs: true, operations: 1 },
  { title: 'import', before: ['analyze-sessions'], argv: ['import'], inputs: true, operations: 1 },
  { title: 'consolidate', argv: ['consolidate'], operations: 4 },
  { title: 'auto-consolidate', argv: ['auto-consolidate', '--force'], inputs: true, operations: 9 },
];

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
 * the next command must end where an uninterrupted run ends, with every event that was captured.
 */
export async function proveCrashes(
  mortal: Mortal,
  choose: (steps: readonly Step[]) => Crash[],
): Promise<number> {
  const { argv, before, once = false } = mortal;
  const made = await makeLiveHome({ inputs: mortal.inputs === true });
  if (before) expect((await run(before, { home: made.home })).exit).toBe(0);
  const live = keepHome(made.home);
  const expected = await expectedOf(live, argv);
  expect(expected.states).toHaveLength(mortal.operations + 1);
  const crashes = choose(expected.steps);
  for (const crash of crashes) {
    const where = `${crash.cut} step ${crash.at} (${expected.steps[crash.at]?.name})`;
    await dieIn(live, argv, crash);
    const found = await textOf(live.home);
    expect(expected.states.includes(found), `whole ${where}`).toBe(true);
    const next = once && found === expected.last ? ['import'] : argv;
    const ran = await run(next, { home: live.home, aheadMs: 5000, ops: unsyncedOps });
    expect(ran.exit, `next run, ${where}: ${ran.out}${ran.err}`).toBe(0);
    expect(JSON.parse(await textOf(live.home)), `same end, ${where}`).toEqual(JSON.parse(expected.last));
    expect(await factsIn(live.home), `same facts, ${where}`).toEqual(expected.facts);
  }
  return crashes.length;
}
