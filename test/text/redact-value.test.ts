import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactValue } from '../../src/text/redact-value.ts';
import { findSurvivors, makeShapes } from './secret-shapes.ts';

describe('redactValue', () => {
  it.each<[string, unknown, unknown]>([
    ['a key that names a secret', { password: 'letters' }, { password: '[redacted:password]' }],
    ['a number under such a key', { password: 12345678 }, { password: '[redacted:password]' }],
    ['a random value under an API key', { api_key: 'kX9tQmZ2Lr4v' }, { api_key: '[redacted:api-key]' }],
    [
      'an environment',
      { env: { DB_PASS: 'abq', PORT: '1' } },
      { env: { DB_PASS: '[redacted:password]', PORT: '1' } },
    ],
    [
      'name and value',
      [{ name: 'DB_PASSWORD', value: 'abcd' }],
      [{ name: 'DB_PASSWORD', value: '[redacted:password]' }],
    ],
    ['arguments', ['login', '--password', 'abcd'], ['login', '--password', '[redacted:password]']],
    ['a string in a list', ['DB_PASSWORD=hx9!tQ2m'], ['DB_PASSWORD=[redacted:password]']],
    ['a filler', { password: '$' + '{PASS}' }, { password: '$' + '{PASS}' }],
    ['counts', { max_tokens: 4096, tokens: 12, token: 7 }, { max_tokens: 4096, tokens: 12, token: 7 }],
    ['a word token', { token: 'hello' }, { token: 'hello' }],
    ['nothing to mask', { a: [1, null, true, 'x'] }, { a: [1, null, true, 'x'] }],
    ['a bare null', null, null],
  ])('%s', (_, value, expected) => {
    expect(redactValue(value)).toEqual(expected);
  });

  it('masks a secret used as a key and keeps both entries', () => {
    const [one, two] = [`gh${'p_'}${'a1B2c3D4e5F6'.repeat(3)}`, `gh${'p_'}${'b1B2c3D4e5F6'.repeat(3)}`];
    expect(redactValue({ [one]: 1, [two]: 2 })).toEqual({
      '[redacted:github-token]': 1,
      '[redacted:github-token]#2': 2,
    });
  });

  it('leaves no secret of 60 kinds in a transcript row', () => {
    for (const { name, text, body } of makeShapes(5)) {
      const row = { message: { content: [{ type: 'tool_result', content: text }], meta: { raw: [text] } } };
      expect(findSurvivors(body, JSON.stringify(redactValue(row))), name).toEqual([]);
    }
  });

  it('keeps the form of any JSON and is done after one pass', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = redactValue(value);
        expect(redactValue(once)).toEqual(once);
        expect(JSON.stringify(JSON.parse(JSON.stringify(once)))).toBe(JSON.stringify(once));
      }),
      { numRuns: 200 },
    );
  });
});
