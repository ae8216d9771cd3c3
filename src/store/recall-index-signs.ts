import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Paths } from './paths.ts';
import { namesIn } from './reading.ts';

/**
 * How a home looks from outside, told without reading a record: what an index was made from, and what tells in a few
 * milliseconds that it still says what the home says.
 */
export interface Signs {
  /** Every file whose records recall depends on, with size, time and inode. */
  readonly files: string;
  /** The journals of other machines: what git brings. */
  readonly others: string;
  /** The newest month of this machine's journal, and its bytes. */
  readonly end: string;
}

/** Files of records that recall depends on, relative to the home. */
const counts =
  /^(?:memories\/[^/]+\/[^/]+\.jsonl|core-memory\.json|attention\.json|nodes\/user\/edges\.jsonl|skills\/[^/]+\/skill\.json)$/;

function filesOf(paths: Paths): string[] {
  const shards = namesIn(paths.memories).flatMap((owner) =>
    namesIn(join(paths.memories, owner)).map((name) => `memories/${owner}/${name}`),
  );
  const skills = namesIn(join(paths.home, 'skills')).map((slug) => `skills/${slug}/skill.json`);
  return ['attention.json', 'core-memory.json', ...shards, 'nodes/user/edges.jsonl', ...skills].filter(
    (file) => counts.test(file),
  );
}

const signOf = (file: string, size: number, mtimeMs: number, inode: number): string =>
  `${file} ${size} ${mtimeMs} ${inode}\n`;

/** One text, whatever the order in which the files were listed. */
const inOrder = (signs: readonly string[]): string => [...signs].sort().join('');

function sizeOf(path: string): number {
  return fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function newestMonth(folder: string): string {
  const months = namesIn(folder).filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name));
  const name = months.at(-1);
  return name === undefined
    ? endOf({ file: '', offset: 0 })
    : endOf({ file: name, offset: sizeOf(join(folder, name)) });
}

/** A place in a journal as `Signs.end` writes it. */
export const endOf = ({ file, offset }: { readonly file: string; readonly offset: number }): string =>
  `${file} ${offset}`;

/** How the home looks now. */
export function readSigns(paths: Paths, machine: string): Signs {
  const files = filesOf(paths).flatMap((file) => {
    const stats = fs.statSync(join(paths.home, file), { throwIfNoEntry: false });
    return stats ? [signOf(file, stats.size, stats.mtimeMs, stats.ino)] : [];
  });
  const others = namesIn(paths.journal)
    .filter((name) => name !== machine)
    .flatMap((name) =>
      namesIn(join(paths.journal, name)).map(
        (month) => `${name}/${month} ${sizeOf(join(paths.journal, name, month))}\n`,
      ),
    );
  return { files: inOrder(files), others: others.join(''), end: newestMonth(join(paths.journal, machine)) };
}

/** The same of the files as a checkpoint says that hebb left them. */
export function signsOfCheckpoint(
  files: Readonly<
    Record<string, { readonly size: number; readonly mtimeMs: number; readonly inode: number }>
  >,
): string {
  const signs = Object.entries(files).filter(([file]) => counts.test(file));
  return inOrder(signs.map(([file, { size, mtimeMs, inode }]) => signOf(file, size, mtimeMs, inode)));
}
