import * as fs from 'node:fs';
import { join } from 'node:path';
import { type Result, success } from '../domain/failure.ts';
import { isDict, type Json } from '../domain/json.ts';
import { type Collection, targetOf } from '../domain/state.ts';
import type { BadLine } from '../domain/trace.ts';
import { type FileStamp, stampOf } from './checkpoint.ts';
import { readJsonLines } from './json-lines.ts';
import { contentHash, isDocumentPath, lineFileNames, lineTarget } from './layout.ts';
import type { Paths } from './paths.ts';
import { namesIn, readIfThere } from './reading.ts';
import { recordVersion, versionOf } from './records.ts';
import { coreRecords, emptyTables, recordOf, setRecord, type Tables } from './tables.ts';

/** A record before it is parsed, and the line on which it stands. */
interface RawRecord {
  readonly target: string;
  readonly value: Json;
  readonly line: number;
}

/** A file before its records are parsed. */
interface RawFile extends Omit<FoundFile, 'records'> {
  readonly raw: readonly RawRecord[];
}

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

/** True for a record that counts its revisions. */
export const hasRev = (value: Json): value is { readonly [key: string]: Json; readonly rev: number } =>
  isDict(value) && typeof value.rev === 'number';

const revOf = (value: Json): number => (hasRev(value) ? value.rev : 0);
const updatedOf = (value: Json): string =>
  isDict(value) && typeof value.updatedAt === 'string' ? value.updatedAt : '';

/** Which of two versions of one record wins: revision, then time, then content. */
export function isNewer(a: Json, b: Json): boolean {
  if (revOf(a) !== revOf(b)) return revOf(a) > revOf(b);
  if (updatedOf(a) !== updatedOf(b)) return updatedOf(a) > updatedOf(b);
  return contentHash(a) > contentHash(b);
}

/** The stamp is taken before the bytes, so that what is written in between is seen as touched. */
function readLines(paths: Paths, file: string): RawFile {
  const path = join(paths.home, file);
  const stamp = stampOf(path);
  const { rows, bad } = readJsonLines(path);
  const raw: RawRecord[] = [];
  const problems = [...bad];
  for (const { line, value } of rows) {
    const target = lineTarget(file, value);
    if (target === undefined)
      problems.push({ file: path, line, problem: 'a record without an id', text: JSON.stringify(value) });
    else raw.push({ target, value: value as Json, line });
  }
  return { file, stamp, raw, bad: problems };
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
): RawFile {
  const path = join(paths.home, file);
  const stamp = stampOf(path);
  const text = readIfThere(path) ?? '';
  const broken = (problem: string): RawFile => ({
    file,
    stamp,
    raw: [],
    bad: [{ file: path, line: 1, problem, text }],
  });
  try {
    const records = hasRepeatedKey(text) ? undefined : split(JSON.parse(text));
    return records
      ? { file, stamp, raw: records.map(([target, value]) => ({ target, value, line: 1 })), bad: [] }
      : broken('a document with a repeated key or of another shape');
  } catch (error) {
    return broken(error instanceof Error ? error.message : 'not JSON');
  }
}

/** A text of hebb's own, whole. An empty one is lost, not edited. */
function readText(paths: Paths, file: string): RawFile {
  const path = join(paths.home, file);
  const stamp = stampOf(path);
  const text = readIfThere(path) ?? '';
  const raw = text === '' ? [] : [{ target: targetOf('documents', file), value: text, line: 1 }];
  return { file, stamp, raw, bad: [] };
}

const oneRecord =
  (collection: Collection) =>
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
  return [...shards, ...lineFileNames.filter((name) => fs.existsSync(join(paths.home, name)))];
}

/** Files of skills and profiles: the record of each, and its texts. */
function knowledgeFiles(paths: Paths): RawFile[] {
  return (['skills', 'profiles'] as const).flatMap((room) =>
    namesIn(join(paths.home, room)).flatMap((name) => {
      const folder = `${room}/${name}`;
      const names = namesIn(join(paths.home, folder));
      const versions = names.includes('versions') ? namesIn(join(paths.home, folder, 'versions')) : [];
      const texts = [...names, ...versions.map((version) => `versions/${version}`)]
        .map((inner) => `${folder}/${inner}`)
        .filter(isDocumentPath);
      const record = `${folder}/${room === 'skills' ? 'skill' : 'profile'}.json`;
      const isThere = fs.existsSync(join(paths.home, record));
      return [
        ...(isThere ? [readDocument(paths, record, oneRecord(room))] : []),
        ...texts.map((file) => readText(paths, file)),
      ];
    }),
  );
}

