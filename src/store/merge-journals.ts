import * as fs from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isDict } from '../domain/json.ts';
import { writeWaitMs } from './file-store.ts';
import type { Files } from './files.ts';
import { machinesOf } from './journal.ts';
import { parseJsonLines } from './json-lines.ts';
import { type Owner, withLock } from './lock.ts';
import type { Paths } from './paths.ts';
import { namesIn, readIfThere } from './reading.ts';

/** Where journals are brought to and from. */
export interface JournalMerge {
  readonly files: Files;
  readonly owner: Owner;
  /** This home and the machine that writes its journal. */
  readonly paths: Paths;
  readonly machine: string;
  /** The other home. */
  readonly from: Paths;
}

/** A line of a journal and what it is known by. */
interface Row {
  readonly id: string;
  readonly seq: number;
  readonly line: string;
}

const isMonth = (name: string): boolean => /^\d{4}-\d{2}\.jsonl(?:\.gz)?$/.test(name);
const plainName = (name: string): string => name.replace(/\.gz$/, '');

function textOf(folder: string, name: string): string {
  if (name.endsWith('.gz')) return gunzipSync(fs.readFileSync(join(folder, name))).toString('utf8');
  return readIfThere(join(folder, name)) ?? '';
}

const rowsOf = (text: string): Row[] =>
  parseJsonLines(text, '').rows.flatMap(({ value }) =>
    isDict(value) && typeof value.id === 'string' && typeof value.seq === 'number'
      ? [{ id: value.id, seq: value.seq, line: JSON.stringify(value) }]
      : [],
  );

/** Rows of a month; the plain file tells more than the packed one. */
const monthRows = (folder: string, month: string): Row[] =>
  namesIn(folder)
    .filter((name) => plainName(name) === month)
    .sort((a, b) => a.length - b.length)
    .slice(0, 1)
    .flatMap((name) => rowsOf(textOf(folder, name)));

/**
 * Brings the journals of other machines and large images into this home, each operation once: with them `log`, `explain` and `undo` reach
 * what happened there. Nothing of this home's own history changes. It comes after the records: what is in a journal counts as known.
 */
export function mergeJournals(merge: JournalMerge): void {
  bringObjects(merge);
  for (const machine of machinesOf(merge.from).filter((name) => name !== merge.machine))
    bringMachine(merge, machine);
}

function bringObjects({ files, paths, from }: JournalMerge): void {
  const own = new Set(namesIn(paths.objects));
  const fresh = namesIn(from.objects).filter((name) => !own.has(name));
  if (fresh.length > 0) files.ensureFolder(paths.objects);
  for (const name of fresh)
    files.replace(join(paths.objects, name), fs.readFileSync(join(from.objects, name)));
}

function bringMachine({ files, paths, from }: JournalMerge, machine: string): void {
  const [there, here] = [join(from.journal, machine), join(paths.journal, machine)];
  for (const name of namesIn(there).filter(isMonth)) {
    const mine = namesIn(here).filter((own) => plainName(own) === plainName(name));
    files.ensureFolder(here);
    if (mine.length === 0) files.replace(join(here, name), fs.readFileSync(join(there, name)));
    else uniteMonth(files, { here, there, month: plainName(name), mine });
  }
}

function uniteMonth(
  files: Files,
  { here, there, month, mine }: { here: string; there: string; month: string; mine: readonly string[] },
): void {
  const own = monthRows(here, month);
  const known = new Set(own.map(({ id }) => id));
  const fresh = monthRows(there, month).filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return;
  const rows = [...own, ...fresh].sort((a, b) => a.seq - b.seq);
  files.replace(join(here, month), rows.map(({ line }) => `${line}\n`).join(''));
  for (const packed of mine.filter((name) => name !== month)) files.remove(join(here, packed));
}

/**
 * Of this machine's own journal the other home may have more, when this home was set back: then it goes on from there. Returns how many
 * operations stay out, because this home has gone on otherwise since: what they made of records is merged all the same.
 */
export function continueJournal(merge: JournalMerge): number {
  const { files, owner, paths, machine, from } = merge;
  const [there, here] = [join(from.journal, machine), join(paths.journal, machine)];
  const months = [...new Set(namesIn(there).filter(isMonth).map(plainName))].sort();
  const allIn = (folder: string): Row[] =>
    [...new Set(namesIn(folder).filter(isMonth).map(plainName))]
      .sort()
      .flatMap((month) => monthRows(folder, month));
  const isFresh = (): ((row: Row) => boolean) => {
    const known = new Set(allIn(here).map(({ id }) => id));
    return ({ id }) => !known.has(id);
  };
  if (allIn(there).filter(isFresh()).length === 0) return 0;
  const work = (): number => {
    bringObjects(merge);
    const fresh = isFresh();
    const last = allIn(here).reduce((highest, { seq }) => Math.max(highest, seq), 0);
    const rest = allIn(there).filter(fresh);
    if (rest.some(({ seq }) => seq <= last)) return rest.length;
    files.ensureFolder(here);
    for (const month of months) {
      const lines = monthRows(there, month).filter(fresh);
      if (lines.length > 0) files.append(join(here, month), lines.map(({ line }) => `${line}\n`).join(''));
    }
    return 0;
  };
  return withLock({ files, path: join(paths.locks, 'write.lock'), owner, waitMs: writeWaitMs }, work);
}
