import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { foldedText } from '../../src/pipeline/purge-fold.ts';
import { Died, mortalOps, type Step, unsyncedOps } from './crash.ts';
import type { Crash } from './crash-proof.ts';
import { makeFolder, run } from './home.ts';
import { keepHome } from './live-home.ts';

const fact = 'The spare key lies below the third flower pot';
const victim = 4242;

const filesUnder = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });

const textOf = (path: string): string => {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
};

const grep = (home: string): string[] =>
  filesUnder(home).filter((path) => foldedText(textOf(path)).includes(foldedText(fact)));

/** Dies in a purge at each place that `choose` picks; the next purge must finish it. Returns how many places. */
export async function provePurge(choose: (steps: readonly Step[]) => Crash[]): Promise<number> {
  const home = join(makeFolder(), 'home');
  const seed = [
    ['learn', fact, '--scope', 'global'],
    ['learn', 'Water the plants on Mondays', '--scope', 'global'],
    ['forget', fact],
    ['learn', `Tell guests that ${fact}, in the garden`, '--scope', 'global'],
  ];
  for (const argv of seed) expect((await run(argv, { home })).exit).toBe(0);
  const live = keepHome(home);
  const argv = ['purge', fact, '--yes'];
  const { ops, steps } = mortalOps();
  expect((await run(argv, { home, ops })).exit).toBe(0);
  expect(grep(home)).toEqual([]);
  const crashes = choose(steps);
  for (const crash of crashes) {
    const where = `${crash.cut} step ${crash.at} (${steps[crash.at]?.name})`;
    live.reset();
    await expect(run(argv, { home, pid: victim, ops: mortalOps(crash).ops })).rejects.toThrow(Died);
    const between = await run(['list', '--all', '--global'], { home });
    expect([between.exit, between.err], where).toEqual([0, '']);
    for (const path of filesUnder(home).filter((file) => file.endsWith('purge.json')))
      expect(foldedText(textOf(path))).not.toContain(foldedText('flower'));
    const ran = await run(argv, { home, aheadMs: 5000, ops: unsyncedOps });
    const isDone = ran.exit === 0 || ran.err.includes('is called that');
    expect(isDone, `${where}: ${ran.out}${ran.err}`).toBe(true);
    expect(grep(home), where).toEqual([]);
    const list = await run(['list', '--all', '--global'], { home });
    expect(list.out, where).toContain('Water the plants');
    expect(
      readdirSync(join(home, 'locks')).filter((name) => !name.endsWith('.tmp')),
      where,
    ).toEqual([]);
    const again = await run(['learn', fact, '--scope', 'global'], { home, ops: unsyncedOps });
    expect(again.out, where).toMatch(/forgotten/);
  }
  return crashes.length;
}
