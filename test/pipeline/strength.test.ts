import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { defaultPolicy as policy } from '../../src/domain/policy.ts';
import { addDays } from '../../src/domain/time.ts';
import type { Usage } from '../../src/domain/usage.ts';
import { foldStrength, planFoldStrength } from '../../src/pipeline/fold-strength.ts';
import { decayRateOf } from '../../src/pipeline/memory-of.ts';
import { daysToDecay, isDecayed, strengthAt } from '../../src/pipeline/strength.ts';
import { applyChanges } from '../support/apply-changes.ts';
import { daysAgo, memory, now, stateOf } from './samples.ts';

const { strength } = policy;
const at = (base: number, decayRate: number) => ({ base, decayRate, anchoredAt: now });

describe('strengthAt', () => {
  it.each([
    ['1.0 after 14 days at 0.05', at(1, 0.05), 14, 0.4877],
    ['1.0 after 58.4 days at 0.05', at(1, 0.05), 58.4, 0.05],
    ['0.7 on the first day', at(0.7, 0.05), 0, 0.7],
    ['what does not decay', at(1, 0), 10_000, 1],
    ['0.7 after 100 days at 0.01', at(0.7, 0.01), 100, 0.2562],
  ])('%s', (_, start, days, expected) => {
    expect(strengthAt(start, addDays(now, days))).toBeCloseTo(expected, 4);
  });

  it('is the base when the clock stepped back', () => {
    expect(strengthAt(at(0.7, 0.05), daysAgo(30))).toBe(0.7);
  });

  it.each([
    [58.3, false],
    [58.4, false],
    [58.5, true],
  ])('decays just after 58.4 days: %d', (days, decayed) => {
    expect(isDecayed(at(1, 0.05), strength, addDays(now, days))).toBe(decayed);
  });

  it.each([
    [0.051, false],
    [0.05, false],
    [0.049, true],
  ])('is decayed below 0.05: %d', (base, decayed) => {
    expect(isDecayed(at(base, 0), strength, now)).toBe(decayed);
  });

  it.each([
    [1, 0.05, 58.4],
    [0.7, 0.05, 51.45],
    [0.7, 0.02, 130.63],
    [0.7, 0.01, 262.58],
    [0.05, 0.05, 0],
  ])('%d at %d a day falls after %d days, and not before', (base, rate, days) => {
    const found = daysToDecay(at(base, rate), strength) ?? Number.NaN;
    expect(found).toBeCloseTo(days, 2);
    expect(isDecayed(at(base, rate), strength, addDays(now, found - 0.01))).toBe(false);
    expect(isDecayed(at(base, rate), strength, addDays(now, found + 0.01))).toBe(true);
  });

  it('tells when', () => {
    expect(daysToDecay(at(1, 0), strength)).toBeUndefined();
    expect(daysToDecay(at(0.04, 0), strength)).toBe(0);
  });
});

describe('decayRateOf', () => {
  it.each([
    ['pattern', 'explicit_user_feedback', 0],
    ['preference', 'implementation', 0],
    ['mistake', 'mistake', 0.01],
    ['stack', 'implementation', 0.01],
    ['architecture', 'implementation', 0.01],
    ['design', 'implementation', 0.01],
    ['pattern', 'implementation', 0.02],
    ['tech-insight', 'implementation', 0.02],
    ['research', 'implementation', 0.05],
    ['competitor', 'implementation', 0.05],
    ['anything', 'import', 0.05],
  ])('%s by %s: %d', (entityType, source, rate) => {
    expect(decayRateOf({ entityType, source }, policy)).toBe(rate);
  });
});

let counter = 0;
const rate = (kind: 'helpful' | 'not-helpful', when: string): Usage => ({
  v: 1,
  id: `u-${counter++}`,
  memoryId: 'm',
  kind,
  at: when,
  by: 'derived',
  evidence: [],
});
const helpful = (when: string) => rate('helpful', when);
const harmful = (when: string) => rate('not-helpful', when);
const steady = (base: number, fields: Partial<Memory> = {}) => memory('m', { base, decayRate: 0, ...fields });

