import { relative } from 'node:path';
import { type Transcript, unknownFormat } from '../clients/transcript.ts';
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
  /** Writes facts that have gathered, when they are many; absent where nothing is to be written. */
  readonly spill?: () => Promise<void>;
}

/** A transcript while it is read. */
export interface Source {
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

/** A transcript that is about to be read; `path` is its name among the marks. */
export const createSource = (told: Pick<Source, 'path' | 'label' | 'growth' | 'transcript'>): Source => ({
  ...told,
  ahead: undefined,
  prompts: 0,
  steps: 0,
});

/** Tells of a file of which nothing is new. */
export const accountSame = (label: string, reading: Reading): void =>
  void reading.files.push({ file: label, prompts: 0, steps: 0, state: 'same' });

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
  await reading.spill?.();
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

/** Reads the transcripts of one session: its own, and those of its sub-agents. */
export async function readSources(
  { own, agents }: { readonly own: Source | undefined; readonly agents: readonly Source[] },
  reading: Reading,
): Promise<void> {
  const sources = own ? [own, ...agents] : agents;
  for (const source of sources) advance(source, reading);
  if (own) await foldSession(own, agents, reading);
  for (const agent of agents) await foldUntil(agent, undefined, reading);
  for (const source of sources) await account(source, reading);
}
