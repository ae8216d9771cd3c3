import * as fs from 'node:fs';
import { join } from 'node:path';
import { isDict, type Json } from '../domain/json.ts';
import { targetOf } from '../domain/state.ts';
import type { BadLine } from '../domain/trace.ts';
import { type FileStamp, stampOf } from './checkpoint.ts';
import { readJsonLines } from './json-lines.ts';
import { contentHash } from './layout.ts';
import type { Paths } from './paths.ts';
import { namesIn, readIfThere } from './reading.ts';
import { recordVersion, versionOf } from './records.ts';
import { coreRecords, emptyTables, recordOf, setRecord, type Tables } from './tables.ts';

/** One file of records as it was found. */
export interface FoundFile {
  /** Relative to the home. */
  readonly file: string;
  readonly stamp: FileStamp | undefined;
  /** Targets and values in the order of the file; a target may stand twice after a merge by git. */
  readonly records: readonly (readonly [string, Json])[];
  readonly bad: readonly BadLine[];
}

/** Everything that the files of a home say, before the journal is laid over it. */
export interface Base {
  readonly tables: Tables;
  readonly found: Map<string, FoundFile>;
  /** File of each record. */
  readonly fileOf: Map<string, string>;
  /** Files that do not say what they should: damaged, or with one record twice. They are written anew. */
  readonly untidy: Set<string>;
  /** A record of a newer version than this build reads. */
  newer?: { readonly file: string; readonly version: number };
}

const revOf = (value: Json): number => (isDict(value) && typeof value.rev === 'number' ? value.rev : 0);
const updatedOf = (value: Json): string =>
  isDict(value) && typeof value.updatedAt === 'string' ? value.updatedAt : '';

/** Which of two versions of one record wins: revision, then time, then content. */
export function isNewer(a: Json, b: Json): boolean {
  if (revOf(a) !== revOf(b)) return revOf(a) > revOf(b);
  if (updatedOf(a) !== updatedOf(b)) return updatedOf(a) > updatedOf(b);
  return contentHash(a) > contentHash(b);
}

function lineTarget(value: unknown): string | undefined {
  if (!isDict(value) || typeof value.id !== 'string') return undefined;
  if (value.tombstone === true) return targetOf('tombstones', value.id);
  if (value.kind === 'similar') return targetOf('reviews', value.id);
  if (typeof value.from === 'string' && typeof value.to === 'string') return targetOf('relations', value.id);
  return targetOf('memories', value.id);
}

function readLines(paths: Paths, file: string): FoundFile {
  const path = join(paths.home, file);
  const { rows, bad } = readJsonLines(path);
  const records: [string, Json][] = [];
  const problems = [...bad];
  for (const { line, value } of rows) {
    const target = lineTarget(value);
    if (target === undefined)
      problems.push({ file: path, line, problem: 'a record without an id', text: JSON.stringify(value) });
    else records.push([target, value as Json]);
  }
  return { file, stamp: stampOf(path), records, bad: problems };
}

