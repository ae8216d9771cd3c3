import * as fs from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../src/domain/identity.ts';
import { mortalOps } from '../support/crash.ts';
import { copyFolder, makeFolder, openHome, run, snapshot, stateIn } from '../support/home.ts';
import { factsIn, keepHome, makeLiveHome } from '../support/live-home.ts';

let made = '';
let forgotten = '';
beforeAll(async () => {
  const { home } = await makeLiveHome({ inputs: false });
  await run(['forget', 'm-stale-too'], { home });
  forgotten = 'm-stale-too';
  made = home;
});

const newHome = () => join(makeFolder(), 'home');
const at = (minute: number): string => new Date(Date.UTC(2026, 5, 15, 13, minute)).toISOString();

async function exported(home: string): Promise<string> {
  const folder = join(makeFolder(), 'out');
  const { exit, err } = await run(['export', '--all', folder], { home, now: at(50) });
  expect([exit, err]).toEqual([0, '']);
  return folder;
}

const imported = async (home: string, folder: string, now = at(55)) => {
  const ran = await run(['import', '--all', folder, '--json'], { home, now });
  expect([ran.exit, ran.err]).toEqual([0, '']);
  return ran.data;
};

const ids = ['m-tests', 'm-tests-too', 'm-proven', 'm-stale', 'm-kept'] as const;
const deed = fc.oneof(
  fc.tuple(
    fc.constant('learn'),
    fc.constantFrom('Alpha ships on Mondays', 'Beta needs two reviews', 'Gamma logs in UTC'),
  ),
  fc.tuple(fc.constant('edit'), fc.constantFrom(...ids), fc.constantFrom('one way', 'another way', 'no way')),
  fc.tuple(fc.constantFrom('forget', 'pin', 'promote', 'reinforce'), fc.constantFrom(...ids)),
  fc.tuple(fc.constant('feedback'), fc.constantFrom(...ids), fc.constantFrom('helpful', 'not-helpful')),
  fc.tuple(fc.constant('restore')),
  fc.tuple(fc.constant('undo')),
);
const deeds = fc.array(fc.tuple(deed, fc.integer({ min: 0, max: 40 })), { maxLength: 5 });

async function doAll(home: string, all: readonly (readonly [readonly string[], number])[]): Promise<void> {
  for (const [[command = '', ...args], minute] of all) {
    const more =
      command === 'learn' ? ['--scope', 'global'] : command === 'edit' ? ['--text', args.pop() ?? ''] : [];
    await run([command, ...args, ...more], { home, now: at(minute) });
  }
}

describe('two homes edited apart', { timeout: 240_000 }, () => {
  it('say the same once each has taken in the other, whatever was done in which order', async () => {
    await fc.assert(
      fc.asyncProperty(deeds, deeds, async (byA, byB) => {
        const [a, b] = [copyFolder(made, newHome()), copyFolder(made, newHome())];
        await doAll(a, byA);
        await doAll(b, byB);
        const before = await stateIn(a);
        const [outA, outB] = [await exported(a), await exported(b)];
        const { group } = await imported(a, outB);
        await imported(b, outA);
        const merged = await stateIn(a);
        expect(await stateIn(b)).toEqual(merged);
        expect(await factsIn(b)).toEqual(await factsIn(a));
        expect((await imported(a, outB, at(57))).changes).toEqual({});
        // A home without anything that takes both in, in either order, says the same as well.
        const c = newHome();
        await imported(c, outB);
        await imported(c, outA);
        expect(await stateIn(c)).toEqual(merged);
        if (group === null) return;
        expect((await run(['undo', String(group)], { home: a, now: at(58) })).exit).toBe(0);
        const live = (state: Record<string, unknown>) =>
          Object.keys(state).filter((key) => key.startsWith('memories/'));
        expect(live(await stateIn(a))).toEqual(live(before));
      }),
      { numRuns: 12 },
    );
  });

  it('know one project by one id, though each called it otherwise', async () => {
    const folder = makeFolder();
    const [a, b] = [newHome(), newHome()];
    await run(['learn', 'A knows the walrus'], { home: a, cwd: folder });
    await run(['learn', 'B knows the zebra'], { home: b, cwd: folder });
    const id = hashOf('path', folder);
    const store = await openHome({ home: b, write: true });
    const known = store.home().projects[id];
    store.updateHome((home) => ({
      ...home,
      projects: { other: { name: 'app', paths: known?.paths ?? [], aliases: [id] } },
    }));
    store.commit({
      command: 'seed',
      plan: (state) => ({
        command: 'seed',
        changes: [...state.memories.values()].map((one) => {
          const before = JSON.parse(JSON.stringify(one));
          const reason = { rule: 'test', text: 'seed', evidence: [], numbers: {} };
          return {
            target: `memories/${one.id}`,
            before,
            after: { ...before, project: 'other', rev: 2 },
            reason,
          };
        }),
      }),
    });
    store.publish();
    await imported(a, await exported(b));
    const memories = [...(await openHome({ home: a })).state().memories.values()];
    expect(memories.map(({ project }) => project)).toEqual([id, id]);
    expect((await openHome({ home: a })).home().projects[id]?.aliases).toEqual(['other']);
    const { out } = await run(['recall', 'zebra', '--no-track'], { home: a, cwd: folder });
    expect(out).toContain('B knows the zebra');
    expect((await imported(a, await exported(b), at(57))).changes).toEqual({});
  });

  it('keep reports of one day beside one another, and what people wrote as it is', async () => {
    const [a, b] = [copyFolder(made, newHome()), copyFolder(made, newHome())];
    for (const [home, word] of [
      [a, 'mine'],
      [b, 'theirs'],
    ] as const) {
      fs.mkdirSync(join(home, 'reports'), { recursive: true });
      fs.writeFileSync(join(home, 'reports/2026-06-15.md'), word);
      fs.writeFileSync(join(home, 'base.md'), word);
      fs.writeFileSync(join(home, 'consolidation.log'), `2026-06-15 ${word}\n2026-06-14 both\n`);
    }
    fs.writeFileSync(join(b, 'config.yaml'), 'gate:\n  neighbours: 9\n');
    const out = await exported(b);
    expect((await imported(a, out)).files).toMatchObject({ kept: ['base.md'] });
    await imported(a, out, at(57));
    const text = (name: string): string => fs.readFileSync(join(a, name), 'utf8');
    expect(fs.readdirSync(join(a, 'reports'))).toEqual(['2026-06-15-2.md', '2026-06-15.md']);
    expect([text('reports/2026-06-15.md'), text('reports/2026-06-15-2.md')]).toEqual(['mine', 'theirs']);
    expect(text('base.md')).toBe('mine');
    expect(text('config.yaml')).toBe('gate:\n  neighbours: 9\n');
    expect(text('consolidation.log')).toBe('2026-06-14 both\n2026-06-15 mine\n2026-06-15 theirs\n');
  });
});