const jsonNames = (folder: string): string[] => namesIn(folder).filter((name) => name.endsWith('.json'));

/** Takes a record into the tables unless they hold a newer version of it. What does not parse is a bad line. */
function admit(base: Base, file: string, { target, value }: RawRecord): Result<Json> {
  const other = recordOf(base.tables, target);
  const result = setRecord(base.tables, target, value);
  if (!result.ok) return result;
  const parsed = recordOf(base.tables, target);
  if (other !== null) base.untidy.add(file).add(base.fileOf.get(target) ?? file);
  if (other !== null && !isNewer(parsed, other)) setRecord(base.tables, target, other);
  else base.fileOf.set(target, file);
  return success(parsed);
}

/** Takes a file into the tables, record by record. */
function addFile(paths: Paths, base: Base, { file, stamp, raw, bad }: RawFile): FoundFile {
  const records: [string, Json][] = [];
  const problems = [...bad];
  for (const one of raw) {
    if (versionOf(one.value) > recordVersion && !one.target.startsWith('core/')) {
      base.newer = { file, version: versionOf(one.value) };
      continue;
    }
    const parsed = admit(base, file, one);
    const { line } = one;
    if (parsed.ok) records.push([one.target, parsed.value]);
    else
      problems.push({
        file: join(paths.home, file),
        line,
        problem: parsed.failure.message,
        text: JSON.stringify(one.value),
      });
  }
  if (problems.length > 0) base.untidy.add(file);
  const found = { file, stamp, records, bad: problems };
  base.found.set(file, found);
  return found;
}

/** What the journals know of the records of a document that cannot be read. */
export type Rescue = (file: string) => readonly (readonly [string, Json])[];

/** Ledgers that are read when somebody asks: their tables fill on first sight. */
function lazily(
  base: Base,
  name: 'imported' | 'archive',
  read: () => readonly { readonly found: FoundFile; readonly rescued: ReturnType<Rescue> }[],
): void {
  const table = base.tables[name];
  let filled = false;
  Object.defineProperty(base.tables, name, {
    get: () => {
      if (filled) return table;
      filled = true;
      for (const { found, rescued } of read())
        for (const [target, value] of rescued) {
          setRecord(base.tables, target, value);
          base.fileOf.set(target, found.file);
        }
      return table;
    },
  });
}

/** Reads every file of the home that holds records. */
export function readBase(paths: Paths, rescue: Rescue): Base {
  const base: Base = { tables: emptyTables(), found: new Map(), fileOf: new Map(), untidy: new Set() };
  const files = [
    ...lineFiles(paths).map((file) => readLines(paths, file)),
    ...jsonNames(paths.extracted).map((name) =>
      readDocument(paths, `extracted/${name}`, oneRecord('extracted')),
    ),
    ...(fs.existsSync(paths.attention)
      ? [readDocument(paths, 'attention.json', oneRecord('attention'))]
      : []),
    ...knowledgeFiles(paths),
    ...(fs.existsSync(paths.core) ? [readDocument(paths, 'core-memory.json', coreSplit)] : []),
  ];
  for (const file of files) addFile(paths, base, file);
  const add = (raw: RawFile) => {
    const found = addFile(paths, base, raw);
    return { found, rescued: found.bad.length > 0 ? rescue(found.file) : [] };
  };
  lazily(base, 'imported', () =>
    jsonNames(paths.imported).map((name) =>
      add(readDocument(paths, `imported/${name}`, oneRecord('imported'))),
    ),
  );
  lazily(base, 'archive', () =>
    jsonNames(paths.archive)
      .filter((name) => name.endsWith('-forgotten.json'))
      .map((name) => add(readDocument(paths, `archive/${name}`, archiveSplit))),
  );
  return base;
}
