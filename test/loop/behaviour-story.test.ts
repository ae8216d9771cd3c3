import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../src/domain/time.ts';
import { type Told, type Turn, writeTranscript } from '../support/claude-transcript.ts';
import { createDesk, type Desk, jsonIn, runIn } from '../support/program.ts';

const start = '2026-05-01T09:00:00.000Z';
const day = (number: number): string => addDays(start, number);

/** How people ask for this work. */
const asks = [
  'add a database migration for the invoices table',
  'add the database migration for refunds',
  'please add a migration of the database for coupons',
] as const;

const slug = 'add-database-migration';

/** One session of the work: the migration, the client that is made of it, the schema, the check. */
interface Work {
  /** What the check says where it fails. */
  readonly fails?: string;
  /** Whether the agent reads the skill first. */
  readonly reads?: boolean;
  /** Whether it goes another way. */
  readonly strays?: boolean;
}

const session = (id: string, at: string, ask: string, { fails, reads, strays }: Work = {}): Told => ({
  id,
  at,
  turns: [
    { says: ask },
    ...(reads ? [{ runs: `hebb skill fetch ${slug} --agent` }] : []),
    { edits: 'db/schema.sql', to: 'alter table' },
    ...(strays ? [] : [{ runs: 'npx prisma generate' }]),
    { edits: 'src/schema.ts', to: 'export const table = 1;' },
    { runs: 'npm test', ...(fails === undefined ? {} : { fails }) },
    { answers: 'Done.' },
  ] satisfies Turn[],
});

describe('what is done again and again, told by transcripts alone', () => {
  let desk: Desk;
  let sessions = 0;
  /** Sessions of one day; the clock then stands at its evening. */
  const work = (number: number, all: readonly Work[]): void => {
    for (const one of all) {
      const at = addDays(day(number), (sessions % 40) / 100);
      writeTranscript(desk, session(`s-${sessions}`, at, asks[sessions % asks.length] ?? '', one));
      sessions += 1;
    }
  };
  const evening = (number: number) => ({ now: addDays(day(number), 0.5) });
  const times = (count: number, one: Work = {}): Work[] => Array.from({ length: count }, () => one);
  const read = async (number: number): Promise<void> => {
    expect((await runIn(desk, ['analyze-sessions'], evening(number))).exit).toBe(0);
  };
  const promote = async (number: number) => {
    await read(number);
    return (await jsonIn(desk, ['promote', '--skills'], evening(number))).data;
  };
  const show = async (number: number) => (await jsonIn(desk, ['skill', 'show', slug], evening(number))).data;
  const text = (): string => readFileSync(join(desk.home, 'skills', slug, 'SKILL.md'), 'utf8');
  /** Runs that recall of raw runs would show. */
  const recalled = async (number: number): Promise<number> => {
    const { data } = await jsonIn(desk, ['workflows', 'list', '--limit', '1000'], evening(number));
    return data.runs.filter(({ suppressed }: { suppressed: boolean }) => !suppressed).length;
  };

  beforeAll(() => {
    desk = createDesk();
  });

  it('five successes and a failure put a skill on trial, which nobody is given', async () => {
    work(0, [...times(5), { fails: 'relation does not exist' }]);
    const data = await promote(0);
    expect(data.promoted).toMatchObject([{ slug, version: 1, status: 'shadow' }]);
    expect(data.promoted[0].counts).toMatchObject({ executions: 6, successes: 5, queries: 3 });
    expect(text()).toMatch(/When not to apply[\s\S]*prisma generate[\s\S]*relation does not exist/);
    const found = await jsonIn(desk, ['skill', 'search', 'add a database migration'], evening(0));
    expect(found.data.skills).toEqual([]);
  });

  it('ten observed runs make it ready, and looking twice changes nothing', async () => {
    work(1, times(10));
    await read(1);
    const { data } = await jsonIn(desk, ['consolidate'], evening(1));
    expect(data.promotion).toMatchObject({ cycle: false, trials: [{ slug, readiness: { ready: true } }] });
    const before = readFileSync(join(desk.home, 'workflows', '2026-05.jsonl'), 'utf8');
    const again = (await jsonIn(desk, ['promote', '--skills'], evening(1))).data;
    expect(again.trials[0].readiness.counts).toMatchObject({ observations: 10, matched: 10, succeeded: 10 });
    expect(readFileSync(join(desk.home, 'workflows', '2026-05.jsonl'), 'utf8')).toBe(before);
  });

  it('activated it stands for its runs, with what they had reached', async () => {
    const all = await recalled(1);
    expect((await runIn(desk, ['skill', 'activate', slug], evening(1))).exit).toBe(0);
    const { skill } = await show(1);
    expect(skill).toMatchObject({ status: 'active', role: 'user', baseline: { executions: 16 } });
    expect(skill.baseline.successRate).toBeCloseTo(15 / 16);
    expect([all, await recalled(1)]).toEqual([16, 0]);
  });

  it('its use is counted; a run that took another path is not charged to it', async () => {
    work(2, [...times(4, { reads: true }), { reads: true, strays: true, fails: 'no client' }, {}]);
    await read(2);
    const { use, drift } = await show(2);
    expect(use).toMatchObject({ activations: 5, followed: 4, deviations: 1, successes: 4, failures: 0 });
    expect(drift).toMatchObject({ rolling: 1, drifted: false });
    const { data } = await jsonIn(desk, ['skill', 'measure', slug], evening(2));
    expect(data.measure).toMatchObject({
      observational: true,
      groups: [{ runs: 16 }, { runs: 1 }, { runs: 5 }, { runs: 4 }, { runs: 1 }],
    });
  });

  it('failures of those who follow it demote it, and its runs come back', async () => {
    work(3, times(6, { reads: true, fails: 'column is missing' }));
    const { ended } = await promote(3);
    expect(ended).toMatchObject([{ reason: { rule: 'skill.drift', numbers: { judged: 10, successes: 4 } } }]);
    expect((await show(3)).skill).toMatchObject({ status: 'demoted', versions: [{ version: 1 }] });
    expect(await recalled(3)).toBe(28);
  });

  it('five new successes make version 2, which knows why version 1 fell', async () => {
    work(4, times(4));
    expect((await promote(4)).promoted).toEqual([]);
    work(5, times(1));
    expect((await promote(5)).promoted).toMatchObject([{ slug, version: 2, status: 'shadow' }]);
    const { skill } = await show(5);
    expect(skill).toMatchObject({ status: 'shadow', versions: [{}, { version: 2, action: 'repair' }] });
    expect(text()).toMatch(/Version 1 was put aside: 4 of the last 10 runs that followed it succeeded/);
    expect(text()).toContain('column is missing');
    expect(skill.baseline).toBeUndefined();
  });
});