const exportTo = (home: string, folder: string, ...flags: string[]) =>
  run(['export', '--all', folder, '--json', ...flags], { home });

describe('the folder of an export', () => {
  it('is brought up to date in the same folder, and is left as it is when nothing changed', async () => {
    const home = copyFolder(made, newHome());
    const out = join(makeFolder(), 'out');
    await exportTo(home, out);
    const before = snapshot(out);
    expect((await exportTo(home, out)).data).toMatchObject({ written: [], removed: [] });
    expect(snapshot(out)).toEqual(before);
    await run(['learn', 'Zip the logs', '--scope', 'global'], { home });
    fs.writeFileSync(join(home, 'base.md'), 'x');
    await exportTo(home, out);
    fs.rmSync(join(home, 'base.md'));
    expect((await exportTo(home, out, '--dry-run')).data.removed).toEqual(['base.md']);
    const { data } = await exportTo(home, out);
    expect([data.removed, fs.existsSync(join(out, 'home/base.md'))]).toEqual([['base.md'], false]);
    expect((await imported(newHome(), out)).restored).toBe(true);
  });
});

describe('a home that was set back', () => {
  it('goes on from the export that knows more of its own journal', async () => {
    const home = copyFolder(made, newHome());
    await run(['pin', 'm-proven'], { home, now: at(1) });
    const kept = keepHome(home);
    await run(['edit', 'm-kept', '--text', 'Prefer small things'], { home, now: at(2) });
    await run(['forget', 'm-stale'], { home, now: at(3) });
    const later = await stateIn(home);
    const out = await exported(home);
    kept.reset();
    await imported(home, out);
    expect(await stateIn(home)).toEqual(later);
    expect((await run(['doctor', '--json'], { home, now: at(58) })).data.findings).toEqual([]);
    await run(['restore', forgotten], { home, now: at(58) });
    expect((await openHome({ home })).state().memories.has(forgotten)).toBe(true);
  });
});

describe('an import that dies', { timeout: 120_000 }, () => {
  it.each(['into nothing', 'into a home'] as const)('%s is made whole by the next one', async (where) => {
    const from = copyFolder(made, newHome());
    await run(['edit', 'm-kept', '--text', 'Prefer small things'], { home: from, now: at(2) });
    await run(['forget', 'm-stale'], { home: from, now: at(3) });
    const out = await exported(from);
    const prepare = async (): Promise<string> => {
      const home = newHome();
      if (where === 'into a home') {
        copyFolder(made, home);
        await run(['learn', 'Zip the logs', '--scope', 'global'], { home, now: at(4) });
      }
      return home;
    };
    const whole = await prepare();
    const { ops, steps } = mortalOps();
    await run(['import', '--all', out], { home: whole, ops, now: at(55) });
    const expected = await stateIn(whole);
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const home = await prepare();
      const dying = mortalOps({ at: Math.floor(steps.length * share), cut: 'before' }).ops;
      await run(['import', '--all', out], { home, ops: dying, pid: 4242, now: at(55) }).catch(() => {});
      await imported(home, out, at(57));
      const live = (state: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(state).filter(([key]) => !key.startsWith('imported/')));
      expect(live(await stateIn(home)), String(share)).toEqual(live(expected));
    }
  });
});
