import { describe, expect, it } from 'vitest';
import { codeOnly } from '../../src/text/code-lines.ts';
import { CODE_PATTERNS } from '../../src/text/code-patterns.ts';
import { DIRECTIVE_RULES } from '../../src/text/directive-rules.ts';
import { findDirectives } from '../../src/text/directives.ts';
import { errorSignature } from '../../src/text/error-signature.ts';
import { FINDING_RULES } from '../../src/text/finding-rules.ts';
import { isTransientFailure, TRANSIENT_RULES } from '../../src/text/transient-failures.ts';
import { isLinear } from '../support/growth.ts';

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

describe('12,000 hostile characters', () => {
  it.each(RULES.map((rule) => [rule.id, rule] as const))('%s grows no faster than its input', (_, rule) => {
    const words = fill(`${rule.positive[0] ?? ''} `);
    const slow = [...RUNS, words].filter((text) => !isLinear((part) => rule.expression.test(part), text));
    expect(slow.map((text) => text.slice(0, 30))).toEqual([]);
  });

  it.each([
    ['findDirectives', findDirectives],
    ['isTransientFailure', isTransientFailure],
    ['errorSignature', errorSignature],
    ['codeOnly', (text: string) => codeOnly([text], 'typescript')],
  ] as const)('%s grows no faster than its input', (_, read) => {
    const pieces = ['<a>\n', '"', '> a\n', '- never use x\n', 'a b ', '/*', "'''", '`\n', 'Error: a\n'];
    expect(pieces.filter((piece) => !isLinear(read, fill(piece).repeat(4)))).toEqual([]);
  });
});
