import { relative } from 'node:path';
import { clientOf } from '../clients/adapters.ts';
import { isDocument } from '../clients/document.ts';
import { resumeCursor } from '../clients/file-cursor.ts';
import { openTranscript, type Transcript, unknownFormat } from '../clients/transcript.ts';
import type { BadLine, SessionHead, TraceItem } from '../domain/trace.ts';
import type { ReadMark } from '../store/home-state.ts';
import type { CommandInput } from './command.ts';
import { foldRows, foldSize, type SessionReader } from './session-reader.ts';

/** One transcript file and what became of it. */
export interface FileAccount {
  readonly file: string;
  readonly prompts: number;
  readonly steps: number;
  /** `new`, `appended`, `replaced`, `same`, or why it was skipped. */
  readonly state: string;
}

/** What reading transcripts gives beside the sessions. */
export interface Reading {
  readonly reader: SessionReader;
  readonly files: FileAccount[];
  readonly bad: BadLine[];
  /** How far each file was read. */
  readonly marks: Map<string, ReadMark>;
  /** Id of the only project that is wanted. */
  readonly only: string | undefined;
}

/** A transcript while it is read. */
interface Source {
  readonly path: string;
  readonly label: string;
  readonly growth: string;
  readonly transcript: Transcript;
  /** The item that comes next, already taken from the file. */
  ahead: TraceItem | undefined;
  prompts: number;
  steps: number;
}

/** A path as people write it. */
export function labelOf(path: string, { host }: CommandInput): string {
  const below = relative(host.userHome, path);
  return below.startsWith('..') ? path : `~/${below}`;
}

/** Takes the next readable item; what cannot be read is set aside. */
function advance(source: Source, reading: Reading): void {
  for (;;) {
    const { value, done } = source.transcript.items.next();
    source.ahead = undefined;
    if (done) return;
    if (value.kind === 'bad') reading.bad.push(value.bad);
    else {
      source.ahead = value;
      return;
    }
  }
}

function openSource(path: string, input: CommandInput, reading: Reading): Source | undefined {
  const { store } = reading.reader;
  const label = labelOf(path, input);
  const mark = store.home().marks[path];
  const growth = mark ? resumeCursor(path, mark.cursor) : 'new';
  if (growth === 'same') {
    reading.files.push({ file: label, prompts: 0, steps: 0, state: 'same' });
    return undefined;
  }
  const client = clientOf(path);
  const opened = openTranscript(path, {
    maxLineMb: store.settings.policy.capture.maxLineMb,
    ...(growth === 'appended' && mark && !isDocument(path) ? { from: mark } : {}),
    ...(client === undefined ? {} : { client }),
  });
  if (opened.ok)
    return { path, label, growth, transcript: opened.value, ahead: undefined, prompts: 0, steps: 0 };
  reading.bad.push({ file: path, line: 0, problem: opened.failure.message, text: '' });
  return undefined;
}

/** With `--project`, other projects' sessions are left for another time. */
async function isWanted({ only, reader }: Reading, head: SessionHead): Promise<boolean> {
  return only === undefined || (await reader.finder.placeOf(head.cwd ?? '')).place.project.id === only;
}

/** Folds a piece of one file, unless nothing of it may be used. */
async function foldPiece(source: Source, items: readonly TraceItem[], reading: Reading): Promise<void> {
  const { transcript, label } = source;
  const head = transcript.head();
  if (!head || transcript.skipReason() || !(await isWanted(reading, head))) return;
  const before = reading.reader.counts;
  await foldRows(reading.reader, { head, label }, items);
  source.prompts += reading.reader.counts.prompts - before.prompts;
  source.steps += reading.reader.counts.steps - before.steps;
}

/** Folds what a file tells up to a time (or to its end), piece by piece. */
async function foldUntil(source: Source, until: string | undefined, reading: Reading): Promise<void> {
  let piece: TraceItem[] = [];
  while (source.ahead && (until === undefined || source.ahead.at < until)) {
    piece.push(source.ahead);
    advance(source, reading);
    if (piece.length < foldSize) continue;
    await foldPiece(source, piece, reading);
    piece = [];
  }
  await foldPiece(source, piece, reading);
}

/** Folds the session's own rows; before each prompt, what its sub-agents did by then: their steps belong to the run before. */
async function foldSession(own: Source, agents: readonly Source[], reading: Reading): Promise<void> {
  let piece: TraceItem[] = [];
  while (own.ahead) {
    const { ahead } = own;
    if (piece.length >= foldSize || (ahead.kind === 'prompt' && agents.length > 0)) {
      await foldPiece(own, piece, reading);
      piece = [];
      for (const agent of agents) await foldUntil(agent, ahead.at, reading);
    }
    piece.push(ahead);
    advance(own, reading);
  }
  await foldPiece(own, piece, reading);
}

async function account(source: Source, reading: Reading): Promise<void> {
  const { transcript, path, label, prompts, steps, growth } = source;
  const head = transcript.head();
  const cursor = transcript.cursor();
  if (cursor && head && (await isWanted(reading, head))) reading.marks.set(path, { cursor, head });
  const reason = transcript.skipReason();
  if (reason === unknownFormat) reading.bad.push({ file: path, line: 0, problem: reason, text: '' });
  reading.files.push({ file: label, prompts, steps, state: reason ?? growth });
}

/** The session that a file belongs to, by where it lies: sub-agents lie near their parent's file. */
const familyOf = (path: string): string => clientOf(path)?.familyOf?.(path) ?? path.replace(/\.jsonl?$/, '');

const isSubAgent = (path: string): boolean => clientOf(path)?.parentOf?.(path) !== undefined;

/** A session's own file first, then by length and name. */
const byOwner = (a: string, b: string): number =>
  Number(isSubAgent(a)) - Number(isSubAgent(b)) || a.length - b.length || (a < b ? -1 : 1);

/** Files by session, the session's own first, in the order given. */
export function groupBySession(paths: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const group = groups.get(familyOf(path));
    if (group) group.push(path);
    else groups.set(familyOf(path), [path]);
  }
  return [...groups.values()].map((group) => group.sort(byOwner));
}

/** Reads the new part of a session's files. */
export async function readSessionFiles(
  paths: readonly string[],
  input: CommandInput,
  reading: Reading,
): Promise<void> {
  const sources = paths.flatMap((path) => openSource(path, input, reading) ?? []);
  for (const source of sources) advance(source, reading);
  const own = sources.find(({ path }) => !isSubAgent(path));
  const agents = sources.filter((source) => source !== own);
  if (own) await foldSession(own, agents, reading);
  for (const agent of agents) await foldUntil(agent, undefined, reading);
  for (const source of sources) await account(source, reading);
}
