import type { Files } from './files.ts';

/** Bytes that are read at once: memory is bounded however long a file is. */
const pieceBytes = 4_194_304;

const newline = 10;

/** One line of a file, without its end. */
export interface RawLine {
  readonly text: string;
  /** Byte where it begins. */
  readonly offset: number;
  /** Bytes without the newline. */
  readonly length: number;
}

/** Whole lines of a file from a place on. What has no line's end yet is left for the next time. */
export function* linesFrom(files: Files, path: string, from = 0): Generator<RawLine> {
  let size = pieceBytes;
  for (let start = from; ; ) {
    const bytes = files.slice(path, start, start + size);
    const end = bytes.lastIndexOf(newline) + 1;
    for (let at = 0; at < end; ) {
      const stop = bytes.indexOf(newline, at);
      yield { text: bytes.toString('utf8', at, stop), offset: start + at, length: stop - at };
      at = stop + 1;
    }
    if (bytes.length < size) return;
    // A line longer than the piece: more is read at once.
    size = end === 0 ? size * 2 : pieceBytes;
    start += end;
  }
}
