import { basename, join } from 'node:path';
import { isDict, type Json } from '../domain/json.ts';
import { type Collection, splitTarget, targetOf } from '../domain/state.ts';
import type { FoundFile } from './base.ts';
import { type FileStamp, isUntouched, stampOf } from './checkpoint.ts';
import type { Files } from './files.ts';
import {
  homeFile,
  type LayoutContext,
  lineOf,
  locate,
  shardFamily,
  shardLines,
  shardName,
} from './layout.ts';
import type { Paths } from './paths.ts';
import { coreDocument, isCollection, recordOf, type Tables } from './tables.ts';

/** What publishing writes from. */
export interface PublishInput {
  readonly files: Files;
  readonly paths: Paths;
  readonly tables: Tables;
  /** File of each record that lies in one; completed for new records. */
  readonly fileOf: Map<string, string>;
  readonly layout: LayoutContext;
  /** Records that changed since the checkpoint. */
  readonly targets: ReadonlySet<string>;
  /** Files to write anew whatever their records. */
  readonly untidy: ReadonlySet<string>;
  /** The files as they were read. */
  readonly found: ReadonlyMap<string, FoundFile>;
}

const isSharded = (collection: Collection): boolean =>
  collection === 'memories' || collection === 'tombstones';

function linesOf(input: PublishInput, file: string): number {
  let lines = 0;
  for (const other of input.fileOf.values()) if (other === file) lines++;
  return lines;
}

/** The first shard of a month that has room. Counts are taken once a publication and kept up. */
function openShard(input: PublishInput, family: string, counts: Map<string, number>): string {
  for (let number = 1; ; number++) {
    const file = shardName(family, number);
    const lines = counts.get(file) ?? linesOf(input, file);
    counts.set(file, lines);
    if (lines < shardLines) return file;
  }
}

/** Gives every changed record its file: where it lies already, else where its kind belongs. */
function assignFiles(input: PublishInput): Set<string> {
  const dirty = new Set(input.untidy);
  const counts = new Map<string, number>();
  for (const target of input.targets) {
    const { collection } = splitTarget(target);
    if (!isCollection(collection)) continue;
    const value = recordOf(input.tables, target);
    const lies = input.fileOf.get(target);
    if (lies !== undefined) dirty.add(lies);
    if (value === null) {
      input.fileOf.delete(target);
      if (lies === undefined && !isSharded(collection))
        dirty.add(homeFile(collection, locate(target, null), input.layout));
      continue;
    }
    const home = homeFile(collection, locate(target, value), input.layout);
    if (lies !== undefined && (shardFamily(lies) === home || collection === 'relations')) continue;
    const file = isSharded(collection) ? openShard(input, home, counts) : home;
    counts.set(file, (counts.get(file) ?? 0) + 1);
    input.fileOf.set(target, file);
    dirty.add(file);
  }
  return dirty;
}

const byId = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function recordsByFile(input: PublishInput, dirty: ReadonlySet<string>): Map<string, string[]> {
  const byFile = new Map<string, string[]>([...dirty].map((file) => [file, []]));
  for (const [target, file] of input.fileOf) byFile.get(file)?.push(target);
  return byFile;
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Text of a file, or null when nothing is left for it to hold. */
function render(input: PublishInput, file: string, targets: readonly string[]): string | null {
  if (file === 'core-memory.json') return pretty(coreDocument(input.tables.core));
  if (targets.length === 0) return null;
  const values = [...targets]
    .sort((a, b) => byId(splitTarget(a).id, splitTarget(b).id))
    .map((target) => recordOf(input.tables, target));
  if (file.endsWith('.jsonl')) return values.map((value) => `${lineOf(value)}\n`).join('');
  if (file.endsWith('.md')) return String(values[0]);
  return file.startsWith('archive/') ? pretty({ v: 1, forgotten: values }) : pretty(values[0]);
}

/** Archives first: what leaves the live tree is durable elsewhere before it leaves. */
const publishOrder = (file: string): number =>
  file.startsWith('archive/') ? 0 : file.startsWith('imported/') ? 1 : file.startsWith('extracted/') ? 3 : 2;

/** Thrown when somebody touched a file between reading and writing it: read again, adopt, publish again. */
export class TouchedMeanwhile extends Error {}

/**
 * Writes the files that people read from the journal's state: each by temporary file, sync and rename, archives before
 * removals. Runs under `publish.lock`. Returns the stamps of what it wrote (undefined: the file is gone).
 */
export function publishFiles(input: PublishInput): Map<string, FileStamp | undefined> {
  const dirty = assignFiles(input);
  const byFile = recordsByFile(input, dirty);
  const stamps = new Map<string, FileStamp | undefined>();
  const order = [...dirty].sort((a, b) => publishOrder(a) - publishOrder(b) || byId(a, b));
  for (const file of order) {
    const path = join(input.paths.home, file);
    const text = render(input, file, byFile.get(file) ?? []);
    const found = input.found.get(file);
    if (!isUntouched(found?.stamp, stampOf(path))) throw new TouchedMeanwhile(file);
    if (!file.endsWith('.jsonl') && found && found.bad.length > 0) setAside(input, path);
    writeFile(input, path, text);
    stamps.set(file, stampOf(path));
  }
  return stamps;
}

/** A document that cannot be read is never overwritten: it is kept as it is, beside the damaged lines. */
function setAside({ files, paths }: PublishInput, path: string): void {
  files.ensureFolder(paths.quarantine);
  for (let number = 1; ; number++) {
    const free = join(paths.quarantine, `${basename(path)}.${number}`);
    if (stampOf(free) !== undefined) continue;
    files.move(path, free);
    return;
  }
}

function writeFile(input: PublishInput, path: string, text: string | null): void {
  if (text === null) {
    input.files.remove(path);
    return;
  }
  input.files.ensureFolder(join(path, '..'));
  input.files.replace(path, text);
}

/** Folder of each memory that lies in a file, for the relations beside it. */
export function folderOfMemory(
  fileOf: ReadonlyMap<string, string>,
  tables: Tables,
  layout: Pick<LayoutContext, 'projectName' | 'ownerFolders'>,
) {
  return (id: string): string | undefined => {
    const file = fileOf.get(targetOf('memories', id));
    if (file) return file.split('/')[1];
    const memory: Json = recordOf(tables, targetOf('memories', id));
    if (!isDict(memory)) return undefined;
    return homeFile('memories', locate(targetOf('memories', id), memory as Json), {
      ...layout,
      folderOfMemory: () => undefined,
    }).split('/')[1];
  };
}
