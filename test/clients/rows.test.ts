import { appendFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { resumeCursor } from '../../src/clients/file-cursor.ts';
import { readRows } from '../../src/clients/rows.ts';
import type { FileCursor } from '../../src/domain/cursor.ts';
import { temporaryFile } from './temporary-folder.ts';

function read(path: string, from?: FileCursor) {
  const reader = readRows(path, from, { maxLineMb: 1 });
  const found = [...reader.rows].map((item) =>
    'row' in item ? [item.row.line, item.row.value.n] : [item.bad.line, item.bad.problem],
  );
  const cursor = reader.cursor();
  if (!cursor) throw new Error('no cursor after the last row');
  return { found, cursor };
}

it('reads an appended file from where it was, with the same line numbers', () => {
  const path = temporaryFile('{"n":1}\n\n{"n":2}\n');
  const first = read(path);
  expect([first.found, resumeCursor(path, first.cursor)]).toEqual([
    [
      [1, 1],
      [3, 2],
    ],
    'same',
  ]);
  appendFileSync(path, 'x\n{"n":3}\n');
  expect(resumeCursor(path, first.cursor)).toBe('appended');
  expect(read(path, first.cursor).found).toEqual([
    [4, 'not JSON'],
    [5, 3],
  ]);
});

it('leaves a torn last line until it is whole', () => {
  const path = temporaryFile('{"n":1}\n{"n"');
  const first = read(path);
  expect(first.found).toEqual([[1, 1]]);
  appendFileSync(path, ':2}\n');
  expect(read(path, first.cursor).found).toEqual([[2, 2]]);
});

it('takes a whole last line without its newline once, and counts on', () => {
  const path = temporaryFile('{"n":1}\n{"n":2}');
  const first = read(path);
  expect(first.found).toEqual([
    [1, 1],
    [2, 2],
  ]);
  appendFileSync(path, '\n{"n":3}\n');
  expect(read(path, first.cursor).found).toEqual([[3, 3]]);
});

it('does not take a number that may still grow', () => {
  const path = temporaryFile('{"n":1}\n12');
  expect(read(path).cursor.line).toBe(1);
});

it.each([
  ['truncated', (path: string) => truncateSync(path, 3)],
  ['rewritten', (path: string) => writeFileSync(path, '{"n":9}\n{"n":8}\n{"n":7}\n')],
  [
    'put in its place',
    (path: string) => {
      writeFileSync(`${path}.new`, '{"n":1}\n{"n":2}\n{"n":3}\n');
      renameSync(`${path}.new`, path);
    },
  ],
])('knows a file that was %s', (_, change) => {
  const path = temporaryFile('{"n":1}\n{"n":2}\n');
  const { cursor } = read(path);
  change(path);
  expect(resumeCursor(path, cursor)).toBe('replaced');
});

it('names a line that is too long with its size', () => {
  const path = temporaryFile(`{"n":"${'x'.repeat(1_048_576)}"}\n{"n":2}\n`);
  expect(read(path).found).toEqual([
    [1, 'line of 1048585 bytes is too long'],
    [2, 2],
  ]);
});

it('knows where it stands also when it is left early', () => {
  const path = temporaryFile('{"n":1}\n{"n":2}\n');
  const reader = readRows(path, undefined, { maxLineMb: 1 });
  for (const _ of reader.rows) break;
  expect(reader.cursor()?.line).toBe(0);
});

it('says what the system says of a file that is not there', () => {
  expect(() => [...readRows('/no/such/file', undefined, { maxLineMb: 1 }).rows]).toThrow('ENOENT');
});
