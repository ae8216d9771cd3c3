import { join } from 'node:path';
import { type Dict, dictAt, isDict, numberAt, parseDict, stringAt } from '../domain/json.ts';
import type { Outcome, SkillInContext } from '../domain/run.ts';
import type { FilePosition, RunDigest, WorkflowRecord } from '../domain/run-digest.ts';
import { parseRefusal, parseShadowRecord } from './fact-records.ts';
import type { Files } from './files.ts';
import type { Paths } from './paths.ts';
import type { Pool } from './run-digest-pool.ts';

/** What was read of one file of `workflows/`, up to a place. */
export interface FileDigests {
  readonly position: FilePosition;
  readonly runs: readonly RunDigest[];
  readonly records: readonly WorkflowRecord[];
}

/** What one line of a cache file says: lines of a file of `workflows/` between two places. It stands alone. */
interface Batch extends FileDigests {
  /** Bytes of the file that came before. */
  readonly from: number;
}

/** Runs in one line of the cache: bounds the text that is parsed at once. */
export const batchRuns = 5000;

/** From so many lines on a cache file is packed. */
export const manyBatches = 64;

/**
 * Digests of runs, relative to the home. They are derived: without them the runs are read. A purge drops them, since they hold prompts.
 */
export const isDigestFile = (file: string): boolean => file.startsWith('cache/run-digests/');

const folderOf = (paths: Paths): string => join(paths.cache, 'run-digests');
const fileOf = (paths: Paths, file: string): string => join(folderOf(paths), file);

const outcomes: readonly Outcome[] = ['unknown', 'success', 'failure'];

/** Numbers things in the order in which they come. */
function numbered<T>(): { of(key: string, value: T): number; readonly all: T[] } {
  const numbers = new Map<string, number>();
  const all: T[] = [];
  const of = (key: string, value: T): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, all.length);
    return all.push(value) - 1;
  };
  return { of, all };
}

function encode(version: string, { from, position, runs, records }: Batch): string {
  const texts = numbered<string>();
  const units = numbered<readonly string[]>();
  const textOf = (text: string | undefined): number => (text === undefined ? -1 : texts.of(text, text));
  const rows = runs.map((run) => [
    run.id,
    textOf(run.sessionId),
    textOf(run.project),
    textOf(run.user),
    outcomes.indexOf(run.outcome),
    run.closed ? 1 : 0,
    run.createdAt,
    run.query,
    textOf(run.classHash),
    units.of(run.units.join('\n'), run.units),
    run.asked ? 1 : 0,
    run.place.offset,
    run.place.length,
    ...(run.skills.length > 0 ? [run.skills] : []),
  ]);
  return `${JSON.stringify({ version, from, position, texts: texts.all, units: units.all, rows, records })}\n`;
}

/** How the lines of a cache file are read. */
interface Decoding {
  readonly version: string;
  /** Name of the file of `workflows/`. */
  readonly file: string;
  readonly pool: Pool;
}

const listAt = (dict: Dict, key: string): readonly unknown[] => {
  const value = dict[key];
  return Array.isArray(value) ? value : [];
};

function decode(line: string, decoding: Decoding, from: number): Batch | undefined {
  const dict = parseDict(line);
  const position = dict && positionOf(dictAt(dict, 'position') ?? {});
  if (!dict || !position || dict.version !== decoding.version || dict.from !== from) return undefined;
  const texts = listAt(dict, 'texts').map((text) => decoding.pool.text(String(text)));
  const units = listAt(dict, 'units').map((list) =>
    decoding.pool.units(Array.isArray(list) ? list.map(String) : []),
  );
  const runs = listAt(dict, 'rows').map((row) =>
    rowOf(Array.isArray(row) ? row : [], { texts, units, file: decoding.file }),
  );
  return { from, position, runs, records: listAt(dict, 'records').flatMap(recordOf) };
}

function positionOf(dict: Dict): FilePosition | undefined {
  const [inode, bytes, mark] = [numberAt(dict, 'inode'), numberAt(dict, 'bytes'), stringAt(dict, 'mark')];
  return inode === undefined || bytes === undefined || mark === undefined
    ? undefined
    : { inode, bytes, mark };
}