/** True when a JSON text names a key twice in one object: what a union merge leaves. JSON.parse would hide it. */
export function hasRepeatedKey(text: string): boolean {
  const open: Set<string>[] = [];
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g;
  for (const [word, colon] of text.matchAll(token)) {
    if (word === '{') open.push(new Set());
    else if (word === '}') open.pop();
    else if (colon !== undefined) {
      const keys = open.at(-1);
      const key = word.slice(0, word.lastIndexOf('"') + 1);
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
  }
  return false;
}

function readDocument(
  paths: Paths,
  file: string,
  split: (value: unknown) => [string, Json][] | undefined,
): FoundFile {
  const path = join(paths.home, file);
  const stamp = stampOf(path);
  const text = readIfThere(path) ?? '';
  const broken = (problem: string): FoundFile => ({
    file,
    stamp,
    records: [],
    bad: [{ file: path, line: 1, problem, text }],
  });
  try {
    const records = hasRepeatedKey(text) ? undefined : split(JSON.parse(text));
    return records
      ? { file, stamp, records, bad: [] }
      : broken('a document with a repeated key or of another shape');
  } catch (error) {
    return broken(error instanceof Error ? error.message : 'not JSON');
  }
}

const oneRecord =
  (collection: 'extracted' | 'imported') =>
  (value: unknown): [string, Json][] | undefined =>
    isDict(value) && typeof value.id === 'string'
      ? [[targetOf(collection, value.id), value as Json]]
      : undefined;

const coreSplit = (value: unknown): [string, Json][] | undefined =>
  isDict(value) ? coreRecords(value).map(([id, item]) => [targetOf('core', id), item]) : undefined;

const archiveSplit = (value: unknown): [string, Json][] | undefined =>
  isDict(value) && Array.isArray(value.forgotten)
    ? value.forgotten.filter(isDict).map((entry) => [targetOf('archive', String(entry.id)), entry as Json])
    : undefined;

/** Files that hold line records, relative to the home. */
function lineFiles(paths: Paths): string[] {
  const shards = namesIn(paths.memories).flatMap((owner) =>
    namesIn(join(paths.memories, owner))
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => `memories/${owner}/${name}`),
  );
  return fs.existsSync(paths.reviews) ? [...shards, 'reviews.jsonl'] : shards;
}

const jsonNames = (folder: string): string[] => namesIn(folder).filter((name) => name.endsWith('.json'));

function addFile(base: Base, found: FoundFile): void {
  if (found.bad.length > 0) base.untidy.add(found.file);
  for (const [target, value] of found.records) {
    if (versionOf(value) > recordVersion && !target.startsWith('core/')) {
      base.newer = { file: found.file, version: versionOf(value) };
      continue;
    }
    const other = recordOf(base.tables, target);
    if (other !== null) {
      base.untidy.add(found.file).add(base.fileOf.get(target) ?? found.file);
      if (!isNewer(value, other)) continue;
    }
    const result = setRecord(base.tables, target, value);
    if (result.ok) base.fileOf.set(target, found.file);
    else base.untidy.add(found.file);
  }
}

/** Records that a file holds but that do not parse as their kind, named for quarantine. */
export function invalidRecords(paths: Paths, found: FoundFile): BadLine[] {
  const scratch = emptyTables();
  return found.records.flatMap(([target, value], index) => {
    const result = setRecord(scratch, target, value);
    if (result.ok) return [];
    return [
      {
        file: join(paths.home, found.file),
        line: index + 1,
        problem: result.failure.message,
        text: JSON.stringify(value),
      },
    ];
  });
}

/** Ledgers that are read when somebody asks: their tables fill on first sight. */
function lazily<K extends 'imported' | 'archive'>(base: Base, name: K, read: () => FoundFile[]): void {
  const empty = base.tables[name];
  let filled = false;
  Object.defineProperty(base.tables, name, {
    get: () => {
      if (!filled) {
        filled = true;
        for (const found of read()) {
          base.found.set(found.file, found);
          for (const [target, value] of found.records) {
            if (setRecord(base.tables, target, value).ok) base.fileOf.set(target, found.file);
          }
        }
      }
      return empty;
    },
  });
}

/** Reads every file of the home that holds records. */
export function readBase(paths: Paths): Base {
  const found = new Map<string, FoundFile>();
  const base: Base = { tables: emptyTables(), found, fileOf: new Map(), untidy: new Set() };
  const files = [
    ...lineFiles(paths).map((file) => readLines(paths, file)),
    ...jsonNames(paths.extracted).map((name) =>
      readDocument(paths, `extracted/${name}`, oneRecord('extracted')),
    ),
    ...(fs.existsSync(paths.core) ? [readDocument(paths, 'core-memory.json', coreSplit)] : []),
  ];
  for (const file of files) {
    found.set(file.file, file);
    addFile(base, file);
  }
  lazily(base, 'imported', () =>
    jsonNames(paths.imported).map((name) => readDocument(paths, `imported/${name}`, oneRecord('imported'))),
  );
  lazily(base, 'archive', () =>
    jsonNames(paths.archive)
      .filter((name) => name.endsWith('-forgotten.json'))
      .map((name) => readDocument(paths, `archive/${name}`, archiveSplit)),
  );
  return base;
}
