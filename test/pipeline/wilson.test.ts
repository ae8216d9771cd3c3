import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateOf, rateText, wilson } from '../../src/pipeline/wilson.ts';

describe('wilson', () => {
  // By hand: centre (k + 1.9208) / (n + 3.8416), half 1.96 / (n + 3.8416) · √(k(n − k)/n + 0.9604).
  it.each([
    [8, 10, 0.4902, 0.9433],
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [1, 1, 0.2065, 1],
    [0, 1, 0, 0.7935],
    [1, 2, 0.0945, 0.9055],
    [4, 4, 0.5101, 1],
    [0, 4, 0, 0.4899],
    [50, 100, 0.4038, 0.5962],
  ])('%d of %d: %d to %d', (successes, total, low, high) => {
    const interval = wilson(successes, total);
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  it('knows nothing of no trials', () => {
    expect(wilson(0, 0)).toBeUndefined();
    expect(rateText(rateOf(0, 0))).toBe('unknown');
  });

  it('holds the share, and failures mirror successes', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (successes, failures) => {
        fc.pre(successes + failures > 0);
        const total = successes + failures;
        const { low = 1, high = 0 } = wilson(successes, total) ?? {};
        expect(low).toBeLessThanOrEqual(successes / total + 1e-12);
        expect(high).toBeGreaterThanOrEqual(successes / total - 1e-12);
        expect(wilson(failures, total)?.low).toBeCloseTo(1 - high, 10);
      }),
    );
  });

  it('reads as a percentage with its interval', () => {
    expect(rateText(rateOf(8, 10))).toBe('80 % (49–94 %)');
  });
});
