import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { FileCursor } from '../domain/cursor.ts';
import { hashOf } from '../domain/identity.ts';

/** At most this many first bytes tell one file from another. */
const headBytes = 1024;

/** How a file stands to what was read of it: unchanged, longer, or another file (also one that was cut). */
export type Growth = 'same' | 'appended' | 'replaced';

/** Compares a file with the cursor of an earlier reading. Throws the system's error when it cannot be read. */
export function resumeCursor(path: string, cursor: FileCursor): Growth {
  return withFile(path, (fd) => {
    const { ino, size } = fstatSync(fd);
    if (ino !== cursor.inode || size < cursor.offset) return 'replaced';
    if (hashHead(fd, cursor.headLength) !== cursor.headHash) return 'replaced';
    return size === cursor.offset ? 'same' : 'appended';
  });
}

/** How far an open file was read; `headLength` when more than its first bytes tell it from another. */
export type ReadSoFar = Pick<FileCursor, 'offset' | 'line'> & Partial<Pick<FileCursor, 'headLength'>>;

/** The cursor of an open file that was read so far. */
export function cursorAt(fd: number, { offset, line, headLength: given }: ReadSoFar): FileCursor {
  const headLength = given ?? Math.min(headBytes, offset);
  return { inode: fstatSync(fd).ino, offset, line, headHash: hashHead(fd, headLength), headLength };
}

/** Whether the byte before `offset` ends a line; true at the start of a file. */
export function startsLine(fd: number, offset: number): boolean {
  if (offset === 0) return true;
  const byte = Buffer.alloc(1);
  return readSync(fd, byte, 0, 1, offset - 1) === 1 && byte[0] === 10;
}

function hashHead(fd: number, length: number): string {
  const bytes = Buffer.alloc(length);
  const read = length > 0 ? readSync(fd, bytes, 0, length, 0) : 0;
  return hashOf(bytes.toString('latin1', 0, read));
}

function withFile<T>(path: string, use: (fd: number) => T): T {
  const fd = openSync(path, 'r');
  try {
    return use(fd);
  } finally {
    closeSync(fd);
  }
}
