import { describe, expect, it } from 'vitest';
import { namedHomeIn } from '../../src/text/private-values.ts';
import { OCCASION_RULES, saysWhen } from '../../src/text/skill-words.ts';

describe('namedHomeIn', () => {
  it.each([
    ['see /home/ada/x', '/home/ada'],
    ['see /Users/ada', '/Users/ada'],
    ['see C:\\Users\\ada\\x', 'C:\\Users\\ada'],
    ['see /home/user/x', undefined],
    ['see ~/x', undefined],
    ['see src/home/page', undefined],
    ['https://example.org/home/page', undefined],
  ])('%j: %s', (text, home) => expect(namedHomeIn(text)).toBe(home));
});

describe('saysWhen', () => {
  it.each(OCCASION_RULES.map((rule) => [rule.id, rule] as const))(
    '%s holds by its examples',
    (_, { positive, negative, expression }) => {
      expect(positive.length * negative.length).toBeGreaterThan(0);
      expect(positive.filter((text) => !expression.test(text) || !saysWhen(text))).toEqual([]);
      expect(negative.filter((text) => saysWhen(text))).toEqual([]);
    },
  );
});
