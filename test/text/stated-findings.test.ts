import { describe, expect, it } from 'vitest';
import { FINDING_RULES } from '../../src/text/finding-rules.ts';
import { isJunk } from '../../src/text/junk.ts';
import { findStatedFindings } from '../../src/text/stated-findings.ts';

const withRole = (role: string) =>
  FINDING_RULES.filter((rule) => rule.role === role).map((rule) => [rule.id, rule] as const);

describe('every rule of templates/findings.yaml', () => {
  it.each(FINDING_RULES.map((rule) => [rule.id, rule] as const))('%s, by its examples', (_, rule) => {
    expect(rule.positive.length * rule.negative.length).toBeGreaterThan(0);
    expect(rule.positive.filter((text) => !rule.expression.test(text))).toEqual([]);
    expect(rule.negative.filter((text) => rule.expression.test(text))).toEqual([]);
  });
  it.each(withRole('finding'))(
    '%s: its positive examples are found, its negative ones are not',
    (_, rule) => {
      expect(rule.positive.filter((text) => findStatedFindings(text).length !== 1)).toEqual([]);
      expect(rule.negative.flatMap(findStatedFindings)).toEqual([]);
    },
  );
  it.each(withRole('junk'))('%s: its positive examples are junk, its negative ones are not', (_, rule) => {
    expect(rule.positive.filter((text) => !isJunk(text))).toEqual([]);
    expect(rule.negative.filter(isJunk)).toEqual([]);
  });
});

describe('findings of an agent', () => {
  it('stand in a message among talk, with their summary', () => {
    const message = [
      'Great, all tests pass now. **The root cause was a cyclic import between `a.ts` and `b.ts`.**',
      'Let me run the build to find the root cause of the other failure. It turns out that vitest hoists `vi.mock` above imports.',
      '```',
      'The root cause was in a code block',
      '```',
      "I should have double-checked that the problem was in the cache. You're right that the issue was that I rushed.",
    ].join('\n');
    expect(findStatedFindings(message).map(({ summary, rule }) => [rule, summary])).toEqual([
      ['en-root-cause', 'The root cause was a cyclic import between `a.ts` and `b.ts`'],
      ['en-turns-out', 'Vitest hoists `vi.mock` above imports'],
    ]);
  });
  it('are said once, however often they are repeated', () => {
    expect(findStatedFindings('The root cause was the cache.\n\nThe root cause was the cache.')).toHaveLength(
      1,
    );
  });
  it.each(['', 'ok', '…', 'The root cause could be the cache.', 'Is the root cause the cache?'])(
    '%j states none',
    (text) => {
      expect(findStatedFindings(text)).toEqual([]);
    },
  );
});

it.each([
  ['', true],
  ['done', true],
  ['原因はキャッシュです', false],
  ['Vitest hoists mocks above imports', false],
])('isJunk(%j) is %s', (text, junk) => {
  expect(isJunk(text)).toBe(junk);
});