/** Tables that the rows of a batch refer to. */
interface Tables {
  readonly texts: readonly string[];
  readonly units: readonly (readonly string[])[];
  readonly file: string;
}

function rowOf(row: readonly unknown[], { texts, units, file }: Tables): RunDigest {
  const [id, session, project, user, outcome, closed, createdAt, query, hash, procedure, asked, ...rest] =
    row;
  const [offset, length, skills] = rest;
  const textAt = (at: unknown): string | undefined => texts[Number(at)];
  const own = { user: textAt(user), classHash: textAt(hash) };
  return {
    id: String(id),
    sessionId: textAt(session) ?? '',
    project: textAt(project) ?? '',
    ...(own.user === undefined ? {} : { user: own.user }),
    outcome: outcomes[Number(outcome)] ?? 'unknown',
    closed: closed === 1,
    createdAt: String(createdAt),
    query: String(query),
    ...(own.classHash === undefined ? {} : { classHash: own.classHash }),
    units: units[Number(procedure)] ?? [],
    skills: Array.isArray(skills) ? skills.flatMap(skillOf) : noSkills,
    ...(asked === 1 ? { asked: true as const } : {}),
    place: { file, offset: Number(offset), length: Number(length) },
  };
}

const noSkills: readonly SkillInContext[] = [];

function skillOf(value: unknown): SkillInContext[] {
  const { slug, version, how } = isDict(value) ? value : {};
  if (typeof slug !== 'string' || typeof version !== 'number') return [];
  return how === 'injected' || how === 'fetched' || how === 'opened' ? [{ slug, version, how }] : [];
}

function recordOf(value: unknown): WorkflowRecord[] {
  const isShadow = isDict(value) && value.kind === 'shadow';
  const record = isShadow ? parseShadowRecord(value) : parseRefusal(value);
  return record.ok ? [record.value] : [];
}

/** What a cache file holds, and how many of its lines could be used. */
export interface CachedDigests extends FileDigests {
  readonly batches: number;
}

/**
 * What the cache knows of a file of `workflows/`. Each line goes on where the one before it ended; a torn line, one of another
 * version, and one that two processes wrote at once are skipped. Undefined where nothing can be used.
 */
export function readDigestCache(files: Files, paths: Paths, decoding: Decoding): CachedDigests | undefined {
  const runs: RunDigest[] = [];
  const records: WorkflowRecord[] = [];
  let position: FilePosition | undefined;
  let batches = 0;
  for (const line of (files.read(fileOf(paths, decoding.file)) ?? '').split('\n')) {
    const batch = decode(line, decoding, position?.bytes ?? 0);
    if (!batch) continue;
    for (const run of batch.runs) runs.push(run);
    for (const record of batch.records) records.push(record);
    position = batch.position;
    batches++;
  }
  return position && { position, runs, records, batches };
}

/** What is kept of one file of `workflows/`. */
export interface Keeping {
  readonly version: string;
  /** Name of the file of `workflows/`. */
  readonly file: string;
  /** What the cache file holds; undefined: nothing that can be used. */
  readonly known: CachedDigests | undefined;
}

/** Adds pieces of what is read to the cache, each a line that is written at once: a long file is never held as text. */
export function createKeeper(
  files: Files,
  paths: Paths,
  { version, file, known }: Keeping,
): (piece: FileDigests) => void {
  const path = fileOf(paths, file);
  let from = known?.position.bytes ?? 0;
  let isNew = known === undefined;
  return (piece) => {
    const line = encode(version, { ...piece, from });
    files.ensureFolder(folderOf(paths));
    if (isNew) files.replace(path, line);
    else files.append(path, line);
    from = piece.position.bytes;
    isNew = false;
  };
}

/** Writes all that is known of a file of `workflows/` as one line, in place of the many that small additions left. */
export const packDigests = (
  files: Files,
  paths: Paths,
  { version, file, all }: { readonly version: string; readonly file: string; readonly all: FileDigests },
): void => files.replace(fileOf(paths, file), encode(version, { ...all, from: 0 }));

/** Takes away what the cache holds of files that are gone. */
export function dropDigests(files: Files, paths: Paths, kept: readonly string[]): void {
  for (const name of files.names(folderOf(paths)))
    if (!kept.includes(name)) files.remove(join(folderOf(paths), name));
}
