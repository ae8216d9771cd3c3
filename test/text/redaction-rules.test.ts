import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findTokenSecrets } from '../../src/text/find-token-secrets.ts';
import { redact } from '../../src/text/redact.ts';
import {
  parseRedactionRules,
  type RedactionRules,
  redactionRules,
  type TokenRule,
} from '../../src/text/redaction-rules.ts';
import { isLinear } from '../support/growth.ts';

const only = (rule: TokenRule): RedactionRules => ({ ...redactionRules, tokens: [rule] });
const byId = redactionRules.tokens.map((rule) => [rule.id, rule] as const);

describe.each(byId)('rule %s', (id, rule) => {
  it('finds its example and leaves its counter-example', () => {
    expect(findTokenSecrets(rule.positive, only(rule)).map((span) => span.rule)).toContain(id);
    expect(findTokenSecrets(rule.negative, only(rule))).toEqual([]);
  });

  it('masks its example in the whole engine, once for all', () => {
    const { text, found } = redact(rule.positive);
    expect(found).not.toEqual([]);
    expect(redact(text).text).toBe(text);
  });
});

const size = 12_000;
const fill = (piece: string): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

// What makes an expression slow: its own beginning over and over, each time broken off later, and long runs.
const worstOf = ({ positive, keywords }: TokenRule): string[] => {
  const word = keywords[0] ?? 'a';
  const half = positive.slice(0, Math.ceil(positive.length / 2));
  const starts = [`${positive} `, `${positive.slice(0, -1)}!`, half, ...keywords, `${word} a`, `${word}=`];
  const runs = ['a', 'A1', '0', ' ', 'a-', 'a.', '\n'].map(fill);
  return [...starts.map(fill), ...runs, ...runs.map((run) => word + run)];
};

describe('time for the worst 12,000 characters', () => {
  it.each(byId)('of rule %s grows no faster than they', (_, rule) => {
    const read = (part: string): number => [...part.matchAll(rule.expression)].length;
    const slow = worstOf(rule).filter((text) => !isLinear(read, text));
    expect(slow.map((text) => text.slice(0, 60))).toEqual([]);
  });

  it.each([
    'password=',
    'pw=',
    'token: a ',
    'secret=a.b.c',
    '"password" ',
    'password = {{{',
    `password=${')'.repeat(3000)} `,
    '\\n',
    '%3D',
    'Ab1=\n',
    'eyJ',
    '-----BEGIN PRIVATE KEY-----\n',
    'x PRIVATE KEY-----\n',
    '[redacted:x]',
    'password=[redacted:',
  ])('of the whole engine grows no faster than they: %j', (piece) => {
    expect(isLinear(redact, fill(piece))).toBe(true);
  });
});

describe('rule data', () => {
  const source = readFileSync(new URL('../../templates/redaction.yaml', import.meta.url), 'utf8');

  it('has ids of its own and labels that a mask can hold', () => {
    const ids = redactionRules.tokens.map((rule) => rule.id);
    expect(new Set(ids).size).toBe(ids.length);
    const kinds = [...redactionRules.tokens, ...redactionRules.names].map((rule) => rule.kind);
    expect(kinds.filter((kind) => !/^[a-z0-9][a-z0-9-]{1,39}$/.test(kind))).toEqual([]);
  });

  it('has bounded repetition only', () => {
    const outside = redactionRules.tokens.filter(({ expression }) =>
      /[*+](?![^[]*\])|\{\d+,\}/.test(expression.source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '_')),
    );
    expect(outside.map((rule) => rule.id)).toEqual([]);
  });

  it('holds no line that looks like a live secret itself', () => {
    const found = source.split('\n').filter((line) => findTokenSecrets(line, redactionRules).length > 0);
    expect(found).toEqual([]);
  });

  it.each([
    ['no mapping', []],
    ['no tokens', { names: [] }],
    ['a rule without a pattern', { tokens: [{ id: 'x' }], names: [] }],
    ['a keyword in capitals', { tokens: [{ id: 'x', pattern: 'x', keywords: ['ABC'] }], names: [] }],
  ])('is refused with %s', (_, data) => {
    expect(() => parseRedactionRules(data)).toThrow(/redaction\.yaml/);
  });
});
