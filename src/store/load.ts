import { join } from 'node:path';
import type { Change, Operation } from '../domain/plan.ts';
import { splitTarget } from '../domain/state.ts';
import type { BadLine } from '../domain/trace.ts';
import { type AdoptionInput, planAdoption, settleRecords } from './adopt.ts';
import { type Base, type Rescue, readBase } from './base.ts';
import { type Checkpoint, isUntouched, noCheckpoint, stampOf } from './checkpoint.ts';
import { imagesOf } from './images.ts';
import { isReachable, type Position, readAll, readTail } from './journal.ts';
import { type LayoutContext, ledgerFile, shardFamily } from './layout.ts';
import type { Paths } from './paths.ts';
import { folderOfMemory } from './publish.ts';
import { namesIn } from './reading.ts';
import { applyTo, type Tables } from './tables.ts';

/** A home in memory: what the files say, with the journal laid over them. */
export interface Loaded {
  readonly base: Base;
  readonly tables: Tables;
  readonly layout: LayoutContext;
  /** Where the journal was read to. */
  position: Position;
  /** Records that the files do not hold yet. */
  readonly unpublished: Set<string>;
  /** Whether a file is not as hebb left it, even when it says the same. */
  readonly touched: boolean;
  /** What people changed in the files and no operation tells of yet. */
  readonly adoption: readonly Change[];
  /** Lines that could not be read. */
  readonly problems: readonly BadLine[];
}

/** What loading needs. */
export interface LoadInput {
  readonly paths: Paths;
  readonly machine: string;
  readonly checkpoint: Checkpoint | undefined;
  projectName(id: string): string;
  readonly now: string;
}

function layoutOf(input: LoadInput, base: Base): LayoutContext {
  const left = Object.keys(input.checkpoint?.files ?? {}).flatMap((file) => {
    const [room, folder] = file.split('/');
    return room === 'memories' && folder !== undefined ? [folder] : [];
  });
  const ownerFolders = [...new Set([...namesIn(input.paths.memories), ...left])];
  const owner = { projectName: input.projectName, ownerFolders };
  return { ...owner, folderOfMemory: folderOfMemory(base.fileOf, base.tables, owner) };
}

/** Memories that a tombstone buries, though a merge by git left their lines: they stay out and their file is tidied. */
function buryAgain(base: Base): void {
  for (const stone of base.tables.tombstones.values()) {
    if (stone.liftedAt !== undefined || !base.tables.memories.delete(stone.memoryId)) continue;
    const target = `memories/${stone.memoryId}`;
    base.untidy.add(base.fileOf.get(target) ?? '');
    base.fileOf.delete(target);
  }
  base.untidy.delete('');
}

/** Ledgers are read when somebody asks; what people do to them is not looked at. */
const isLedgerFile = (file: string): boolean => /^(archive|imported)\//.test(file);

/** Files that look otherwise than when they were read. */
export const filesUnlike = (paths: Paths, base: Base): string[] =>
  [...base.found].flatMap(([file, { stamp }]) =>
    isLedgerFile(file) || isUntouched(stamp, stampOf(join(paths.home, file))) ? [] : [file],
  );

const changedFiles = (paths: Paths, base: Base, checkpoint: Checkpoint | undefined): string[] => {
  const files = new Set([...base.found.keys(), ...Object.keys(checkpoint?.files ?? {})]);
  return [...files].filter(
    (file) => !isLedgerFile(file) && !isUntouched(checkpoint?.files[file], stampOf(join(paths.home, file))),
  );
};

/** Files of which records are missing by accident: damaged, emptied or gone. */
function lostFiles(base: Base, files: readonly string[]): Set<string> {
  const isLost = (file: string): boolean => {
    const found = base.found.get(file);
    return found === undefined || found.bad.length > 0 || found.records.length === 0;
  };
  return new Set(files.filter(isLost).map(shardFamily));
}

/** What the journals hold of a ledger's document. */
const rescueFrom =
  (paths: Paths): Rescue =>
  (file) =>
    [...imagesOf(readAll(paths).operations)].flatMap(([target, { latest }]) => {
      const { collection } = splitTarget(target);
      if (latest === null || (collection !== 'archive' && collection !== 'imported')) return [];
      return ledgerFile(collection, splitTarget(target).id) === file ? [[target, latest] as const] : [];
    });

function overlay(base: Base, operations: readonly Operation[]): Set<string> {
  for (const operation of operations) applyTo(base.tables, operation.changes);
  return new Set(operations.flatMap(({ changes }) => changes.map(({ target }) => target)));
}

/** Reads the whole home. Nothing is written: what must be written is told in the result. */
export function loadHome(input: LoadInput): Loaded {
  const { paths, machine } = input;
  const base = readBase(paths, rescueFrom(paths));
  const known =
    input.checkpoint && isReachable(paths, machine, input.checkpoint.position) ? input.checkpoint : undefined;
  const tail = readTail(paths, machine, (known ?? noCheckpoint(machine)).position);
  const unpublished = known ? overlay(base, tail.operations) : new Set<string>();
  const touched = changedFiles(paths, base, known);
  const layout = layoutOf(input, base);
  const all = touched.length > 0 || known === undefined ? readAll(paths) : undefined;
  const newer = (all ?? tail).newer;
  if (newer) base.newer = newer;
  const adoptionInput: AdoptionInput | undefined = all && {
    base,
    touched: touched.flatMap((file) => base.found.get(file) ?? []),
    lost: lostFiles(base, touched),
    images: imagesOf(all.operations),
    recent: known && imagesOf(tail.operations),
    layout,
    now: input.now,
  };
  if (adoptionInput) for (const target of settleRecords(adoptionInput)) unpublished.add(target);
  buryAgain(base);
  return {
    base,
    tables: base.tables,
    layout,
    position: tail.position,
    unpublished,
    touched: touched.length > 0,
    adoption: adoptionInput ? planAdoption(adoptionInput) : [],
    problems: [...[...base.found.values()].flatMap(({ bad }) => bad), ...(all?.bad ?? tail.bad)],
  };
}
