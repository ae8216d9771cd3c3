import { join } from 'node:path';
import type { Event } from '../domain/event.ts';
import type { Result } from '../domain/failure.ts';
import { sessionFileName } from '../domain/identity.ts';
import type { Run } from '../domain/run.ts';
import type { WorkflowRecord } from '../domain/run-digest.ts';
import type { SessionDoc } from '../domain/session.ts';
import { addDays, monthOf } from '../domain/time.ts';
import { createTwinPool, isToldByHook, twinKey } from '../domain/twin.ts';
import type { Usage } from '../domain/usage.ts';
import { parseEvent, parseRun, parseSessionDoc, parseUsage } from './fact-records.ts';
import { linesFrom } from './file-lines.ts';
import type { Files } from './files.ts';
import { parseJsonLines } from './json-lines.ts';
import type { Paths } from './paths.ts';

/** Where facts are kept. Facts are observations: appended, never undone; a second line of the same id repeats or renews it. */
export interface FactHome {
  readonly files: Files;
  readonly paths: Paths;
}

function readLines<T>(home: FactHome, path: string, parse: (value: unknown) => Result<T>): T[] {
  return parseLines(home.files.read(path) ?? '', path, parse);
}

function parseLines<T>(text: string, name: string, parse: (value: unknown) => Result<T>): T[] {
  return parseJsonLines(text, name).rows.flatMap(({ value }) => {
    const parsed = parse(value);
    return parsed.ok ? [parsed.value] : [];
  });
}

function readFolder<T>(home: FactHome, folder: string, parse: (value: unknown) => Result<T>): T[] {
  const names = home.files.names(folder).filter((name) => name.endsWith('.jsonl'));
  return names.flatMap((name) => readLines(home, join(folder, name), parse));
}

function byMonth<T>(items: readonly T[], timeOf: (item: T) => string): Map<string, T[]> {
  const months = new Map<string, T[]>();
  for (const item of items) {
    const month = monthOf(timeOf(item));
    const known = months.get(month);
    if (known) known.push(item);
    else months.set(month, [item]);
  }
  return months;
}

/** Appends records to the file of their month. */
export function appendByMonth<T>(
  home: FactHome,
  folder: string,
  items: readonly T[],
  timeOf: (item: T) => string,
): void {
  if (items.length === 0) return;
  home.files.ensureFolder(folder);
  for (const [month, part] of byMonth(items, timeOf)) {
    const text = part.map((item) => `${JSON.stringify(item)}\n`).join('');
    home.files.append(join(folder, `${month}.jsonl`), text);
  }
}

const lastById = <T extends { readonly id: string }>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

/** Events that the log does not hold yet, whoever told of them first: the same id is the same event, and so are two tellings of one thing (`domain/twin`), matched one to one. */
export function unknownEvents(known: readonly Event[], events: readonly Event[]): Event[] {
  const sessions = new Set(events.map(({ sessionId }) => sessionId));
  const ids = new Set(known.map(({ id }) => id));
  const twins = createTwinPool(known.filter(({ sessionId }) => sessions.has(sessionId)));
  const fresh: Event[] = [];
  for (const event of events) {
    if (ids.has(event.id)) continue;
    ids.add(event.id);
    if (twins.take(event)) continue;
    fresh.push(event);
    // Two prompts without ids in one batch come from one teller.
    if (event.kind !== 'prompt' || event.promptId !== undefined) twins.add(event);
  }
  return fresh;
}

/** Bytes of each month of the learning log. */
export type LogSizes = Readonly<Record<string, number>>;

/** Names of the files of the learning log, oldest month first. */
export const logMonths = (home: FactHome): string[] =>
  home.files.names(home.paths.learningLog).filter((name) => name.endsWith('.jsonl'));

/** How long the log is now. */
export const logSizes = (home: FactHome): LogSizes =>
  Object.fromEntries(
    logMonths(home).map((name) => [name, home.files.stamp(join(home.paths.learningLog, name))?.size ?? 0]),
  );

/** Events after a position in the log, and the position where the log ends now; where `until` is given, only what stood before that. */
export function readEventsFrom(
  home: FactHome,
  from: LogSizes,
  until?: LogSizes,
): { events: Event[]; sizes: LogSizes } {
  const sizes: Record<string, number> = {};
  const events = logMonths(home).flatMap((name) => {
    const { text, end } = readTail(home, join(home.paths.learningLog, name), {
      from: from[name] ?? 0,
      until: until ? (until[name] ?? 0) : Number.POSITIVE_INFINITY,
    });
    sizes[name] = end;
    return parseEvents(text, name);
  });
  return { events, sizes };
}

/** Whole lines between two positions in a file, and where they end; from its beginning when the file is shorter than that. */
function readTail(
  home: FactHome,
  path: string,
  { from, until = Number.POSITIVE_INFINITY }: { readonly from: number; readonly until?: number },
): { text: string; end: number } {
  const to = Math.min(until, home.files.stamp(path)?.size ?? 0);
  const start = from <= to ? from : 0;
  const bytes = home.files.slice(path, start, to);
  const end = bytes.lastIndexOf(10) + 1;
  return { text: bytes.toString('utf8', 0, end), end: start + end };
}

