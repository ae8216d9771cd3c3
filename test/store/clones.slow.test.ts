import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { git } from '../sources/git-fixture.ts';
import { filesIn, makeFolder, openHome, run, stateIn } from '../support/home.ts';

const learn = (home: string, text: string) => run(['learn', text, '--scope', 'global'], { home });
const idOf = async (home: string, words: string): Promise<string> =>
  [...(await openHome({ home })).state().memories.values()].find(({ summary }) => summary.includes(words))
    ?.id ?? '';
const summaries = async (home: string): Promise<string[]> =>
  [...(await openHome({ home })).state().memories.values()].map(({ summary }) => summary).sort();
const save = (home: string): void => {
  git(home, ['add', '-A']);
  git(home, ['commit', '-q', '--allow-empty', '-m', 'memory']);
};
/** Any command that opens the home for writing. */
const touch = (home: string) => run(['pin', 'nothing-is-called-so'], { home });

let made = '';
beforeAll(async () => {
  made = join(makeFolder(), 'home');
  for (const text of [
    'Use tabs for indentation',
    'Deploy with make ship',
    'Never push on Fridays',
    'Zip the logs',
  ])
    await learn(made, text);
  await run(['forget', 'Never push on Fridays'], { home: made });
  git(made, ['init', '-q', '-b', 'main']);
  save(made);
});

/** Two clones of one home with three memories and a forgotten one. */
async function makeClones(): Promise<{ a: string; b: string }> {
  const folder = makeFolder();
  const [a, b] = [join(folder, 'a'), join(folder, 'b')];
  for (const home of [a, b]) {
    git(folder, ['clone', '-q', made, home]);
    await touch(home);
  }
  return { a, b };
}

/** Merges b into a, and a into b; both must say the same. */
async function unite(a: string, b: string): Promise<void> {
  for (const home of [a, b]) save(home);
  git(a, ['pull', '-q', '--no-rebase', '--no-edit', b, 'main']);
  for (const name of filesIn(a, '').filter((file) => /\.jsonl?$/.test(file) && !file.startsWith('.git/')))
    expect(fs.readFileSync(join(a, name), 'utf8'), name).not.toMatch(/^(<<<<<<<|=======|>>>>>>>)/m);
  const seen = await stateIn(a);
  await touch(a);
  expect(await stateIn(a)).toEqual(seen);
  save(a);
  git(b, ['pull', '-q', '--no-rebase', '--no-edit', a, 'main']);
  await touch(b);
  expect(await stateIn(b)).toEqual(seen);
  for (const home of [a, b]) {
    const core = join(home, 'core-memory.json');
    if (fs.existsSync(core)) JSON.parse(fs.readFileSync(core, 'utf8'));
    expect((await run(['status'], { home })).out).not.toMatch(/:\d+: /);
  }
}

describe('two clones edited apart and merged by git', { timeout: 60_000 }, () => {
  it('have a machine id each and lose nothing that either learned', async () => {
    const { a, b } = await makeClones();
    await learn(a, 'A knows this');
    await learn(b, 'B knows that');
    await unite(a, b);
    expect(await summaries(a)).toEqual([
      'A knows this',
      'B knows that',
      'Deploy with make ship',
      'Use tabs for indentation',
      'Zip the logs',
    ]);
    expect(fs.readdirSync(join(a, 'journal'))).toHaveLength(3);
  });

  it.each([
    ['the larger revision', ['First', 'Second'], ['Other'], 'Second'],
    ['of equal revisions the later one', ['Earlier'], ['Later'], 'Later'],
  ])('keep %s of a memory that both changed', async (_, byA, byB, wins) => {
    const { a, b } = await makeClones();
    const id = await idOf(a, 'tabs');
    for (const text of byA)
      await run(['edit', id, '--text', text], { home: a, now: '2026-06-15T13:00:00.000Z' });
    for (const text of byB)
      await run(['edit', id, '--text', text], { home: b, now: '2026-06-15T14:00:00.000Z' });
    await unite(a, b);
    expect((await openHome({ home: a })).state().memories.get(id)?.summary).toBe(wins);
  });

  it('leave forgotten what one forgot and the other edited', async () => {
    const { a, b } = await makeClones();
    const id = await idOf(a, 'make ship');
    await run(['forget', id], { home: a });
    await run(['edit', id, '--text', 'Deploy with make launch'], { home: b });
    await unite(a, b);
    expect(await summaries(a)).toEqual(['Use tabs for indentation', 'Zip the logs']);
    expect(await summaries(b)).toEqual(['Use tabs for indentation', 'Zip the logs']);
  });

  it('leave restored what one restored while the other worked on', async () => {
    const { a, b } = await makeClones();
    await run(['restore'], { home: a });
    await learn(b, 'B works on');
    await unite(a, b);
    expect(await summaries(b)).toContain('Never push on Fridays');
  });

  it('keep both archives of a day, and each can be restored', async () => {
    const { a, b } = await makeClones();
    await run(['forget', 'make ship'], { home: a });
    await run(['forget', 'Zip the logs'], { home: b });
    await unite(a, b);
    expect(await summaries(a)).toEqual(['Use tabs for indentation']);
    await run(['restore'], { home: a });
    expect(await summaries(a)).toHaveLength(4);
  });

  it('keep what both wrote into core memory', async () => {
    const { a, b } = await makeClones();
    await run(['promote', await idOf(a, 'tabs')], { home: a });
    await run(['promote', await idOf(b, 'make ship')], { home: b });
    await unite(a, b);
    const text = fs.readFileSync(join(b, 'core-memory.json'), 'utf8');
    expect(text).toContain('tabs');
    expect(text).toContain('make ship');
  });
});
