import * as fs from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sha256Of } from '../domain/identity.ts';
import { isDict, type Json } from '../domain/json.ts';
import type { Change, Operation } from '../domain/plan.ts';
import { monthOf } from '../domain/time.ts';
import type { BadLine } from '../domain/trace.ts';
import type { Files } from './files.ts';
import { parseJsonLines } from './json-lines.ts';
import type { Paths } from './paths.ts';
import { namesIn, readIfThere } from './reading.ts';
import { parseOperation, recordVersion, versionOf } from './records.ts';

/** A place in one machine's journal: everything before it has been seen. */
export interface Position {
  /** Name of the month's file; empty before the first operation. */
  readonly file: string;
  /** Bytes of that file. */
  readonly offset: number;
  /** Sequence number of the last operation before it. */
  readonly seq: number;
}

/** Before the first operation. */
export const beginning: Position = { file: '', offset: 0, seq: 0 };

/** Operations read, what could not be read, and where the reading ended. */
export interface Tail {
  readonly operations: readonly Operation[];
  readonly bad: readonly BadLine[];
  readonly position: Position;
  /** A file with an operation of a newer version than this build reads. */
  readonly newer?: NewerFile | undefined;
}

/** Where something stands that only a newer hebb can read. */
export interface NewerFile {
  /** Relative to the home. */
  readonly file: string;
  readonly version: number;
}

const folderOf = (paths: Paths, machine: string): string => join(paths.journal, machine);

/** Months, oldest first. One that stands there twice was just being compressed: the plain file is whole. */
function monthFiles(folder: string): string[] {
  const names = namesIn(folder).filter((name) => /^\d{4}-\d{2}\.jsonl(\.gz)?$/.test(name));
  return names.filter((name) => !(name.endsWith('.gz') && names.includes(name.replace('.gz', ''))));
}

/** The machines that have written in this home. */
export const machinesOf = (paths: Paths): string[] => namesIn(paths.journal);

function readText(path: string): string {
  if (path.endsWith('.gz')) return gunzipSync(fs.readFileSync(path)).toString('utf8');
  return readIfThere(path) ?? '';
}

function readFrom(path: string, offset: number): Buffer {
  if (path.endsWith('.gz')) return offset > 0 ? Buffer.alloc(0) : gunzipSync(fs.readFileSync(path));
  const fd = fs.openSync(path, 'r');
  try {
    const size = fs.fstatSync(fd).size;
    const bytes = Buffer.alloc(Math.max(0, size - offset));
    for (let done = 0; done < bytes.length; ) {
      const got = fs.readSync(fd, bytes, done, bytes.length - done, offset + done);
      if (got === 0) return bytes.subarray(0, done);
      done += got;
    }
    return bytes;
  } finally {
    fs.closeSync(fd);
  }
}

const isReference = (image: Json): image is { readonly $object: string } =>
  isDict(image) && typeof image.$object === 'string' && Object.keys(image).length === 1;

function inflate(paths: Paths, image: Json): Json {
  if (!isReference(image)) return image;
  const bytes = gunzipSync(fs.readFileSync(join(paths.objects, `${image.$object}.json.gz`)));
  return JSON.parse(bytes.toString('utf8'));
}

const resolveImages = (paths: Paths, operation: Operation): Operation => ({
  ...operation,
  changes: operation.changes.map((change) => ({
    ...change,
    before: inflate(paths, change.before),
    after: inflate(paths, change.after),
  })),
});

/** What journals say, and what in them could not be read. */
export interface Parsed {
  readonly operations: Operation[];
  readonly bad: BadLine[];
  readonly newer: NewerFile | undefined;
}

function parseAll(paths: Paths, text: string, file: string): Parsed {
  const { rows, bad } = parseJsonLines(text, file);
  const operations: Operation[] = [];
  const problems = [...bad];
  const version = rows.reduce((highest, { value }) => Math.max(highest, versionOf(value)), 0);
  const newer = version > recordVersion ? { file: relative(paths.home, file), version } : undefined;
  for (const { line, value } of rows) {
    const parsed = parseOperation(value);
    if (parsed.ok) operations.push(resolveImages(paths, parsed.value));
    else problems.push({ file, line, problem: parsed.failure.message, text: JSON.stringify(value) });
  }
  return { operations, bad: problems, newer };
}

/** Without a last line that is torn, or that another process is writing just now: it is not committed yet. */
function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(10) + 1;
  try {
    if (end < bytes.length) JSON.parse(bytes.subarray(end).toString('utf8'));
    return bytes;
  } catch {
    return bytes.subarray(0, end);
  }
}