/** Usage after a position in the files of every machine, and the position where they end now, by `<machine>/<month>.jsonl`. */
export function readUsageFrom(home: FactHome, from: LogSizes): { usage: Usage[]; sizes: LogSizes } {
  const sizes: Record<string, number> = {};
  const names = home.files
    .names(home.paths.usage)
    .flatMap((machine) =>
      home.files.names(join(home.paths.usage, machine)).map((name) => `${machine}/${name}`),
    )
    .filter((name) => name.endsWith('.jsonl'));
  const usage = names.flatMap((name) => {
    const { text, end } = readTail(home, join(home.paths.usage, name), { from: from[name] ?? 0 });
    sizes[name] = end;
    return parseLines(text, name, parseUsage);
  });
  return { usage, sizes };
}

/** Events of a month and later that have no id of the client's but may be told twice, by session. */
export function readHookTold(home: FactHome, month: string): Map<string, Event[]> {
  const bySession = new Map<string, Event[]>();
  for (const name of logMonths(home).filter((one) => one >= month))
    for (const { text } of linesFrom(home.files, join(home.paths.learningLog, name)))
      for (const event of parseEvents(text, name)) {
        if (!isToldByHook(event) || twinKey(event) === undefined) continue;
        const told = bySession.get(event.sessionId);
        if (told) told.push(event);
        else bySession.set(event.sessionId, [event]);
      }
  return bySession;
}

/** When each client left its last event, from the newest two months of the log. */
export function lastEventAt(home: FactHome): Readonly<Record<string, string>> {
  const last: Record<string, string> = {};
  for (const name of logMonths(home).slice(-2)) {
    for (const { client, at } of parseEvents(
      home.files.read(join(home.paths.learningLog, name)) ?? '',
      name,
    )) {
      if (at > (last[client] ?? '')) last[client] = at;
    }
  }
  return last;
}

/** Events in lines of the log; what is none is left out. */
export const parseEvents = (text: string, name: string): Event[] => parseLines(text, name, parseEvent);

/** Appends events to the learning log; those it holds already are left out. Returns what was new. */
export function addEvents(home: FactHome, events: readonly Event[]): Event[] {
  const months = new Set(events.flatMap(({ at }) => [monthOf(at), monthOf(addDays(at, -1))]));
  const known = [...months].flatMap((month) =>
    readLines(home, join(home.paths.learningLog, `${month}.jsonl`), parseEvent),
  );
  const fresh = unknownEvents(known, events);
  appendByMonth(home, home.paths.learningLog, fresh, ({ at }) => at);
  return fresh;
}

/** Appends runs, new or changed. */
export const addRuns = (home: FactHome, runs: readonly Run[]): void =>
  appendByMonth(home, home.paths.workflows, runs, ({ createdAt }) => createdAt);

/** Appends records about runs, beside them. */
export const addRecordLines = (home: FactHome, records: readonly WorkflowRecord[]): void =>
  appendByMonth(home, home.paths.workflows, records, ({ at }) => at);

/** All runs, each in its latest form. */
export const readRuns = (home: FactHome): Run[] => lastById(readFolder(home, home.paths.workflows, parseRun));

/** Appends usage that is not there yet. Returns what was new. */
export function addUsage(home: FactHome, machine: string, usages: readonly Usage[]): Usage[] {
  const known = new Set(readUsage(home).map(({ id }) => id));
  const fresh = lastById(usages.filter(({ id }) => !known.has(id)));
  appendByMonth(home, join(home.paths.usage, machine), fresh, ({ at }) => at);
  return fresh;
}

/** All usage of all machines. */
export function readUsage(home: FactHome): Usage[] {
  const machines = home.files.names(home.paths.usage);
  return lastById(machines.flatMap((name) => readFolder(home, join(home.paths.usage, name), parseUsage)));
}

const sessionPath = (home: FactHome, id: string): string =>
  join(home.paths.sessions, `${sessionFileName(id)}.json`);

function parseSession(text: string): SessionDoc | undefined {
  try {
    const parsed = parseSessionDoc(JSON.parse(text));
    return parsed.ok ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}

/** What is known of a session; undefined when it is new (or its document is damaged: it is then folded anew). */
export function readSession(home: FactHome, id: string): SessionDoc | undefined {
  const text = home.files.read(sessionPath(home, id));
  return text === undefined ? undefined : parseSession(text);
}

/** Every session. */
export const readSessions = (home: FactHome): SessionDoc[] =>
  home.files
    .names(home.paths.sessions)
    .flatMap((name) => parseSession(home.files.read(join(home.paths.sessions, name)) ?? '') ?? []);

/** Writes a session's document. */
export function writeSession(home: FactHome, doc: SessionDoc): void {
  home.files.ensureFolder(home.paths.sessions);
  home.files.replace(sessionPath(home, doc.id), `${JSON.stringify(doc)}\n`);
}
