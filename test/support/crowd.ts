import { expect } from 'vitest';
import { hebb } from './children.ts';
import { makeFolder, openHome, stateIn } from './home.ts';
import { keepHome, type LiveHome } from './live-home.ts';

const subjects = ['the parser', 'a migration', 'the billing job', 'every endpoint', 'a release', 'the cache'];
const verbs = ['needs', 'never touches', 'logs', 'retries', 'validates', 'documents'];

/** A home of many memories that differ. */
export async function makeCrowdedHome(memories: number): Promise<LiveHome> {
  const home = `${makeFolder()}/home`;
  const lines = Array.from({ length: memories }, (_, at) => {
    const word = `w${at.toString(36)}q${((at * 7919) % 10_007).toString(36)}`;
    const text = `${subjects[at % 6]} ${verbs[((at / 6) % 6) | 0]} ${word} ${at}`;
    return JSON.stringify({ id: `m-crowd-${at}`, text });
  });
  const { exit, err } = await hebb(home, ['plumbing', 'ingest'], lines.join('\n'));
  expect(exit, err).toBe(0);
  return keepHome(home);
}

/** Four processes that learn while another consolidates: nothing is lost. */
export async function proveCrowd({ home }: LiveHome, each: number): Promise<void> {
  const before = (await openHome({ home })).state().memories.size;
  const run = hebb(home, ['consolidate']);
  const learned = await Promise.all(
    [0, 1, 2, 3].map(async (worker) => {
      const ends = [];
      for (let at = 0; at < each; at++)
        ends.push(
          await hebb(home, ['learn', `Rule ${worker * 100 + at} of the house: mind step s${worker}x${at}`]),
        );
      return ends;
    }),
  );
  expect((await run).exit, (await run).err).toBe(0);
  for (const { exit, err } of learned.flat()) expect(exit, err).toBe(0);
  const { memories } = (await openHome({ home })).state();
  const rules = [...memories.values()].filter(({ summary }) => summary.startsWith('Rule '));
  expect(rules).toHaveLength(4 * each);
  expect(memories.size).toBe(before + 4 * each);
  expect((await hebb(home, ['status'])).exit).toBe(0);
}

/** Two runs of the loop at once: one works, the other finds the lock held, and the result is that of one run. */
export async function proveSingleFlight({ home, reset }: LiveHome): Promise<void> {
  const loop = ['auto-consolidate', '--force'];
  expect((await hebb(home, loop)).exit).toBe(0);
  const alone = await stateIn(home);
  reset();
  const ends = await Promise.all([hebb(home, loop), hebb(home, loop)]);
  expect(ends.map(({ exit }) => exit).sort()).toEqual([0, 75]);
  expect(ends.find(({ exit }) => exit === 75)?.err).toMatch(/run\.lock: held by process \d+/);
  expect(await stateIn(home)).toEqual(alone);
}
