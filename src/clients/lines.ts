import { closeSync, openSync, readSync } from 'node:fs';
import type { FileCursor } from '../domain/cursor.ts';
import { startsLine } from './file-cursor.ts';

/** One line of a file. */
export interface Line {
  /** 1-based number in the file. */
  readonly line: number;
  /** Text without its end of line, leading NULs and byte order mark; absent when the line is too long to read. */
  readonly text?: string;
  /** Byte where it begins, and the byte after its end of line. */
  readonly offset: number;
  readonly end: number;
  /** False for a last line without a newline: it may still be written. */
  readonly whole: boolean;
}

/** How much of one line may be held in memory. */
export interface LineLimits {
  /** Megabytes (1,048,576 bytes); a longer line is told of without its text. */
  readonly maxLineMb: number;
}

/** Lines of a file from a cursor on, blank ones left out. Throws the system's error. */
export function* readLines(path: string, from: FileCursor | undefined, limits: LineLimits): Generator<Line> {
  const fd = openSync(path, 'r');
  try {
    for (const line of linesOf(fd, from, limits)) if (line.text?.trim() !== '') yield line;
  } finally {
    closeSync(fd);
  }
}

const chunkBytes = 262_144;
const newline = 10;

/** Lines of an open file, blank ones too. Reads in chunks, so that neither the file nor a line beyond the limit is ever held whole. */
export function* linesOf(fd: number, from: FileCursor | undefined, limits: LineLimits): Generator<Line> {
  const chunk = Buffer.alloc(chunkBytes);
  const start = from?.offset ?? 0;
  const line = startLine(from?.line ?? 0, start, limits.maxLineMb * 1_048_576);
  // A last line that was taken without its newline goes on here: what follows still belongs to it.
  if (!startsLine(fd, start)) line.number -= 1;
  for (let at = start; ; ) {
    const read = readSync(fd, chunk, 0, chunk.length, at);
    if (read === 0) break;
    for (let begin = 0; begin < read; ) {
      const stop = chunk.subarray(0, read).indexOf(newline, begin);
      if (stop >= 0) yield* line.finish(chunk.subarray(begin, stop), at + stop + 1);
      else line.keep(chunk.subarray(begin, read));
      begin = stop < 0 ? read : stop + 1;
    }
    at += read;
  }
  yield* line.finish(nothing, undefined);
}

const nothing = Buffer.alloc(0);

/** Gathers the bytes of one line after the other; of a line beyond the limit only the length is kept. */
function startLine(lines: number, start: number, maxBytes: number) {
  let parts: Buffer[] = [];
  let size = 0;
  let offset = start;
  return {
    number: lines + 1,
    /** Keeps a part of a line that goes on in the next chunk. */
    keep(bytes: Buffer): void {
      size += bytes.length;
      if (size > maxBytes) parts = [];
      else parts.push(Buffer.from(bytes));
    },
    /** Ends a line with its last part; `end` is the byte after its newline, absent when it has none yet. */
    *finish(last: Buffer, end: number | undefined): Generator<Line> {
      size += last.length;
      const kept = parts;
      parts = [];
      const text = size > maxBytes ? undefined : cleanText(joined(kept, last));
      const whole = end !== undefined;
      const found = { line: this.number, offset, end: end ?? offset + size, whole };
      if (whole || size > 0) yield text === undefined ? found : { ...found, text };
      this.number += 1;
      offset = found.end;
      size = 0;
    },
  };
}

/** Most lines lie in one chunk: they are read without a copy. */
const joined = (parts: Buffer[], last: Buffer): Buffer =>
  parts.length === 0 ? last : Buffer.concat([...parts, last]);

const cleanText = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .replace(/^[\0\uFEFF]+/, '')
    .replace(/\r$/, '');
