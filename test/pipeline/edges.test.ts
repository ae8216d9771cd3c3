import { describe, expect, it } from 'vitest';
import { edgeId, type SessionLedger } from '../../src/domain/association.ts';
import type { Json } from '../../src/domain/json.ts';
import { addAppearances, emptyLedger, hasCounted } from '../../src/pipeline/edge-ledger.ts';
import { addSession, weightAt } from '../../src/pipeline/edge-weight.ts';
import { createEraser, nameHash } from '../../src/pipeline/purge-records.ts';
import { daysAgo, now } from './samples.ts';

const wiring = { delta: 2, maxWeight: 100, kept: 0.99, goneBelow: 0.05 };

describe('the weight of a pair', () => {
  it.each([
    [0, 2],
    [1, 1.98],
    [69, 0.9997],
    [367, 0.05],
  ])('after %d days 2 is %d', (days, weight) => {
    expect(weightAt({ weight: 2, at: daysAgo(days) }, 0.99, now)).toBeCloseTo(weight, 3);
  });

  it('does not grow when the clock stepped back', () => {
    expect(weightAt({ weight: 2, at: now }, 0.99, daysAgo(10))).toBe(2);
  });

  it.each([
    ['one more', { weight: 2, at: daysAgo(1) }, now, { weight: 3.98, at: now }],
    ['one of the same time', { weight: 2, at: now }, now, { weight: 4, at: now }],
    ['a late one', { weight: 2, at: now }, daysAgo(1), { weight: 3.98, at: now }],
    ['near the limit', { weight: 99.5, at: now }, now, { weight: 100, at: now }],
    ['after it has faded', { weight: 0.0505, at: daysAgo(1) }, now, { weight: 2, at: now }],
  ])('%s', (_, before, at, after) => {
    expect(addSession(before, at, wiring)).toEqual(after);
  });
});

describe('a pair', () => {
  it('has one id in whichever order, and another of another kind', () => {
    expect(edgeId('tags', 'a', 'b')).toBe(edgeId('tags', 'b', 'a'));
    expect(edgeId('tags', 'a', 'b')).not.toBe(edgeId('memories', 'a', 'b'));
  });
});

describe('the sessions that have counted', () => {
  const days = [3, 2, 1].map((day) => ({ sessionId: `s${day}`, at: daysAgo(day) }));
  const full = addAppearances(emptyLedger, days, 2);

  it('are the newest, oldest first, with a count of all', () => {
    expect(full).toEqual({ sessions: days.slice(1), count: 3, countedUntil: daysAgo(3) });
    expect(addAppearances(full, [{ sessionId: 's0', at: now }], 2)).toEqual({
      sessions: [days[2], { sessionId: 's0', at: now }],
      count: 4,
      countedUntil: daysAgo(2),
    });
  });

  it.each<[string, SessionLedger, string, string, boolean]>([
    ['one that is listed', full, 's2', now, true],
    ['one that no longer is', full, 's3', daysAgo(3), true],
    ['a new one', full, 's9', daysAgo(2), false],
    ['any, where none has counted', emptyLedger, 's1', daysAgo(90), false],
  ])('%s', (_, ledger, sessionId, at, counted) => {
    expect(hasCounted(ledger, { sessionId, at })).toBe(counted);
  });
});

describe('a purge of a session', () => {
  const salt = 'salt';
  const sessions = [nameHash('s1', salt)];
  const intent = { v: 1 as const, at: now, salt, ids: ['m1'], sessions, targets: [], prints: [], stones: [] };
  const record = (target: string, value: Json) => createEraser(intent).record(target, value);
  const ledger = (...ids: string[]) => ({ sessions: ids.map((sessionId) => ({ sessionId, at: now })) });

  it('takes it out of tags and pairs, and what only it had goes', () => {
    expect(record('tags/t', { name: 'tool:Edit', ...ledger('s1', 's2') })).toEqual({
      name: 'tool:Edit',
      ...ledger('s2'),
    });
    expect(record('tags/t', { name: 'tool:Edit', ...ledger('s1') })).toBeNull();
    expect(record('edges/e', { a: 'm2', b: 'm3', ...ledger('s1', 's2') })).toEqual({
      a: 'm2',
      b: 'm3',
      ...ledger('s2'),
    });
    expect(record('edges/e', { a: 'm1', b: 'm3', ...ledger('s2') })).toBeNull();
  });
});
