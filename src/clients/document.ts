import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import type { FileCursor } from '../domain/cursor.ts';
import { parseDict } from '../domain/json.ts';
import { cursorAt } from './file-cursor.ts';
import type { LineLimits } from './lines.ts';
import { type RowReader, readRows } from './rows.ts';

/** Whether a file is one JSON value, not a row a line, by its name. */
export const isDocument = (path: string): boolean => path.endsWith('.json');

/**
 * Opens a file that is one JSON object: its only row. Such files are written anew each time, so they are read whole,
 * and the cursor covers every byte. One beyond the limit is named with its size and not held. Rows under the name of
 * a document are read as rows. Throws the system's error.
 */
export function readDocument(path: string, limits: LineLimits): RowReader {
  const { bytes, size, cursor } = load(path, limits);
  if (bytes === undefined)
    return only({ problem: `document of ${size} bytes is too long`, text: '' }, path, cursor);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const value = parseDict(text);
  if (value) return { rows: single({ row: { line: 1, value } }), cursor: () => cursor };
  if (parseDict(text.slice(0, text.indexOf('\n') + 1))) return readRows(path, undefined, limits);
  const problem = text.trim() === '' ? 'empty' : 'not a JSON object';
  return only({ problem, text: text.slice(0, 2000) }, path, undefined);
}

interface Loaded {
  readonly bytes: Buffer | undefined;
  readonly size: number;
  readonly cursor: FileCursor;
}

function load(path: string, { maxLineMb }: LineLimits): Loaded {
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    const bytes = size > maxLineMb * 1_048_576 ? undefined : readFileSync(fd);
    const read = bytes?.length ?? size;
    return {
      bytes,
      size,
      cursor: cursorAt(fd, { offset: read, line: 1, ...(bytes ? { headLength: read } : {}) }),
    };
  } finally {
    closeSync(fd);
  }
}

function* single<T>(item: T): Generator<T> {
  yield item;
}

const only = (
  { problem, text }: { problem: string; text: string },
  file: string,
  cursor: FileCursor | undefined,
): RowReader => ({ rows: single({ bad: { file, line: 1, problem, text } }), cursor: () => cursor });
