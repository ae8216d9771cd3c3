import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/domain/policy.ts';
import { decayOutlook } from '../../src/pipeline/decay-outlook.ts';
import { daysAgo, memory, now } from './samples.ts';

const policy = defaultPolicy.strength;
const look = (memories: Parameters<typeof decayOutlook>[0], days = 30) =>
  decayOutlook(memories, { policy, now, days });

/** Falls `days` from now: 1.0 at 0.05 a day reaches 0.05 after 58.4 days. */
const fallsIn = (id: string, days: number, fields = {}) =>
  memory(id, { base: 1, decayRate: 0.05, anchoredAt: daysAgo(58.4 - days), ...fields });

describe('decayOutlook', () => {
  it('tells who falls and when, the earliest first', () => {
    const { falling } = look([
      fallsIn('late', 20),
      fallsIn('soon', 2),
      fallsIn('same-b', 5),
      fallsIn('same-a', 5),
    ]);
    expect(falling.map(({ id }) => id)).toEqual(['soon', 'same-a', 'same-b', 'late']);
    expect(falling[0]?.fallsAt.slice(0, 10)).toBe('2026-06-03');
    expect(falling[0]?.strength).toBeCloseTo(0.0554, 4);
  });

  it.each([
    [29.9, 'falling'],
    [30.1, 'later'],
    [0.1, 'falling'],
    [-0.1, 'faded'],
  ])('in %d days: %s', (days, where) => {
    const { falling, faded } = look([fallsIn('m', days)]);
    expect(falling.length > 0 ? 'falling' : faded.length > 0 ? 'faded' : 'later').toBe(where);
  });

  it('names what is kept from being forgotten, and counts what never fades', () => {
    const outlook = look([
      fallsIn('pinned', 3, { pinned: true }),
      fallsIn('plain', 4),
      memory('stated', { base: 1, decayRate: 0 }),
      memory('gone', { status: 'superseded' }),
    ]);
    expect(outlook.falling.map(({ id, protectedBy }) => [id, protectedBy])).toEqual([
      ['pinned', 'pinned'],
      ['plain', null],
    ]);
    expect(outlook).toMatchObject({ lasting: 1, live: 3, faded: [] });
  });

  it('is empty without memories', () => {
    expect(look([])).toEqual({ falling: [], faded: [], lasting: 0, live: 0 });
  });
});
