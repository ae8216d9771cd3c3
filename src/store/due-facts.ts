import * as fs from 'node:fs';
import { join } from 'node:path';
import { type Dict, dictAt, numberAt, stringAt } from '../domain/json.ts';
import type { Paths } from './paths.ts';
import { namesIn, readDict } from './reading.ts';

/** What `state.json` says of runs. */
export interface DueHead {
  readonly installedAt: string;
  readonly lastRunAt?: string;
  /** The schedule's time of the week and since when it holds. */
  readonly schedule?: { readonly at: string; readonly since: string };
  /** Bytes of each month of the log that were analysed. */
  readonly logRead: Dict;
}

/** What came since the last run, in numbers. */
export interface DueNews {
  readonly unprocessedEvents: number;
  readonly pendingExtractions: number;
}

/** The head of a home; undefined where hebb never wrote, or where its state cannot be read. */
export function readDueHead(paths: Paths): DueHead | undefined {
  const state = readDict(paths.state);
  const [installedAt, lastRunAt] = [stringAt(state, 'installedAt'), stringAt(state, 'lastRunAt')];
  if (installedAt === undefined) return undefined;
  const schedule = dictAt(state, 'schedule') ?? {};
  const [at, since] = [stringAt(schedule, 'at'), stringAt(schedule, 'since')];
  return {
    installedAt,
    ...(lastRunAt === undefined ? {} : { lastRunAt }),
    ...(at === undefined || since === undefined ? {} : { schedule: { at, since } }),
    logRead: dictAt(state, 'logRead') ?? {},
  };
}

/** What waits, counted without a store: payloads, lines of the log that no analysis has seen, extractions newer than the last run. */
export function readDueNews(paths: Paths, { logRead, lastRunAt = '' }: DueHead): DueNews {
  const spooled = namesIn(paths.spool).filter((name) => name.endsWith('.json')).length;
  const months = namesIn(paths.learningLog).filter((name) => name.endsWith('.jsonl'));
  const lines = months.map((name) => linesAfter(join(paths.learningLog, name), numberAt(logRead, name) ?? 0));
  const files = namesIn(paths.extracted).filter((name) => name.endsWith('.json'));
  const fresh = files.filter(
    (name) => (stringAt(readDict(join(paths.extracted, name)), 'at') ?? '') > lastRunAt,
  );
  return {
    unprocessedEvents: lines.reduce((sum, count) => sum + count, spooled),
    pendingExtractions: fresh.length,
  };
}

const admitted = Buffer.from('"admittedAt":"');
/** Characters of a time such as 2026-11-01T03:00:00.000Z. */
const isoLength = 24;

/** Memories in a file that were admitted after a time. Each is a line with its time in it; nothing is parsed. */
function countAdmitted(path: string, after: string): number {
  const bytes = fs.readFileSync(path);
  let count = 0;
  for (let at = bytes.indexOf(admitted); at >= 0; at = bytes.indexOf(admitted, at + isoLength)) {
    const from = at + admitted.length;
    if (bytes.toString('latin1', from, from + isoLength) > after) count++;
  }
  return count;
}

const memoryFiles = (paths: Paths): string[] =>
  namesIn(paths.memories).flatMap((folder) =>
    namesIn(join(paths.memories, folder))
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(paths.memories, folder, name)),
  );

/** Memories admitted since the last run, and all of them. Only files written since then are read, and the others where `enough` are new. */
export function countMemories(
  paths: Paths,
  { lastRunAt = '' }: Pick<DueHead, 'lastRunAt'>,
  enough: number,
): { readonly memories: number; readonly newMemories: number } {
  const files = memoryFiles(paths);
  const sum = (of: readonly string[], after: string): number =>
    of.reduce((total, path) => total + countAdmitted(path, after), 0);
  const since = lastRunAt === '' ? 0 : Date.parse(lastRunAt);
  const newMemories = sum(
    files.filter((path) => fs.statSync(path).mtimeMs > since),
    lastRunAt,
  );
  return { newMemories, memories: newMemories < enough ? newMemories : sum(files, '') };
}

/** Whole lines after a position in a file; all of them when the file is shorter than that. */
function linesAfter(path: string, from: number): number {
  const { size } = fs.statSync(path);
  if (size === from) return 0;
  const start = size < from ? 0 : from;
  const bytes = Buffer.alloc(size - start);
  const fd = fs.openSync(path, 'r');
  try {
    fs.readSync(fd, bytes, 0, bytes.length, start);
  } finally {
    fs.closeSync(fd);
  }
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}
