import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/domain/policy.ts';
import { type Baseline, binomialTail, expectedRate, judgeDrift } from '../../src/pipeline/drift.ts';

const policy = defaultPolicy.drift;
const outcomes = (text: string): boolean[] => [...text].map((sign) => sign === '+');

describe('the rate that is expected', () => {
  it.each<[number, number, number]>([
    [1, 5, 6 / 7],
    [1, 8, 0.9],
    [1, 1000, 0.9],
    [0.8, 5, 5 / 7],
    [0.9, 60, 8.2 / 10],
    [0, 8, 0.1],
    [0.5, 0, 0.5],
  ])('%d of %d runs', (successRate, executions, expected) => {
    expect(expectedRate({ successRate, executions }, policy)).toBeCloseTo(expected);
  });
});

describe('the binomial tail', () => {
  it.each<[number, number, number, number]>([
    [0, 5, 0.9, 1e-5],
    [1, 5, 0.9, 0.00046],
    [2, 5, 0.9, 0.00856],
    [5, 5, 0.9, 1],
    [-1, 5, 0.9, 0],
    [3, 10, 0.5, 0.171875],
    [2, 5, 1, 0],
    [2, 5, 0, 1],
  ])('P(X ≤ %d) of %d at %d', (k, n, p, tail) => {
    expect(binomialTail(k, n, p)).toBeCloseTo(tail, 8);
  });

  it('rises with k and falls with p', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.nat(59),
        fc.double({ min: 0.01, max: 0.98, noNaN: true }),
        (n, k, p) => {
          const tail = binomialTail(Math.min(k, n), n, p);
          expect(binomialTail(Math.min(k, n) + 1, n, p)).toBeGreaterThanOrEqual(tail - 1e-12);
          expect(binomialTail(Math.min(k, n), n, p + 0.01)).toBeLessThanOrEqual(tail + 1e-12);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a skill', () => {
  const good: Baseline = { successRate: 1, executions: 10 };
  it.each<[string, string, Baseline, boolean]>([
    ['four failures are too few', '----', good, false],
    ['five failures', '-----', good, true],
    ['two of five: by chance in 0.9 of 100', '++---', good, true],
    ['three of five', '+++--', good, false],
    ['two of five where less was expected', '++---', { successRate: 0.8, executions: 5 }, false],
    ['only the last ten count', `${'+'.repeat(40)}${'+-'.repeat(5)}`, good, true],
    ['and what is older is over', `${'-'.repeat(20)}${'+'.repeat(10)}`, good, false],
    ['six of ten', '++++++----', good, false],
    ['nothing yet', '', good, false],
  ])('%s', (_, text, baseline, drifted) => {
    expect(judgeDrift(outcomes(text), baseline, policy).drifted).toBe(drifted);
  });

  it('needs both rules', () => {
    const low = judgeDrift(outcomes('+++--'), good, { ...policy, tail: 1 });
    expect(low).toMatchObject({ drifted: true, rolling: 0.6 });
    expect(judgeDrift(outcomes('++---'), good, { ...policy, margin: 0.6 }).drifted).toBe(false);
  });

  it('tells what it compared', () => {
    expect(judgeDrift(outcomes('+----'), good, policy)).toEqual({
      judged: 5,
      successes: 1,
      rolling: 0.2,
      expected: 0.9,
      tail: expect.closeTo(0.00046, 8),
      drifted: true,
    });
  });
});

/** Chance that is the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Activations until a skill of this true rate is demoted; undefined when it is not within 50. */
function demotedAfter(rate: number, chance: () => number): number | undefined {
  let baseline: Baseline = { successRate: 0, executions: 1 };
  while (baseline.successRate < 0.8) {
    const executions = 5 + Math.floor(chance() * 56);
    const successes = Array.from({ length: executions }, () => chance() < 0.9).filter(Boolean).length;
    baseline = { successRate: successes / executions, executions };
  }
  const done: boolean[] = [];
  while (done.length < 50) {
    done.push(chance() < rate);
    if (judgeDrift(done, baseline, policy).drifted) return done.length;
  }
  return undefined;
}

describe('over many skills', () => {
  const trial = (rate: number) => {
    const chance = seeded(7);
    return Array.from({ length: 600 }, () => demotedAfter(rate, chance)).filter((one) => one !== undefined);
  };
  it('seldom demotes a healthy one and soon a broken one', () => {
    expect(trial(0.9).length / 600).toBeLessThan(0.05);
    const broken = trial(0.3).sort((a, b) => a - b);
    expect(broken.length).toBeGreaterThan(590);
    expect(broken[Math.floor(broken.length / 2)]).toBeLessThanOrEqual(6);
  });
});
