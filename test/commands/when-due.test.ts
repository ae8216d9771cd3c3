import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Host } from '../../src/domain/host.ts';
import { copyFolder } from '../support/home.ts';
import { startIn } from '../support/inject.ts';
import { createDesk, type Desk, jsonIn, type RunOptions, runIn } from '../support/program.ts';

/** Sunday, 1 November 2026, on the clock of this machine, and days after it. */
const day = (number: number, hour = 9): string => new Date(2026, 10, number, hour).toISOString();

const schedule = { using: 'cron', at: 'Sun 03:00', since: day(-30), node: '/n', script: '/s' };

let ran: Desk | undefined;

/** A desk whose last run was on the first, with a schedule that asks again on the eighth. */
async function deskThatRan(state: object = { schedule }): Promise<Desk> {
  if (ran === undefined) {
    ran = createDesk();
    await runIn(ran, ['learn', 'Run the migrations before the seed script'], { now: day(1) });
    await runIn(ran, ['auto-consolidate', '--force'], { now: day(1) });
  }
  const desk = createDesk();
  copyFolder(ran.home, desk.home);
  const path = join(desk.home, 'state.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...state }));
  return desk;
}

/** A machine on which hooks start what they start: each call is kept, and run when the test says so. */
function watchStarts() {
  const started: (readonly string[])[] = [];
  const host: Partial<Host> = { detach: (args) => void started.push(args) };
  return { started, host };
}

function spool(desk: Desk, count = 1): void {
  mkdirSync(join(desk.home, 'spool'), { recursive: true });
  const from = readdirSync(join(desk.home, 'spool')).length;
  for (let number = from; number < from + count; number++) {
    const payload = {
      hook_event_name: 'UserPromptSubmit',
      session_id: 's1',
      prompt_id: `p${number}`,
      cwd: desk.project,
      prompt: `Look at file ${number}`,
    };
    const name = `claude-code.1.1.${number}.json`;
    writeFileSync(join(desk.home, 'spool', name), JSON.stringify(payload));
  }
}

const logOf = (desk: Desk): string[] =>
  readFileSync(join(desk.home, 'consolidation.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(' auto-consolidate '));
const runsIn = (desk: Desk): string[] => logOf(desk).filter((line) => line.includes('consolidate=done'));

const turnEnds = (desk: Desk, options: RunOptions) =>
  runIn(desk, ['auto-consolidate', '--when-due', '--detach'], options);
const timerFires = (desk: Desk, options: RunOptions) => runIn(desk, ['auto-consolidate', '--quiet'], options);

describe('a run that was missed', () => {
  type Caller = (desk: Desk, options: RunOptions) => Promise<unknown>;
  const callers: Readonly<Record<string, Caller>> = {
    timer: timerFires,
    'session start': (desk, options) => startIn(desk, options),
    'end of a turn': turnEnds,
  };
  const orders = [
    ['timer', 'session start'],
    ['session start', 'end of a turn'],
    ['end of a turn', 'timer'],
  ] as const;

  it.each(orders)(
    'three days late is caught up on once: %s, then %s and all again',
    async (first, second) => {
      const desk = await deskThatRan();
      spool(desk);
      const { started, host } = watchStarts();
      const before = runsIn(desk).length;
      const options = { now: day(11), host };
      for (const name of [first, second, ...Object.keys(callers)]) {
        await callers[name]?.(desk, options);
        for (const args of started.splice(0)) await runIn(desk, args, options);
      }
      expect(runsIn(desk).length - before).toBe(1);
    },
  );

  it('is caught up on once when all come before the first has begun', async () => {
    const desk = await deskThatRan();
    spool(desk);
    const { started, host } = watchStarts();
    const before = runsIn(desk).length;
    const options = { now: day(11), host };
    await Promise.all([turnEnds(desk, options), startIn(desk, options), turnEnds(desk, options)]);
    expect(started).toEqual([['auto-consolidate', '--quiet']]);
    await timerFires(desk, options);
    for (const args of started) await runIn(desk, args, options);
    expect(runsIn(desk).length - before).toBe(1);
    expect(logOf(desk).at(-1)).toMatch(/ auto-consolidate not-due$/);
  });

  it('does not shift the schedule: the next Sunday has its run, four days later', async () => {
    const desk = await deskThatRan();
    for (const [number, ran] of [
      [11, 1],
      [14, 0],
      [15, 1],
      [16, 0],
      [22, 1],
    ] as const) {
      const before = runsIn(desk).length;
      await timerFires(desk, { now: day(number) });
      expect(runsIn(desk).length - before, `day ${number}`).toBe(ran);
    }
  });

  it('is none before the time has come, nor where hebb was installed after it', async () => {
    const { started, host } = watchStarts();
    await startIn(await deskThatRan(), { now: day(7), host });
    const late = { ...schedule, at: 'Wed 03:00', since: day(5) };
    await startIn(await deskThatRan({ schedule: late }), { now: day(6), host });
    expect(started).toEqual([]);
    await startIn(await deskThatRan({}), { now: day(7), host });
    await startIn(await deskThatRan({}), { now: day(8), host });
    expect(started).toHaveLength(1);
  });
});

describe('each run', () => {
  it('leaves a line, also when nothing was due or another run was at work', async () => {
    const desk = await deskThatRan();
    const quiet = await timerFires(desk, { now: day(2) });
    expect(quiet).toMatchObject({ exit: 0, out: `${day(2)} auto-consolidate not-due\n` });
    const lock = { pid: process.pid, host: 'test-host', started: 'test' };
    writeFileSync(join(desk.home, 'locks/run.lock'), JSON.stringify(lock));
    const held = await timerFires(desk, { now: day(3) });
    expect(held).toMatchObject({ exit: 75, out: '' });
    expect(logOf(desk).slice(-2)).toEqual([
      `${day(2)} auto-consolidate not-due`,
      `${day(3)} auto-consolidate held`,
    ]);
  });

  it('at night associates, says so, and leaves the week as it was', async () => {
    const desk = await deskThatRan();
    spool(desk);
    const state = (): unknown => JSON.parse(readFileSync(join(desk.home, 'state.json'), 'utf8')).lastRunAt;
    const before = state();
    const ran = await runIn(desk, ['auto-consolidate', '--nightly', '--quiet'], { now: day(2, 3) });
    expect(ran.out).toMatch(/ auto-consolidate nightly g-\w+ capture=done taxonomy=done reconcile=done\n$/);
    expect(readdirSync(join(desk.home, 'spool')).filter((name) => name.endsWith('.json'))).toEqual([]);
    expect(state()).toBe(before);
  });
});

describe('the end of a turn', () => {
  it('says nothing and starts one run in the background when it is due', async () => {
    const desk = await deskThatRan({});
    spool(desk, 50);
    const { started, host } = watchStarts();
    expect(await turnEnds(desk, { now: day(2), host })).toEqual({ exit: 0, out: '', err: '' });
    expect(started).toEqual([['auto-consolidate', '--quiet']]);
    await turnEnds(desk, { now: day(2), host });
    expect(started).toHaveLength(1);
  });

  it.each<[string, { count?: number; at?: string; vars?: Record<string, string>; config?: string }]>([
    ['an idle project', { count: 0, at: day(20) }],
    ['49 events', { count: 49 }],
    ['autoRun off', { config: 'due:\n  autoRun: false\n' }],
    ['HEBB_AUTO_RUN=0', { vars: { HEBB_AUTO_RUN: '0' } }],
    ['an agent that hebb started', { vars: { HEBB_ACTIVE: '1' } }],
    ['settings that cannot be read', { config: 'due: [\n' }],
  ])('starts nothing: %s', async (_, { count = 60, at = day(2), vars = {}, config }) => {
    const desk = await deskThatRan();
    spool(desk, count);
    if (config !== undefined) writeFileSync(join(desk.home, 'config.yaml'), config);
    const { started, host } = watchStarts();
    expect(await turnEnds(desk, { now: at, vars, host })).toEqual({ exit: 0, out: '', err: '' });
    expect(started).toEqual([]);
  });

  it('starts nothing while a run is at work, and something when its process is gone', async () => {
    const desk = await deskThatRan();
    spool(desk, 60);
    const { started, host } = watchStarts();
    const lockOf = (pid: number): void =>
      writeFileSync(
        join(desk.home, 'locks/run.lock'),
        JSON.stringify({ pid, host: 'test-host', started: 'test' }),
      );
    lockOf(process.pid);
    await turnEnds(desk, { now: day(2), host });
    expect(started).toEqual([]);
    lockOf(1);
    await turnEnds(desk, { now: day(2), host });
    expect(started).toHaveLength(1);
  });

  it('tries a run that keeps failing again only after a while', async () => {
    const desk = await deskThatRan();
    spool(desk, 60);
    const { started, host } = watchStarts();
    for (let minute = 0; minute < 120; minute += 5)
      await turnEnds(desk, { now: new Date(Date.parse(day(2)) + minute * 60_000).toISOString(), host });
    expect(started).toHaveLength(4);
    expect(readdirSync(join(desk.home, 'cache/auto-run'))).toHaveLength(1);
  });

  it('makes no home, and starts nothing under --dry-run', async () => {
    const { started, host } = watchStarts();
    const empty = createDesk();
    await turnEnds(empty, { host });
    expect(existsSync(empty.home)).toBe(false);
    const desk = await deskThatRan();
    spool(desk, 60);
    await runIn(desk, ['auto-consolidate', '--when-due', '--detach', '--dry-run'], { now: day(2), host });
    expect(started).toEqual([]);
  });

  it('counts what the loop itself would count', async () => {
    const desk = await deskThatRan({});
    for (const [count, due] of [
      [49, false],
      [1, true],
    ] as const) {
      spool(desk, count);
      const { started, host } = watchStarts();
      const { data } = await jsonIn(desk, ['auto-consolidate', '--check'], { now: day(2) });
      await turnEnds(desk, { now: day(2), host });
      expect([data.due, started.length === 1]).toEqual([due, due]);
    }
    await runIn(desk, ['capture', '--drain'], { now: day(2) });
    const { started, host } = watchStarts();
    await turnEnds(desk, { now: day(3), host });
    expect(started).toHaveLength(1);
  });
});

describe('inside an agent that hebb started', () => {
  it('no hook does anything or starts anything', async () => {
    const desk = await deskThatRan();
    spool(desk, 60);
    const { started, host } = watchStarts();
    const options = { now: day(20), host, vars: { HEBB_ACTIVE: '1' } };
    const input = JSON.stringify({ hook_event_name: 'Stop', session_id: 's1', cwd: desk.project });
    const before = readdirSync(desk.home, { recursive: true }).sort();
    const outputs = [
      await runIn(desk, ['capture', '--client', 'claude-code'], { ...options, input }),
      await startIn(desk, options),
      await turnEnds(desk, options),
      await runIn(desk, ['auto-consolidate', '--when-due'], options),
    ];
    expect(outputs.map(({ exit, out }) => [exit, out])).toEqual(outputs.map(() => [0, '']));
    expect(started).toEqual([]);
    expect(readdirSync(desk.home, { recursive: true }).sort()).toEqual(before);
  });
});
