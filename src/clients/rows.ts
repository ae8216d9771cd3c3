import { closeSync, openSync } from 'node:fs';
import type { FileCursor } from '../domain/cursor.ts';
import { type Dict, isDict } from '../domain/json.ts';
import type { BadLine } from '../domain/trace.ts';
import { cursorAt } from './file-cursor.ts';
import { parseGlued } from './glued-objects.ts';
import { type Line, type LineLimits, linesOf } from './lines.ts';

/** A JSON object with the line it stood on. */
export interface Row {
  readonly line: number;
  readonly value: Dict;
}

/** What a file gives: its rows and, in between, the lines that could not be read. */
export type RowOrBad = { readonly row: Row } | { readonly bad: BadLine };

/** A file that is being read. */
export interface RowReader {
  readonly rows: Generator<RowOrBad>;
  /** From where the next reading goes on; known when `rows` has ended, or was left early. */
  cursor(): FileCursor | undefined;
}

/** How much raw text of a bad line is kept, in characters. */
const rawLength = 2000;

/** Opens a JSON-lines file from a cursor on. A last line without newline is taken when it is a whole object, else left for the next time. Throws the system's error. */
export function readRows(path: string, from: FileCursor | undefined, limits: LineLimits): RowReader {
  let cursor: FileCursor | undefined;
  function* rows(): Generator<RowOrBad> {
    const fd = openSync(path, 'r');
    let end = { offset: from?.offset ?? 0, line: from?.line ?? 0 };
    try {
      for (const line of linesOf(fd, from, limits)) {
        const found = rowsOf(path, line);
        if (!line.whole && !isWholeObject(found)) break;
        yield* found;
        end = { offset: line.end, line: line.line };
      }
    } finally {
      cursor = cursorAt(fd, end);
      closeSync(fd);
    }
  }
  return { rows: rows(), cursor: () => cursor };
}

const isWholeObject = (found: readonly RowOrBad[]): boolean =>
  found.length > 0 && found.every((item) => 'row' in item);

function rowsOf(file: string, { line, text, offset, end }: Line): RowOrBad[] {
  if (text === undefined)
    return [{ bad: { file, line, problem: `line of ${end - offset} bytes is too long`, text: '' } }];
  if (text.trim() === '') return [];
  const { values, rest } = parseGlued(text);
  const rows = values.map((value) => rowOf(file, line, value));
  if (rest === undefined) return rows;
  return [...rows, { bad: { file, line, problem: 'not JSON', text: rest.slice(0, rawLength) } }];
}

/** Bare strings, numbers and lists are JSON but no rows of any client. */
function rowOf(file: string, line: number, value: unknown): RowOrBad {
  if (isDict(value)) return { row: { line, value } };
  const text = JSON.stringify(value).slice(0, rawLength);
  return { bad: { file, line, problem: 'not a JSON object', text } };
}