/** Reads one machine's operations after a position, in order. A torn last line was never committed. */
export function readTail(paths: Paths, machine: string, from: Position): Tail {
  const folder = folderOf(paths, machine);
  const operations: Operation[] = [];
  const bad: BadLine[] = [];
  let position = from;
  let newer: NewerFile | undefined;
  for (const name of monthFiles(folder).filter((file) => file.replace('.gz', '') >= from.file)) {
    const path = join(folder, name);
    const offset = name === from.file ? from.offset : 0;
    const bytes = wholeLines(readFrom(path, offset));
    const part = parseAll(paths, bytes.toString('utf8'), path);
    operations.push(...part.operations.filter(({ seq }) => seq > from.seq));
    bad.push(...part.bad);
    newer ??= part.newer;
    position = { file: name.replace('.gz', ''), offset: offset + bytes.length, seq: position.seq };
  }
  const seq = operations.reduce((last, operation) => Math.max(last, operation.seq), position.seq);
  return { operations, bad, position: { ...position, seq }, newer };
}

/** True when the journal still reaches to the position: the file was not cut or replaced. */
export function isReachable(paths: Paths, machine: string, position: Position): boolean {
  if (position.file === '') return true;
  try {
    return fs.statSync(join(folderOf(paths, machine), position.file)).size >= position.offset;
  } catch {
    return false;
  }
}

/** Operations of one machine with the time that they count from: a clock that went back puts none before its elder. */
function timed(operations: readonly Operation[]): { at: string; operation: Operation }[] {
  let last = '';
  return operations.map((operation) => {
    last = operation.at > last ? operation.at : last;
    return { at: last, operation };
  });
}

/** Operations of one machine in the order in which it made them, each once. */
const inOrder = (operations: readonly Operation[]): Operation[] =>
  [...new Map(operations.map((operation) => [operation.id, operation])).values()].sort(
    (a, b) => a.seq - b.seq,
  );

/**
 * Every operation of every machine: in the order of time, and those of one machine in the order in which it made them. Of several homes
 * (one of them an export of the other, for instance) an operation that both have counts once.
 */
export function readAll(...homes: readonly Paths[]): Parsed {
  const machines = [...new Set(homes.flatMap(machinesOf))].sort();
  const byMachine = machines.map((machine) => homes.map((paths) => readTail(paths, machine, beginning)));
  const tails = byMachine.flat();
  return {
    operations: byMachine
      .map((parts) => parts.flatMap(({ operations }) => operations))
      .flatMap((operations) => timed(homes.length > 1 ? inOrder(operations) : operations))
      .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
      .map(({ operation }) => operation),
    bad: tails.flatMap(({ bad }) => [...bad]),
    newer: tails.find(({ newer }) => newer)?.newer,
  };
}

/** What an append needs. */
export interface JournalWriter {
  readonly files: Files;
  readonly paths: Paths;
  readonly machine: string;
  /** Images larger than this go to `objects/`, in bytes. */
  readonly objectAboveBytes: number;
}

function deflate(writer: JournalWriter, image: Json): Json {
  const text = JSON.stringify(image);
  if (text.length <= writer.objectAboveBytes) return image;
  const sha = sha256Of(text);
  const path = join(writer.paths.objects, `${sha}.json.gz`);
  writer.files.ensureFolder(writer.paths.objects);
  if (!fs.existsSync(path)) writer.files.replace(path, gzipSync(text));
  return { $object: sha };
}

const withObjects = (writer: JournalWriter, change: Change): Change => ({
  target: change.target,
  before: deflate(writer, change.before),
  after: deflate(writer, change.after),
  reason: change.reason,
});

/**
 * Appends an operation: one line, one write, one sync. This is the commit. A clock that went back never writes into an
 * older month, so that reading from a position sees everything.
 */
export function appendOperation(writer: JournalWriter, operation: Operation): void {
  const folder = folderOf(writer.paths, writer.machine);
  const newest = monthFiles(folder).at(-1)?.replace('.gz', '') ?? '';
  const month = `${monthOf(operation.at)}.jsonl`;
  const line = { ...operation, changes: operation.changes.map((change) => withObjects(writer, change)) };
  writer.files.ensureFolder(folder);
  writer.files.append(join(folder, month > newest ? month : newest), `${JSON.stringify(line)}\n`);
}

/** Before-images that stay when a month grows old: of what was removed, and of what a person had edited. */
const keepsBefore = (operation: Operation, change: Change): boolean =>
  change.after === null || operation.command === 'adopted-edit' || operation.command.startsWith('edit');

function thin(operation: Operation): Operation {
  return {
    ...operation,
    changes: operation.changes.map((change) =>
      keepsBefore(operation, change) ? change : { ...change, before: null },
    ),
  };
}

/** Compresses this machine's months that ended before `beforeMonth`; undo no longer reaches them. */
export function retireMonths(writer: JournalWriter, beforeMonth: string): void {
  const folder = folderOf(writer.paths, writer.machine);
  const months = monthFiles(folder).slice(0, -1);
  for (const name of months.filter((month) => month < beforeMonth && month.endsWith('.jsonl'))) {
    const path = join(folder, name);
    const { operations, bad } = parseAll(writer.paths, readText(path), path);
    const lines = [
      ...operations.map((operation) => JSON.stringify(thin(operation))),
      ...bad.map(({ text }) => text),
    ];
    writer.files.replace(`${path}.gz`, gzipSync(lines.map((line) => `${line}\n`).join('')));
    writer.files.remove(path);
  }
}
