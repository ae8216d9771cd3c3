import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../src/domain/time.ts';
import { type Told, writeTranscript } from '../support/claude-transcript.ts';
import { createDesk, type Desk, jsonIn, runIn } from '../support/program.ts';

const start = '2026-05-01T09:00:00.000Z';
const day = (number: number): string => addDays(start, number);

/** What people ask for in these sessions, and what they teach: one kind of work in many words. */
const asks = [
  'debug the hook pipeline: events arrive twice',
  'Debug the hook pipeline, the log holds doubles',
  'debug hook pipeline again, an event is missing',
  'please debug the hook pipeline',
] as const;
const lessons = [
  'Always deduplicate hook events by session and tool use id.',
  'Always wait for the cooldown before you start the hook again.',
  'Never write to the log from inside the hook.',
  'Always look at the guard of the hook before its body.',
] as const;
const failure = 'Error: spool folder is missing';

/** One session: the ask, a lesson, the error and its fix, and the check that ends it. */
const told = (number: number): Told => ({
  id: `s-${number}`,
  at: day(number),
  turns: [
    { says: `${asks[number % asks.length]}. ${lessons[number % lessons.length]}` },
    { runs: 'node run-hook.js', fails: failure },
    { edits: `src/hook-${number}.ts`, to: 'mkdirSync(spool)' },
    { runs: 'node run-hook.js' },
    { runs: 'npm test' },
    { answers: 'Done.' },
  ],
});

const slug = 'debug-hook-pipeline';

describe('twelve sessions of one kind of work', () => {
  let desk: Desk;
  const at = (number: number) => ({ now: day(number) });
  const text = (): string => readFileSync(join(desk.home, 'skills', slug, 'SKILL.md'), 'utf8');
  const record = () => JSON.parse(readFileSync(join(desk.home, 'skills', slug, 'skill.json'), 'utf8'));
  const statuses = async (summary: string): Promise<string[]> => {
    const { data } = await jsonIn(desk, ['list', '--all'], at(40));
    const all: { summary: string; status: string }[] = data.memories;
    return all.filter((one) => one.summary.startsWith(summary)).map(({ status }) => status);
  };
  const write = async (number: number): Promise<void> => {
    expect((await runIn(desk, ['auto-consolidate', '--force'], at(number))).exit).toBe(0);
    expect((await runIn(desk, ['consolidate', '--skills'], at(number))).exit).toBe(0);
  };

  beforeAll(async () => {
    desk = createDesk();
    for (let number = 0; number < 12; number++) writeTranscript(desk, told(number));
    await write(13);
  });

  it('become one skill with the lessons, the error and its fix, and the check', () => {
    expect(readdirSync(join(desk.home, 'skills'))).toEqual([slug]);
    expect(text()).toMatch(/^description: "?Use when you are asked to debug hook pipeline/m);
    for (const said of [
      'deduplicate hook events by session and tool use id',
      'wait for the cooldown',
      'failed with "Error: spool folder is missing"',
      '**Fix:** Edit the TypeScript file concerned',
      'Run `npm test`: it ends with exit status 0',
    ])
      expect(text()).toContain(said);
    expect(text()).not.toContain('src/hook-');
    expect(record()).toMatchObject({
      status: 'active',
      version: 1,
      versions: [{ action: 'create', decidedBy: 'auto' }],
    });
  });

  it('whose sources leave recall', async () => {
    expect(await statuses('Always deduplicate')).toEqual(['consolidated']);
    const { data } = await jsonIn(desk, ['recall', 'deduplicate hook events', '--no-track'], at(14));
    expect(JSON.stringify(data)).not.toContain('deduplicate hook events by session');
  });

  it('which a later learning patches to version 2', async () => {
    const learned = [
      'learn',
      'Rotate the hook log before it reaches a megabyte',
      '--task-pattern',
      'debug hook pipeline',
    ];
    expect((await runIn(desk, learned, at(15))).exit).toBe(0);
    await runIn(desk, ['consolidate'], at(15));
    expect(record().version).toBe(1);
    await runIn(desk, ['consolidate', '--skills'], at(15));
    expect(record()).toMatchObject({
      version: 2,
      versions: [{ outcome: 'replaced' }, { action: 'patch', outcome: 'live' }],
    });
    expect(text()).toContain('Rotate the hook log');
    expect(text()).toContain('deduplicate hook events');
  });

  it('which is repaired by the next run when a source is taken back', async () => {
    const { data } = await jsonIn(desk, ['list', '--all'], at(16));
    const rotate = data.memories.find((one: { summary: string }) => one.summary.startsWith('Rotate'));
    expect((await runIn(desk, ['forget', rotate.id], at(16))).exit).toBe(0);
    expect((await runIn(desk, ['skill', 'list'], at(16))).out).toMatch(/stale/);
    await runIn(desk, ['consolidate'], at(16));
    expect(record()).toMatchObject({ version: 3, status: 'active' });
    expect(text()).not.toContain('Rotate the hook log');
  });

  it('and which gives its sources back when it is retired', async () => {
    expect((await runIn(desk, ['skill', 'retire', slug, '--reason', 'the hook is gone'], at(17))).exit).toBe(
      0,
    );
    expect(await statuses('Always deduplicate')).toEqual(['confirmed']);
    await runIn(desk, ['consolidate', '--skills'], at(18));
    expect(record()).toMatchObject({ status: 'retired', version: 3 });
  });
});
