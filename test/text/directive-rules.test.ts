import { describe, expect, it } from 'vitest';
import { DIRECTIVE_RULES } from '../../src/text/directive-rules.ts';
import { detectCapture } from '../../src/text/directives.ts';

const named = DIRECTIVE_RULES.map((rule) => [rule.id, rule] as const);

describe('every rule of templates/directives.yaml', () => {
  it('has an id of its own, in the language it names', () => {
    const ids = DIRECTIVE_RULES.map((rule) => rule.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(DIRECTIVE_RULES.filter((rule) => !rule.id.startsWith(`${rule.language}-`))).toEqual([]);
  });

  it.each(named)('%s matches its positive examples and none of the negative ones', (_, rule) => {
    expect(rule.positive.length * rule.negative.length).toBeGreaterThan(0);
    expect(rule.positive.filter((example) => !rule.expression.test(example))).toEqual([]);
    expect(rule.negative.filter((example) => rule.expression.test(example))).toEqual([]);
  });

  it.each(named.filter(([, rule]) => rule.role === 'cue'))(
    '%s: its positive examples are captured',
    (_, rule) => {
      expect(rule.positive.filter((example) => !detectCapture(example))).toEqual([]);
    },
  );

  it.each(named.filter(([, rule]) => rule.role === 'guard'))(
    '%s: what it guards against is not captured',
    (_, rule) => {
      expect(rule.positive.filter((example) => detectCapture(example))).toEqual([]);
    },
  );
});
