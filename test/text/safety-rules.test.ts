import { describe, expect, it } from 'vitest';
import { CONCEPT_NAMES } from '../../src/text/safety-concepts.ts';
import { findUnsafe } from '../../src/text/safety-match.ts';
import { readPlainly } from '../../src/text/safety-readings.ts';
import { SAFETY_RULES, type SafetyRule } from '../../src/text/safety-rules.ts';

const holds = (rule: SafetyRule, text: string): boolean => findUnsafe(readPlainly(text), [rule]).length > 0;

describe('every rule of templates/safety/rules.yaml', () => {
  it('has an id of its own, something to look for, and concepts that exist', () => {
    const ids = SAFETY_RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(SAFETY_RULES.filter(({ all, hasExpression }) => all.length === 0 && !hasExpression)).toEqual([]);
    const named = SAFETY_RULES.flatMap(({ all, not }) => [...all, ...not]);
    expect(named.filter((name) => !CONCEPT_NAMES.has(name))).toEqual([]);
  });

  it.each(SAFETY_RULES.map((rule) => [rule.id, rule] as const))(
    '%s holds in its positive examples and in none of the negative ones',
    (_, rule) => {
      expect(rule.positive.length * rule.negative.length).toBeGreaterThan(0);
      expect(rule.positive.filter((example) => !holds(rule, example))).toEqual([]);
      expect(rule.negative.filter((example) => holds(rule, example))).toEqual([]);
    },
  );
});
