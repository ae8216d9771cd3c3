import * as fs from 'node:fs';
import { join, relative, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { purgedMark } from '../domain/purge.ts';
import type { Paths } from './paths.ts';
import { isMissing } from './reading.ts';

/** What a person wrote, what other programs own, and what holds no text of a memory. */
const untouched =
  /^(?:locks\/|\.git(?:\/|$|ignore$|attributes$)|config\.yaml$|base\.md$|state\.json$|cache\/checkpoint\.json$)/;

/** The index of recall and what SQLite keeps beside it: made anew from what is left, so it goes as a whole. */
export const isRecallIndex = (file: string): boolean => /^cache\/recall\.db(?:$|[-.])/.test(file);

/** Positions in these are counted in bytes, so that a line keeps its length. */
export const isCountedInBytes = (file: string): boolean =>
  /^(?:journal\/.*|learning-log\/.*|usage\/.*)\.jsonl$/.test(file);

function walk(folder: string): string[] {
  let entries: fs.Dirent[];
  try {
    entries = fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === '.git' ? [] : walk(path);
      return entry.isFile() ? [path] : [];
    });
}

/** Journals first: what they no longer say, no file is compared with. Objects after them, when nothing refers to them. */
const orderOf = (file: string): number =>
  file.startsWith('journal/') ? 0 : file.startsWith('objects/') ? 1 : 2;

/** Files of a home in which a text may lie, relative to it, in the order in which they are erased. */
export function erasableFiles(paths: Paths): string[] {
  return walk(paths.home)
    .map((path) => relative(paths.home, path).split(sep).join('/'))
    .filter((file) => !untouched.test(file))
    .sort((a, b) => orderOf(a) - orderOf(b) || (a < b ? -1 : 1));
}

/** The same number of bytes: spaces after a line that became shorter, no marks in one that became longer. */
export function padded(line: string, bytes: number): string {
  const length = Buffer.byteLength(line);
  if (length <= bytes) return line + ' '.repeat(bytes - length);
  const bare = line.replaceAll(purgedMark, '');
  return bare + ' '.repeat(Math.max(0, bytes - Buffer.byteLength(bare)));
}

/** Spaces by which a document is indented. */
export const indentOf = (text: string): number => /^[[{]\n( +)/.exec(text)?.[1]?.length ?? 0;

/** A file opened for reading; undefined where there is none. */
export function openIfThere(path: string): number | undefined {
  try {
    return fs.openSync(path, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Bytes of a file; undefined where there is none. */
export function readIfPresent(path: string): Buffer | undefined {
  const fd = openIfThere(path);
  if (fd === undefined) return undefined;
  try {
    return fs.readFileSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** What was appended to an open file after an offset. */
export function bytesAfter(fd: number, offset: number): Buffer {
  const rest = Buffer.alloc(Math.max(0, fs.fstatSync(fd).size - offset));
  const got = rest.length > 0 ? fs.readSync(fd, rest, 0, rest.length, offset) : 0;
  return rest.subarray(0, got);
}

/** A packed file that cannot be unpacked holds no text that anyone could read. */
export function inflated(bytes: Buffer): string {
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch {
    return '';
  }
}
