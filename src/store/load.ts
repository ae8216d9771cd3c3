import { join } from 'node:path';
import { isDict, type Json } from '../domain/json.ts';
import type { Change, Operation } from '../domain/plan.ts';
import { splitTarget } from '../domain/state.ts';
import type { BadLine } from '../domain/trace.ts';
import { type Images, imagesOf, planAdoption } from './adopt.ts';
import { type Base, invalidRecords, isNewer, readBase } from './base.ts';
import { type Checkpoint, isUntouched, noCheckpoint, stampOf } from './checkpoint.ts';
import { isReachable, type Position, readAll, readTail } from './journal.ts';
import { contentHash, homeFile, type LayoutContext, locate, shardFamily } from './layout.ts';
import type { Paths } from './paths.ts';
import { folderOfMemory } from './publish.ts';
import { namesIn } from './reading.ts';
import { applyTo, isCollection, recordOf, setRecord, type Tables } from './tables.ts';

/** A home in memory: what the files say, with the journal laid over them. */
export interface Loaded {
  readonly base: Base;
  readonly tables: Tables;
  readonly layout: LayoutContext;
  /** Where the journal was read to. */
  position: Position;
  /** Records that the files do not hold yet. */
  readonly unpublished: Set<string>;
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
  const owner = { projectName: input.projectName, ownerFolders: namesIn(input.paths.memories) };
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

const changedFiles = (paths: Paths, base: Base, checkpoint: Checkpoint | undefined): string[] => {
  const files = new Set([...base.found.keys(), ...Object.keys(checkpoint?.files ?? {})]);
  return [...files].filter(
    (file) =>
      !/^(archive|imported)\//.test(file) &&
      !isUntouched(checkpoint?.files[file], stampOf(join(paths.home, file))),
  );
};

/** Without a trusted checkpoint nothing tells what the files lack: the journal's newest images complete them. */
function recover(base: Base, images: ReadonlyMap<string, Images>): Set<string> {
  const changed = new Set<string>();
  for (const [target, { latest, hashes }] of images) {
    const value = recordOf(base.tables, target);
    const isCopy = value !== null && hashes.has(contentHash(value));
    const take = value === null ? latest !== null : isCopy && (latest === null || isRevised(latest, value));
    if (!take) continue;
    setRecord(base.tables, target, latest);
    changed.add(target);
  }
  return changed;
}

const isRevised = (latest: Json, value: Json): boolean =>
  isDict(latest) && typeof latest.rev === 'number' && isNewer(latest, value);

/** Records that only a damaged, emptied or vanished file held: the journal gives them back. */
function restore(
  base: Base,
  images: ReadonlyMap<string, Images>,
  lost: ReadonlySet<string>,
  layout: LayoutContext,
): Set<string> {
  const restored = new Set<string>();
  for (const [target, { latest }] of images) {
    const { collection } = splitTarget(target);
    if (latest === null || !isCollection(collection) || recordOf(base.tables, target) !== null) continue;
    if (!lost.has(homeFile(collection, locate(target, latest), layout))) continue;
    setRecord(base.tables, target, latest);
    restored.add(target);
  }
  return restored;
}

/** Files of which lines are missing by accident: damaged, emptied or gone. */
function lostFiles(paths: Paths, base: Base, files: readonly string[]): Set<string> {
  const isLost = (file: string): boolean =>
    (base.found.get(file)?.bad.length ?? 0) > 0 || (stampOf(join(paths.home, file))?.size ?? 0) === 0;
  return new Set(files.filter(isLost).map(shardFamily));
}

const problemsOf = (paths: Paths, base: Base, journal: readonly BadLine[]): BadLine[] => [
  ...[...base.found.values()].flatMap((found) => [...found.bad, ...invalidRecords(paths, found)]),
  ...journal,
];

function overlay(base: Base, operations: readonly Operation[]): Set<string> {
  for (const operation of operations) applyTo(base.tables, operation.changes);
  return new Set(operations.flatMap(({ changes }) => changes.map(({ target }) => target)));
}

/** Reads the whole home. Nothing is written: what must be written is told in the result. */
export function loadHome(input: LoadInput): Loaded {
  const { paths, machine } = input;
  const base = readBase(paths);
  const known =
    input.checkpoint && isReachable(paths, machine, input.checkpoint.position) ? input.checkpoint : undefined;
  const start = (known ?? noCheckpoint(machine)).position;
  const touched = changedFiles(paths, base, known);
  const all = touched.length > 0 || known === undefined ? readAll(paths) : undefined;
  const images = imagesOf(all?.operations ?? []);
  const layout = layoutOf(input, base);
  const tail = readTail(paths, machine, start);
  const unpublished = known ? overlay(base, tail.operations) : recover(base, images);
  if (known)
    for (const target of restore(base, images, lostFiles(paths, base, touched), layout))
      unpublished.add(target);
  buryAgain(base);
  const files = touched.flatMap((file) => base.found.get(file) ?? []);
  const adoption = planAdoption({
    base,
    tables: base.tables,
    touched: known ? files : files.map((file) => ({ ...file, stamp: undefined })),
    images,
    layout,
    now: input.now,
  });
  const problems = problemsOf(paths, base, all?.bad ?? tail.bad);
  return { base, tables: base.tables, layout, position: tail.position, unpublished, adoption, problems };
}
