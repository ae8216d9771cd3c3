import { describe, expect, it } from 'vitest';
import { codeOnly } from '../../src/text/code-lines.ts';
import { CODE_PATTERNS } from '../../src/text/code-patterns.ts';
import { DIRECTIVE_RULES } from '../../src/text/directive-rules.ts';
import { findDirectives } from '../../src/text/directives.ts';
import { errorSignature } from '../../src/text/error-signature.ts';
import { FINDING_RULES } from '../../src/text/finding-rules.ts';
import { isTransientFailure, TRANSIENT_RULES } from '../../src/text/transient-failures.ts';

const LENGTH = 12_000;
const fill = (piece: string): string => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);

/** What makes a careless expression go back and forth: runs of what its repeats accept, and its own words over and over. */
const RUNS = [
  'a',
  ' ',
  'a ',
  'a, ',
  '-',
  "'",
  '"a',
  '(',
  '<a ',
  '/a',
  'a.',
  '1',
  'あ',
  '不',
  'é ',
  'и ',
  'never ',
  'always, ',
  'no, use ',
  'if (',
  '`',
  '\\',
].map(fill);

const RULES = [...DIRECTIVE_RULES, ...FINDING_RULES, ...TRANSIENT_RULES, ...CODE_PATTERNS];

/** Milliseconds that one run takes. */
function cost(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** A plain linear scan of as many characters, on this machine, now. A quadratic expression takes ten thousand times as long. */
const scan = /[^\n]{0,100}x$/;
const baseline = Math.max(0.1, ...[1, 2, 3].map(() => cost(() => scan.test(fill('ab ')))));
const LIMIT = 500 * baseline;

/** A busy machine may stop one run, hardly four. */
const isQuick = (run: () => unknown, limit = LIMIT): boolean => [1, 2, 3, 4].some(() => cost(run) < limit);

describe('12,000 hostile characters', () => {
  it.each(RULES.map((rule) => [rule.id, rule] as const))('%s stays near a linear scan', (_, rule) => {
    const words = fill(`${rule.positive[0] ?? ''} `);
    expect([...RUNS, words].filter((text) => !isQuick(() => rule.expression.test(text)))).toEqual([]);
  });

  it.each([
    ['findDirectives', findDirectives],
    ['isTransientFailure', isTransientFailure],
    ['errorSignature', errorSignature],
    ['codeOnly', (text: string) => codeOnly([text], 'typescript')],
  ] as const)('%s grows no faster than its input', (_, read) => {
    const pieces = ['<a>\n', '"', '> a\n', '- never use x\n', 'a b ', '/*', "'''", '`\n', 'Error: a\n'];
    for (const piece of pieces) {
      const small = cost(() => read(fill(piece)));
      expect(isQuick(() => read(fill(piece).repeat(4)), Math.max(LIMIT, small * 16))).toBe(true);
    }
  });
});
