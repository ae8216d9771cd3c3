import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Run, Step } from '../../src/domain/run.ts';
import { addDays } from '../../src/domain/time.ts';
import { classUnits, hashOfUnits } from '../../src/pipeline/class-units.ts';
import { addRuns } from '../../src/store/facts.ts';
import { edited, ran, runOf } from '../pipeline/reflect-samples.ts';
import { copyFolder, makeFolder, now, openHome, run } from '../support/home.ts';

const steps = (): Step[] => [
  edited('lib/shop/refund.ex'),
  ran('mix credo', { row: 2 }),
  edited('test/shop/refund_test.exs'),
  ran('mix test', { row: 4 }),
];
const asks = ['add a refund to the shop', 'add refunds for vouchers to the shop', 'add a partial refund'];
const done = (id: string, days: number, fields: Partial<Run> = {}): Run =>
  runOf(id, days, steps(), {
    query: asks[id.length % asks.length] ?? '',
    outcome: 'success',
    outcomeSource: 'last-check',
    ...fields,
  });
/** Five runs that went well, asked in three ways. */
const five = [1, 2, 3, 4, 5].map((at) => done('r'.repeat(at), at));

/** A folder of programs. */
function programs(...names: readonly string[]): string {
  const folder = makeFolder();
  for (const name of names) fs.writeFileSync(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
  return folder;
}

const made = new Map<readonly Run[], Promise<string>>();
async function seed(runs: readonly Run[]): Promise<string> {
  const home = join(makeFolder(), 'home');
  const store = await openHome({ home, write: true });
  addRuns(store, runs);
  store.updateHome((state) => ({ ...state, projects: { p: { name: 'shop', paths: [], aliases: [] } } }));
  store.publish();
  return home;
}

/** A home with these runs; the same ones are written once and copied. */
async function homeWith(runs: readonly Run[] = five): Promise<string> {
  const seeded = made.get(runs) ?? seed(runs);
  made.set(runs, seeded);
  const home = copyFolder(await seeded, join(makeFolder(), 'home'));
  const store = await openHome({ home, write: true });
  store.updateHome((state) => ({ ...state, home: fs.realpathSync(home) }));
  return home;
}

const promote = async (
  home: string,
  fields: { vars?: Record<string, string>; now?: string } = {},
  args: readonly string[] = [],
) => run(['promote', '--skills', ...args, '--json'], { home, ...fields });
const skillOf = (home: string) =>
  JSON.parse(fs.readFileSync(join(home, 'skills', slugIn(home), 'skill.json'), 'utf8'));
const slugIn = (home: string): string => fs.readdirSync(join(home, 'skills'))[0] ?? '';

describe('hebb promote --skills', () => {
  it('under --dry-run shows what it would do', async () => {
    const home = await homeWith();
    const { data } = await promote(home, {}, ['--dry-run']);
    expect(data.promoted).toMatchObject([{ version: 1, status: 'shadow' }]);
    expect(fs.existsSync(join(home, 'skills'))).toBe(false);
  });

  it('can be undone', async () => {
    const home = await homeWith();
    await promote(home);
    expect(skillOf(home)).toMatchObject({ status: 'shadow', source: 'behaviour' });
    expect((await run(['undo'], { home })).exit).toBe(0);
    expect(fs.existsSync(join(home, 'skills', slugIn(home), 'skill.json'))).toBe(false);
  });

  it('judges a class that is named by the same gates, and says what it lacks', async () => {
    const home = await homeWith(five.slice(1));
    const prefix = hashOfUnits(classUnits(steps())).slice(0, 8);
    const { data, exit } = await promote(home, {}, ['--class', prefix]);
    expect(exit).toBe(0);
    expect(data.promoted).toEqual([]);
    expect(data.skipped).toMatchObject([
      {
        gates: expect.arrayContaining([
          expect.objectContaining({ name: 'executions', passed: false, figure: 4, limit: 5 }),
        ]),
      },
    ]);
    const told = await run(['promote', '--skills', '--class', prefix], { home });
    expect(told.out).toContain('4 runs with a known end, at least 5');
  });

  it.each([
    ['abcdef', 1, 'no class of runs begins with abcdef'],
    ['xyz', 2, 'not a class'],
  ])('knows no class %s', async (given, exit, text) => {
    const ran = await run(['promote', '--skills', '--class', given], { home: await homeWith() });
    expect(ran.exit).toBe(exit);
    expect(ran.err).toContain(text);
  });

  it('keeps why no skill could be made, and tries again after a new run', async () => {
    const bare = [1, 2, 3, 4, 5].map((at) => done('b'.repeat(at), at, { steps: [ran('mix test')] }));
    const home = await homeWith(bare);
    const reasons = [expect.stringContaining('1 of 2 steps are known')];
    expect((await promote(home)).data.rejected).toMatchObject([{ isOld: false, reasons }]);
    expect((await promote(home)).data.rejected).toMatchObject([{ isOld: true, reasons }]);
    addRuns(await openHome({ home, write: true }), [done('new', 0, { steps: [ran('mix test')] })]);
    expect((await promote(home)).data.rejected).toMatchObject([{ isOld: false }]);
  });

  it('puts into use at once where no trial is asked for, with its baseline', async () => {
    const home = await homeWith();
    fs.writeFileSync(join(home, 'config.yaml'), 'skills:\n  requireShadow: false\n');
    await promote(home, { vars: { PATH: programs('mix') } });
    expect(skillOf(home)).toMatchObject({
      status: 'active',
      role: 'user',
      baseline: { successRate: 1, executions: 5, commands: ['mix credo', 'mix test'] },
    });
  });

  it('does nothing where workflows are switched off', async () => {
    const home = await homeWith();
    const { data } = await promote(home, { vars: { HEBB_WORKFLOWS: '0' } });
    expect(data).toMatchObject({ enabled: false, promoted: [] });
  });

  it('is a stage of consolidate once enough runs are new', async () => {
    const cycled = async (newRuns: number) => {
      const home = await homeWith();
      (await openHome({ home, write: true })).updateHome((state) => ({ ...state, workflows: { newRuns } }));
      const { data } = await run(['consolidate', '--json'], { home });
      const left = (await openHome({ home })).home().workflows?.newRuns;
      return [data.promotion, left];
    };
    expect(await cycled(24)).toMatchObject([{ cycle: false, promoted: [] }, 24]);
    expect(await cycled(25)).toMatchObject([{ cycle: true, promoted: [{ version: 1 }] }, 0]);
  });
});

describe('a trial', () => {
  const later = { now: addDays(now, 1) };
  const asked = (home: string) => run(['skill', 'review', '--all', '--json'], { home });
  const goOn = async (home: string, query: string): Promise<void> =>
    addRuns(await openHome({ home, write: true }), [
      done('later', 0, { query, createdAt: addDays(now, 0.5) }),
    ]);

  it('is told in review with what holds it back', async () => {
    const home = await homeWith();
    await promote(home);
    expect((await asked(home)).data.trials).toMatchObject([
      { ready: false, reasons: expect.arrayContaining(['0 runs observed, at least 10']) },
    ]);
    await goOn(home, 'add refunds for gift cards to the shop');
    expect((await promote(home, later)).data.trials).toMatchObject([
      { readiness: { counts: { observations: 1, matched: 1, succeeded: 1 } } },
    ]);
  });

  it('asks an embedding model where there is one', async () => {
    const home = await homeWith();
    await promote(home);
    const script = join(makeFolder(), 'embed.mjs');
    // Everything about money lies in one direction.
    fs.writeFileSync(
      script,
      [
        `import { readFileSync } from 'node:fs';`,
        `const texts = readFileSync(0, 'utf8').trim().split(String.fromCharCode(10));`,
        `for (const text of texts) console.log(JSON.stringify({ vector: /refund|money/.test(text) ? [1, 0] : [0, 1] }));`,
      ].join('\n'),
    );
    fs.writeFileSync(
      join(home, 'config.yaml'),
      `models:\n  embedding: command\n  embeddingCommand: ${process.execPath} ${script}\n`,
    );
    await goOn(home, 'give the customer the money back');
    expect((await promote(home, later)).data.trials).toMatchObject([
      { readiness: { counts: { observations: 1 } } },
    ]);
  });
});

describe('a skill in use whose command is gone', () => {
  const later = { now: addDays(now, 1) };
  let path: string;
  let used: string;
  beforeAll(async () => {
    path = programs('mix');
    used = await homeWith();
    await promote(used, { vars: { PATH: path } });
    await run(['skill', 'activate', slugIn(used)], { home: used, vars: { PATH: path } });
  });
  const statusWith = async (PATH: string): Promise<string> => {
    await promote(used, { vars: { PATH }, ...later });
    return skillOf(used).status;
  };

  it('stays while one looks in fewer places than at its activation', async () => {
    expect(skillOf(used)).toMatchObject({
      status: 'active',
      baseline: { commands: ['mix credo', 'mix test'] },
    });
    expect(await statusWith(programs())).toBe('active');
  });

  it('is deprecated when it is found no more, and not made again of the same runs', async () => {
    fs.rmSync(join(path, 'mix'));
    expect(await statusWith(path)).toBe('deprecated');
    expect(skillOf(used).ended.reason).toBe('“mix credo” and “mix test” are no longer found on this machine');
    expect((await promote(used, { vars: { PATH: path }, ...later })).data.promoted).toEqual([]);
  });
});
