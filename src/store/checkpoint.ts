import * as fs from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Files } from './files.ts';
import { beginning, type Position } from './journal.ts';
import type { Paths } from './paths.ts';
import { isMissing, readIfThere } from './reading.ts';

/** What tells that nobody has touched a file. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: number;
}

/** How far the journal is contained in the files that people read, and how those files looked when hebb left them. */
export interface Checkpoint {
  readonly v: 1;
  readonly machine: string;
  readonly position: Position;
  readonly files: Readonly<Record<string, FileStamp>>;
}

const schema = v.object({
  v: v.literal(1),
  machine: v.string(),
  position: v.object({ file: v.string(), offset: v.number(), seq: v.number() }),
  files: v.record(v.string(), v.object({ size: v.number(), mtimeMs: v.number(), inode: v.number() })),
});

const pathOf = (paths: Paths): string => join(paths.cache, 'checkpoint.json');

/** The checkpoint of this machine, or undefined where there is none that can be trusted. */
export function readCheckpoint(paths: Paths, machine: string): Checkpoint | undefined {
  const text = readIfThere(pathOf(paths));
  if (text === undefined) return undefined;
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success && parsed.output.machine === machine ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the checkpoint: the last step of publishing. */
export function writeCheckpoint(files: Files, paths: Paths, checkpoint: Checkpoint): void {
  files.ensureFolder(paths.cache);
  files.replace(pathOf(paths), `${JSON.stringify(checkpoint)}\n`);
}

/** The checkpoint of a home in which nothing was published yet. */
export const noCheckpoint = (machine: string): Checkpoint => ({
  v: 1,
  machine,
  position: beginning,
  files: {},
});

/** The stamp of a file; undefined where there is none. */
export function stampOf(path: string): FileStamp | undefined {
  try {
    const { size, mtimeMs, ino } = fs.statSync(path);
    return { size, mtimeMs, inode: ino };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** True when a file is as hebb left it. */
export const isUntouched = (left: FileStamp | undefined, now: FileStamp | undefined): boolean =>
  left?.size === now?.size && left?.mtimeMs === now?.mtimeMs && left?.inode === now?.inode;
