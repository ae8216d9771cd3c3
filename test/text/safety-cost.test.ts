import { describe, expect, it } from 'vitest';
import { findHidden } from '../../src/text/safety-hidden.ts';
import { findUnsafe } from '../../src/text/safety-match.ts';
import { scoreReading } from '../../src/text/safety-model.ts';
import { findPublic } from '../../src/text/safety-public.ts';
import { readDeceived, readPlainly } from '../../src/text/safety-readings.ts';
import { SAFETY_RULES } from '../../src/text/safety-rules.ts';
import { screenText } from '../../src/text/safety-screen.ts';
import { isLinear } from '../support/growth.ts';

const LENGTH = 12_000;
const fill = (piece: string): string => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);

/** Runs of what repeats accept, words that begin many rules, and forms that hide text. */
const RUNS = [
  'a',
  ' ',
  'a ',
  '\n',
  'a\n',
  '"',
  '-',
  '.',
  '/',
  '[',
  '<',
  '<!-- ',
  '<a hidden ',
  '---\na: b\n',
  'a-b ',
  'i g n ',
  '0',
  '0a ',
  '01',
  'а',
  'аa',
  '不',
  'あ',
  '가',
  '\u200b',
  'a\u200b',
  '\\u0061',
  '%20',
  '&#65;',
  'ignore all ',
  'ignore ',
  'send secret ',
  'do not tell the ',
  'curl ',
  'curl x | ',
  'upload the password ',
  'you are now no restrictions ',
  'disable the ',
  'cat ~/.ssh ',
  'https://a.example ',
  'a@b.example ',
  '"ignore ',
  'two responses ',
].map(fill);

describe('12,000 hostile characters', () => {
  it.each(SAFETY_RULES.filter(({ hasExpression }) => hasExpression).map((rule) => [rule.id, rule] as const))(
    'the expression of %s grows no faster than its input',
    (_, rule) => {
      const own = fill(`${rule.positive[0] ?? ''} `.toLowerCase());
      const slow = [...RUNS, own].filter((text) => !isLinear((part) => rule.expression.test(part), text));
      expect(slow.map((text) => text.slice(0, 30))).toEqual([]);
    },
  );

  it.each([
    ['readPlainly', (text: string) => readPlainly(text)],
    ['readDeceived', (text: string) => readDeceived(text)],
    ['findUnsafe', (text: string) => findUnsafe(text, SAFETY_RULES)],
    ['findHidden', (text: string) => findHidden(text, () => false)],
    ['scoreReading', (text: string) => scoreReading(text)],
    ['findPublic', (text: string) => findPublic(text)],
    ['screenText', (text: string) => screenText(text, 'learning')],
  ] as const)('%s grows no faster than its input', (_, read) => {
    const slow = RUNS.filter((text) => !isLinear(read, text));
    expect(slow.map((text) => text.slice(0, 30))).toEqual([]);
  });
});
