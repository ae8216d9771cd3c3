import { describe, expect, it } from 'vitest';
import { findHidden } from '../../src/text/safety-hidden.ts';
import { findUnsafe } from '../../src/text/safety-match.ts';
import { scoreReading } from '../../src/text/safety-model.ts';
import { findPublic } from '../../src/text/safety-public.ts';
import { readDeceived, readPlainly } from '../../src/text/safety-readings.ts';
import { SAFETY_RULES } from '../../src/text/safety-rules.ts';
import { screenText } from '../../src/text/safety-screen.ts';

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

function cost(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** A plain linear scan of as many characters, here and now; a quadratic expression takes ten thousand times as long. */
const scan = /[^\n]{0,100}x$/;
const baseline = Math.max(0.1, ...[1, 2, 3].map(() => cost(() => scan.test(fill('ab ')))));

/** A busy machine may stop one run, hardly four. */
const isQuick = (run: () => unknown, limit: number): boolean => [1, 2, 3, 4].some(() => cost(run) < limit);

describe('12,000 hostile characters', () => {
  it.each(SAFETY_RULES.filter(({ hasExpression }) => hasExpression).map((rule) => [rule.id, rule] as const))(
    'the expression of %s stays near a linear scan',
    (_, rule) => {
      const own = fill(`${rule.positive[0] ?? ''} `.toLowerCase());
      const slow = [...RUNS, own].filter(
        (text) => !isQuick(() => rule.expression.test(text), 300 * baseline),
      );
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
    for (const text of RUNS) {
      const part = text.slice(0, LENGTH / 4);
      read(part);
      const small = Math.min(
        cost(() => read(part)),
        cost(() => read(part)),
      );
      expect([text.slice(0, 20), isQuick(() => read(text), 100 * baseline + 16 * small)]).toEqual([
        text.slice(0, 20),
        true,
      ]);
    }
  });
});