describe('foldStrength', () => {
  it.each([
    ['helped', steady(0.7), [helpful(now)], 0.8, 'confirmed'],
    ['helped, near 1', steady(0.95), [helpful(now)], 1, 'confirmed'],
    ['did not', steady(0.7), [harmful(now)], 0.5, 'active'],
    ['did not, near 0', steady(0.1), [harmful(now)], 0, 'active'],
    [
      'did not, said by the user',
      steady(0.4, { source: 'explicit_user_feedback' }),
      [harmful(now)],
      0.3,
      'active',
    ],
    ['did not, pinned', steady(0.4, { pinned: true }), [harmful(now)], 0.3, 'active'],
    ['did not, promoted', steady(0.4, { promotedAt: daysAgo(1) }), [harmful(now)], 0.3, 'active'],
    ['did not, just above its floor', steady(0.51, { pinned: true }), [harmful(now)], 0.31, 'active'],
    ['both', steady(0.7), [harmful(now), helpful(daysAgo(1))], 0.6, 'confirmed'],
  ])('%s', (_, before, ratings, base, status) => {
    const after = foldStrength(before, ratings, strength);
    expect(after.base).toBeCloseTo(base, 10);
    expect(after).toMatchObject({ anchoredAt: now, status });
  });

  it('computes at the time of the evidence', () => {
    const after = foldStrength(memory('m', { decayRate: 0.05, base: 1 }), [helpful(daysAgo(86))], strength);
    expect(after.base).toBeCloseTo(0.4877 + 0.1, 4);
    expect(after.anchoredAt).toBe(daysAgo(86));
  });

  it('counts evidence older than the anchor at the anchor', () => {
    const after = foldStrength(steady(0.7, { anchoredAt: daysAgo(10) }), [helpful(daysAgo(50))], strength);
    expect(after).toMatchObject({ anchoredAt: daysAgo(10) });
    expect(after.base).toBeCloseTo(0.8, 10);
  });

  it('returns the same memory when everything is folded', () => {
    const ratings = [helpful(daysAgo(3)), harmful(daysAgo(2))];
    const once = foldStrength(memory('m'), ratings, strength);
    expect(foldStrength(once, ratings, strength)).toBe(once);
  });

  it('counts a rating that came late once, at the anchor', () => {
    const late = helpful(daysAgo(40));
    const known = [helpful(daysAgo(20))];
    const once = foldStrength(steady(0.5), known, strength);
    const twice = foldStrength(once, [late, ...known], strength);
    expect(twice.base).toBeCloseTo(0.7, 10);
    expect(twice).toMatchObject({ anchoredAt: daysAgo(20), folded: { helpful: 2, notHelpful: 0 } });
  });

  const anyRatings = fc.array(
    fc.record({
      days: fc.integer({ min: 0, max: 99 }),
      kind: fc.constantFrom('helpful' as const, 'not-helpful' as const),
    }),
    { maxLength: 12 },
  );

  it('gives the same strength for any number of runs at any times', () => {
    fc.assert(
      fc.property(anyRatings, fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 6 }), (rows, runs) => {
        const ratings = rows.map(({ days, kind }) => rate(kind, daysAgo(days)));
        const until = (days: number): Usage[] => ratings.filter((one) => one.at <= daysAgo(days));
        const often = [...runs.sort((a, b) => b - a), 0].reduce(
          (current, days) => foldStrength(current, until(days), strength),
          memory('m'),
        );
        expect(often).toEqual(foldStrength(memory('m'), ratings, strength));
      }),
    );
  });

  it('stays within 0 and 1', () => {
    fc.assert(
      fc.property(anyRatings, (rows) => {
        const { base } = foldStrength(
          memory('m'),
          rows.map(({ days, kind }) => rate(kind, daysAgo(days))),
          strength,
        );
        expect(base).toBeGreaterThanOrEqual(0);
        expect(base).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('planFoldStrength', () => {
  const state = stateOf({ memories: [memory('m', { aliases: ['part'] }), memory('n')] });

  it('follows aliases, leaves unrated memories alone and changes nothing the second time', () => {
    const usage = [
      { ...helpful(daysAgo(1)), memoryId: 'part' },
      { ...helpful(now), kind: 'applied' as const },
    ];
    const plan = planFoldStrength({ state, usage, policy, now });
    expect(plan.changes).toHaveLength(1);
    expect(plan.changes[0]).toMatchObject({
      target: 'memories/m',
      before: memory('m', { aliases: ['part'] }),
      after: { rev: 2, updatedAt: now, status: 'confirmed', folded: { helpful: 1, notHelpful: 0 } },
      reason: { rule: 'strength.reinforce', numbers: { helpful: 1, notHelpful: 0 } },
    });
    const after = applyChanges(state, plan.changes);
    expect(planFoldStrength({ state: after, usage, policy, now }).changes).toEqual([]);
  });
});
