import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLines } from '../../src/clients/lines.ts';
import { temporaryFile } from './temporary-folder.ts';

const lines = (content: string | Buffer, maxLineMb = 1) => [
  ...readLines(temporaryFile(content), undefined, { maxLineMb }),
];

it.each([
  ['', []],
  ['\n \n\r\n', []],
  [
    'a\nb\n',
    [
      [1, 'a'],
      [2, 'b'],
    ],
  ],
  [
    'a\r\nb',
    [
      [1, 'a'],
      [2, 'b'],
    ],
  ],
  ['\0\0\0a\n', [[1, 'a']]],
  ['\uFEFFa\n', [[1, 'a']]],
  [
    'a\n\n\nb\n',
    [
      [1, 'a'],
      [4, 'b'],
    ],
  ],
])('%j', (content, expected) => {
  expect(lines(content).map(({ line, text }) => [line, text])).toEqual(expected);
});

it('tells where a line begins and ends, and whether its end was written', () => {
  expect(lines('é\nb')).toEqual([
    { line: 1, text: 'é', offset: 0, end: 3, whole: true },
    { line: 2, text: 'b', offset: 3, end: 4, whole: false },
  ]);
});

it('does not hold a line beyond the limit, and goes on after it', () => {
  const long = 'x'.repeat(1_048_576);
  const found = lines(`a\n${long}\n${long}y\nb\n`);
  expect(found.map(({ line, text }) => [line, text?.length])).toEqual([
    [1, 1],
    [2, 1_048_576],
    [3, undefined],
    [4, 1],
  ]);
  expect(found[2]).toMatchObject({ offset: 1_048_579, end: 1_048_579 + 1_048_578 });
});

it('cuts no character in two, wherever the chunks end', () => {
  const text = '日本語🎉'.repeat(40_000);
  expect(lines(`x${text}\nxx${text}\n`).map((line) => line.text)).toEqual([`x${text}`, `xx${text}`]);
});

it('gives back what was written', () => {
  const line = fc
    .string({ minLength: 1, maxLength: 40 })
    .filter((text) => /^[^\0\uFEFF\s][^\r\n]*$/.test(text));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (texts) => {
      const found = lines(texts.map((text) => `${text}\n`).join(''));
      expect(found.map(({ text }) => text)).toEqual(texts);
    }),
    { numRuns: 50 },
  );
});
