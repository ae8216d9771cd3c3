import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasSecret, redact } from '../../src/text/redact.ts';
import { findSurvivors, makeShapes, type Shape } from './secret-shapes.ts';

const wrapAt = (text: string, width: number): string =>
  text.match(new RegExp(`[^\\n]{1,${width}}|\\n`, 'g'))?.join('\n') ?? text;

// A token is wrapped in its middle, where neither half is complete.
const wrapBody = ({ text, body }: Shape, by: string): string => {
  const at = text.indexOf(body) + Math.floor(body.length / 2);
  return body.includes('\n') ? text : text.slice(0, at) + by + text.slice(at);
};

const places: Readonly<Record<string, (shape: Shape) => string>> = {
  'Bash output': ({ text }) => `$ ./show-config.sh\nloading config\n${text}\ndone in 12 ms\n`,
  'a sentence': ({ text }) => `I ran it with ${text} and it worked.`,
  'a .env file': ({ text }) => `# local settings\nAPP_NAME=shop\nCONFIG_VALUE=${text}\nPORT=3000\n`,
  'a diff': ({ text }) => `@@ -1,2 +1,3 @@\n context line\n${text.replace(/^/gm, '+')}\n-old line\n`,
  'a commit message': ({ text }) => `fix: rotate\n\nThe old value was\n    ${text}\n`,
  quotes: ({ text }) => `const value = \`${text}\`;`,
  'a transcript row': ({ text }) =>
    JSON.stringify({
      type: 'user',
      message: { content: [{ type: 'tool_result', content: `out:\n${text}\nend` }] },
    }),
  'a transcript row in a string': ({ text }) =>
    JSON.stringify({ row: JSON.stringify({ output: JSON.stringify({ stdout: `"${text}"\n` }) }) }),
  'JSON with escaped slashes': ({ text }) => JSON.stringify({ stdout: text }).replaceAll('/', '\\/'),
  'a URL-encoded body': ({ text }) => `curl -d 'payload=${encodeURIComponent(text)}' http://localhost:8080/`,
  'wrapped lines': (shape) => wrapBody(shape, '\n'),
  'wrapped lines of a shell': (shape) => wrapBody(shape, '\\\n'),
  'wrapped lines in a transcript row': (shape) => JSON.stringify({ stdout: wrapBody(shape, '\n') }),
};

describe.each(Object.entries(places))('secrets in %s', (_, place) => {
  it.each(makeShapes(7).map((shape) => [shape.name, shape] as const))('%s', (_name, shape) => {
    const text = place(shape);
    const masked = redact(text);
    const survivors = findSurvivors(shape.body, masked.text);
    expect(survivors, masked.text).toEqual([]);
    expect(redact(masked.text).text).toBe(masked.text);
  });
});

describe('masks', () => {
  it('name the kind and leave the rest', () => {
    const token = `gh${'p_'}${'a1B2c3D4e5F6'.repeat(3)}`;
    expect(redact(`use ${token} now`)).toEqual({
      text: 'use [redacted:github-token] now',
      found: [{ rule: 'github-token', kind: 'github-token', count: 1 }],
    });
  });

  it('keep JSON parseable, numbers included', () => {
    for (const shape of makeShapes(11)) {
      const json = JSON.stringify({
        password: 12345678,
        note: shape.text,
        deep: [JSON.stringify(shape.text)],
      });
      expect(() => JSON.parse(redact(json).text), shape.name).not.toThrow();
    }
  });

  it('count each find', () => {
    const masked = redact('DB_PASSWORD=hx9!tQ2m\nCACHE_PASSWORD=zz8?kL4p\n');
    expect(masked.found).toEqual([{ rule: 'named-password', kind: 'password', count: 2 }]);
  });
});

const fragments = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(...makeShapes(3).map((shape) => shape.text)),
  fc.constantFrom(
    'password=',
    '"token": "',
    '\\n',
    '%3D',
    '\n',
    '[redacted:',
    ']',
    '-----BEGIN ',
    '"',
    "'",
    '://a:',
    '@',
  ),
);
const texts = fc.array(fragments, { maxLength: 12 }).map((pieces) => pieces.join(''));

describe('any text', () => {
  it('is masked once for all, without an error', () => {
    fc.assert(
      fc.property(texts, (text) => redact(redact(text).text).text === redact(text).text),
      { numRuns: 300 },
    );
  });

  it('comes back byte for byte when nothing was found', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { text: masked, found } = redact(text);
        return (found.length === 0) === (masked === text) && hasSecret(text) === found.length > 0;
      }),
      { numRuns: 300 },
    );
  });

  it('stays JSON where it was JSON', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        texts,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(texts, tie('value'), { maxKeys: 4 }),
      ),
    }));
    const row = fc.tuple(value, fc.constantFrom(undefined, 2));
    fc.assert(
      fc.property(row, ([content, indent]) => {
        const json = JSON.stringify(content, null, indent);
        expect(() => JSON.parse(redact(json).text), json).not.toThrow();
        expect(() => JSON.parse(redact(JSON.stringify({ row: json })).text)).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });

  it('keeps a wrapped paragraph of prose as it is', () => {
    const prose = wrapAt(
      'The token bucket refills 10 tokens each second and the password field keeps its label. ',
      20,
    );
    expect(redact(prose.repeat(20)).text).toBe(prose.repeat(20));
  });
});
