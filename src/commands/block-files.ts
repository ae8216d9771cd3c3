import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, unwrap } from '../domain/failure.ts';
import { exportWords, markedBlockText } from '../pipeline/export-block.ts';
import type { Files } from '../store/files.ts';
import {
  findMarkedBlock,
  markedLine,
  withBlock,
  withLine,
  withoutBlock,
  withoutLine,
} from '../text/marked-block.ts';
import { findFile } from './init-files.ts';

/** What a file held and is to hold; undefined: no file. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A file's text; undefined where there is none. Fails for what must not be written. */
export function textAt(path: string): string | undefined {
  const { text, problem } = findFile(path);
  if (problem !== undefined)
    throw fail('export.file', `${path}: ${problem}`, 'name another file, or make it writable');
  return text;
}

/** A file with a block of facts in it. */
export function planBlock(path: string, block: string): FileChange {
  const before = textAt(path);
  const there = before === undefined ? undefined : unwrap(findMarkedBlock(before, path));
  return { path, before, after: withBlock(before, there, markedBlockText(block)) };
}

/** The same file without its block. */
export function planBlockOut(path: string): FileChange {
  const before = textAt(path);
  const there = before === undefined ? undefined : unwrap(findMarkedBlock(before, path));
  return { path, before, after: before !== undefined && there ? withoutBlock(before, there) : before };
}

/** Whether hebb's block stands in a file. */
export function hasBlock(path: string): boolean {
  const { text } = findFile(path);
  if (text === undefined) return false;
  const found = findMarkedBlock(text, path);
  return !found.ok || found.value !== undefined;
}

const memoryFile = (folder: string): string => join(folder, 'hebb.md');
const indexFile = (folder: string): string => join(folder, 'MEMORY.md');

/** Files of an agent's own memory that hold what hebb knows: a file of hebb's own, and a line of the index. */
export function planMemory(folder: string, block: string): FileChange[] {
  const [path, index] = [memoryFile(folder), indexFile(folder)];
  const before = textAt(path);
  if (before !== undefined && !hasBlock(path))
    throw fail('export.foreign', `${path} is a file of yours`, 'give it another name; hebb.md is hebb’s own');
  const marked = withBlock(undefined, undefined, markedBlockText(block)).trimEnd();
  const after = exportWords('claude-memory.file', { block: marked });
  const text = textAt(index);
  const line = markedLine(exportWords('claude-memory.line'), text === undefined);
  return [
    { path, before, after },
    { path: index, before: text, after: withLine(text ?? '', line) },
  ];
}

/** The same files as they were without it. */
export function planMemoryOut(folder: string): FileChange[] {
  const [path, index] = [memoryFile(folder), indexFile(folder)];
  const text = textAt(index);
  const own = hasBlock(path) ? [{ path, before: textAt(path), after: undefined }] : [];
  return [...own, { path: index, before: text, after: text === undefined ? undefined : withoutLine(text) }];
}

/** Whether hebb's file lies in the folder of an agent's memory. */
export const hasMemory = (folder: string): boolean => hasBlock(memoryFile(folder));

/** Rights of a file that hebb makes for others to read. */
const sharedMode = 0o644;

/** Makes changes true, file by file, each whole or not at all. A file keeps its rights, a link stays a link. Returns what changed. */
export function applyChanges(
  files: Files,
  changes: readonly FileChange[],
  dry: boolean,
): readonly FileChange[] {
  const real = changes.filter(({ before, after }) => before !== after);
  for (const { path, after } of real) {
    if (after === undefined) files.remove(path);
    else {
      const mode = fs.statSync(path, { throwIfNoEntry: false })?.mode ?? sharedMode;
      files.ensureFolder(dirname(path));
      files.replace(path, after);
      if (!dry) fs.chmodSync(path, mode & 0o777);
    }
  }
  return real;
}

/** Takes a folder away that has nothing left in it, and the one above it likewise. */
export function dropEmptyFolders(folder: string, dry: boolean): void {
  if (dry) return;
  for (const one of [folder, dirname(folder)]) {
    try {
      fs.rmdirSync(one);
    } catch {
      return;
    }
  }
}
