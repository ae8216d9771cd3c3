import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/domain/policy.ts';
import type { RunDigest } from '../../src/domain/run-digest.ts';
import { addDays, dayOf } from '../../src/domain/time.ts';
import {
  countClass,
  type Gate,
  type GateInput,
  type GateName,
  judgeClass,
  passesGates,
} from '../../src/pipeline/class-gates.ts';
import { scoreClass } from '../../src/pipeline/rank-classes.ts';
import { digest } from './behaviour-samples.ts';
import { now } from './samples.ts';

const policy = defaultPolicy.workflows;
const judge = (runs: readonly RunDigest[], input: Partial<GateInput> = {}): Gate[] =>
  judgeClass({ runs }, { policy, now, ...input });
const gate = (gates: readonly Gate[], name: GateName): Gate | undefined =>
  gates.find((one) => one.name === name);

/** So many runs, of which these succeeded, asked in so many ways. */
const runsOf = (count: number, { successes = count, queries = 2, days = 0 } = {}): RunDigest[] =>
  Array.from({ length: count }, (_, at) =>
    digest(`r${at}`, {
      outcome: at < successes ? 'success' : 'failure',
      query: `ask ${at % queries}`,
      createdAt: addDays(now, -days),
    }),
  );

describe('each gate, at its boundary', () => {
  it.each<[GateName, RunDigest[], boolean, number | null, string]>([
    ['executions', runsOf(4), false, 4, '4 runs with a known end, at least 5'],
    ['executions', runsOf(5), true, 5, '5 runs with a known end, at least 5'],
    [
      'success-rate',
      runsOf(100, { successes: 79 }),
      false,
      0.79,
      '79 % succeeded (79 of 100), at least 80 %',
    ],
    ['success-rate', runsOf(100, { successes: 80 }), true, 0.8, '80 % succeeded (80 of 100), at least 80 %'],
    ['success-rate', runsOf(1999, { successes: 1599 }), false, 1599 / 1999, '79.9 % succeeded'],
    ['queries', runsOf(5, { queries: 1 }), false, 1, '1 distinct prompt, at least 2'],
    ['queries', runsOf(5, { queries: 2 }), true, 2, '2 distinct prompts, at least 2'],
    ['last-seen', runsOf(5, { days: 30 }), true, 30, 'last seen 30 days ago, at most 30'],
    ['last-seen', runsOf(5, { days: 30.02 }), false, 30.02, 'last seen 30.1 days ago, at most 30'],
    ['last-seen', runsOf(5, { days: 31 }), false, 31, 'last seen 31 days ago, at most 30'],
    ['last-seen', runsOf(5, { days: 1 }), true, 1, 'last seen 1 day ago'],
    ['last-seen', [], false, null, 'never seen'],
    ['success-rate', [digest('r', { outcome: 'unknown' })], false, null, 'no run with a known end'],
  ])('%s %#', (name, runs, passed, figure, text) => {
    const found = gate(judge(runs), name);
    expect(found).toMatchObject({ passed, text: expect.stringContaining(text) });
    if (figure === null) expect(found?.figure).toBeNull();
    else expect(found?.figure).toBeCloseTo(figure);
  });

  it('one skill covers it, none does', () => {
    expect(gate(judge(runsOf(5)), 'covered')).toMatchObject({ passed: true, figure: 0, limit: 0 });
    expect(gate(judge(runsOf(5), { coveredBy: 'a' }), 'covered')).toMatchObject({
      passed: false,
      figure: 1,
      text: 'a covers it already',
    });
  });

  it('all of them let a class pass', () => {
    expect(passesGates(judge(runsOf(5)))).toBe(true);
    expect(passesGates(judge(runsOf(5), { coveredBy: 'a' }))).toBe(false);
  });
});

describe('a class', () => {
  it('is charged with a failing run of the same procedure', () => {
    expect(countClass(runsOf(5)).successRate).toBe(1);
    expect(countClass(runsOf(6, { successes: 5 })).successRate).toBeCloseTo(5 / 6);
    expect(passesGates(judge(runsOf(6, { successes: 4 })))).toBe(false);
  });

  it('counts runs whose end is known; the others only as prompts and as seen', () => {
    const open = digest('open', { outcome: 'unknown', query: 'another', createdAt: now });
    expect(countClass([...runsOf(4), open])).toEqual({
      runs: 5,
      executions: 4,
      successes: 4,
      successRate: 1,
      queries: 3,
      lastSeenAt: now,
    });
  });

  it('counts only later runs once its skill was put aside, for every gate', () => {
    const since = addDays(now, -10);
    const old = runsOf(20, { days: 11, queries: 9 });
    const later = runsOf(4, { days: 9, queries: 1 });
    const gates = judge([...old, ...later], { since });
    expect(gates.filter(({ passed }) => !passed).map(({ name, figure }) => [name, figure])).toEqual([
      ['executions', 4],
      ['queries', 1],
    ]);
    expect(gate(gates, 'executions')?.text).toContain(`counted since ${dayOf(since)}`);
    expect(passesGates(judge([...old, ...runsOf(5, { days: 9 })], { since }))).toBe(true);
    expect(passesGates(judge(runsOf(5, { days: 10 }), { since }))).toBe(false);
  });
});

describe('rank', () => {
  const score = (runs: readonly RunDigest[]): number => scoreClass(countClass(runs), { policy, now });
  it('is success × ln(1 + runs), halved every 14 days', () => {
    expect(score(runsOf(9))).toBeCloseTo(Math.log(10));
    expect(score(runsOf(10, { successes: 8 }))).toBeCloseTo(0.8 * Math.log(11));
    expect(score(runsOf(9, { days: 14 }))).toBeCloseTo(Math.log(10) / 2);
    expect(score([])).toBe(0);
  });
});
