import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../src/domain/time.ts';
import { activityByDay, decayLine, histogram } from '../../src/pipeline/charts.ts';
import { strengthAt } from '../../src/pipeline/strength.ts';

const now = '2026-06-15T12:00:00.000Z';

describe('histogram', () => {
  it.each([
    ['nothing', [], [0, 0, 0, 0]],
    ['the lower edge belongs to its bin', [0, 0.25, 0.5, 0.75], [1, 1, 1, 1]],
    ['1 belongs to the last', [1, 1, 0.99], [0, 0, 0, 3]],
    ['what lies outside belongs to the nearest', [-0.5, 1.5], [1, 0, 0, 1]],
  ])('%s', (_, values, counts) => {
    expect(histogram(values, 4).map(({ count }) => count)).toEqual(counts);
  });

  it('names where its ten bins begin and end', () => {
    const bins = histogram([]);
    expect(bins).toHaveLength(10);
    expect(bins[3]).toEqual({ from: 0.3, to: 0.4, count: 0 });
  });

  it('loses no value', () => {
    const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 40 }), (all, bins) => {
        const counted = histogram(all, bins).reduce((sum, { count }) => sum + count, 0);
        expect(counted).toBe(all.length);
      }),
    );
  });
});

describe('activityByDay', () => {
  it('counts each day up to today, the oldest first', () => {
    const happened = [now, addDays(now, -1), addDays(now, -1), addDays(now, -3)].map((at) => ({ at }));
    expect(activityByDay(happened, { now, days: 3 })).toEqual([
      { day: '2026-06-13', count: 0 },
      { day: '2026-06-14', count: 2 },
      { day: '2026-06-15', count: 1 },
    ]);
  });

  it('leaves out what is older or later', () => {
    const happened = [addDays(now, -30), addDays(now, 1)].map((at) => ({ at }));
    const days = activityByDay(happened, { now });
    expect(days).toHaveLength(30);
    expect(days[0]?.day).toBe(dayOf(addDays(now, -29)));
    expect(days.every(({ count }) => count === 0)).toBe(true);
  });
});

describe('decayLine', () => {
  it('is the strength at each of its times', () => {
    const memory = { base: 0.8, decayRate: 0.02, anchoredAt: now };
    const line = decayLine({ strength: 0.8, decayRate: 0.02 }, { points: 4, days: 90 });
    expect(line).toEqual([0, 30, 60, 90].map((days) => strengthAt(memory, addDays(now, days))));
  });

  it('of one point is now', () => {
    expect(decayLine({ strength: 0.5, decayRate: 0.5 }, { points: 1 })).toEqual([0.5]);
  });
});
