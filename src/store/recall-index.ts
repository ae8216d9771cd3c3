import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../domain/json.ts';
import type { Memory, Relation } from '../domain/memory.ts';
import type { IndexEntry, RecallIndex } from '../domain/recall.ts';
import type { State } from '../domain/state.ts';
import type { Files } from './files.ts';
import type { Position } from './journal.ts';
import type { Owner } from './lock.ts';
import type { Paths } from './paths.ts';
import { type Database, loadDriver } from './recall-index-driver.ts';
import { DatabaseIndex } from './recall-index-read.ts';
import { readHead, readSynonyms } from './recall-index-schema.ts';
import { endOf, readSigns, type Signs } from './recall-index-signs.ts';
import type { Store } from './store.ts';

/** What an index says of itself, and the little beside memories that ranking needs. */
export interface RecallHead {
  readonly schema: number;
  /** Of the program that made it: another one may cut words otherwise. */
  readonly version: string;
  readonly machine: string;
  /** Place in this machine's journal up to which it holds everything. */
  readonly position: Position;
  readonly files: string;
  readonly others: string;
  /** Documents, the next free row, the tokens of all documents, relations and edges. */
  readonly count: number;
  readonly next: number;
  readonly length: number;
  readonly links: number;
  /** Core memory's settings, which lie over the config's. */
  readonly memoryConfig: Readonly<Record<string, Json>>;
  /** What the person is busy with: weight by topic, 0..1, as of the last change. */
  readonly topics: Readonly<Record<string, number>>;
  /** Which synonyms it holds. */
  readonly synonyms: string;
}

/** How memories become documents: what the planners of recall know. */
export interface RecallSource {
  /** Everything that recall may return. */
  entriesOf(state: State): IndexEntry[];
  /** A memory that recall may return, whatever else there is. */
  entryOf(memory: Memory): IndexEntry;
  /** Whether recall spreads along a relation. */
  isLifting(relation: Relation): boolean;
  /** Weight by topic, where a focus is set. */
  topicsOf(store: Store): Readonly<Record<string, number>>;
  /** Every stem that has synonyms, with them: kept in the index, since making the table takes longer than a question. */
  synonyms(): ReadonlyMap<string, readonly string[]>;
}

/** What an index is opened with. */
export interface IndexInput {
  readonly paths: Paths;
  /** A pen that writes, also where nothing else is written. */
  readonly files: Files;
  readonly owner: Owner;
  /** Of this program. */
  readonly version: string;
  readonly machine: string;
  /** Names the synonyms that count now. */
  readonly synonyms: string;
  /** Loaded only when something has to be written. */
  loadSource(): Promise<RecallSource>;
  /** Told how many documents were written so far, when many are. */
  onWritten?(done: number, total: number): void;
  /** The store, for when the index cannot be brought up to date from the journal alone. */
  openStore(): Promise<Store>;
}

/** True when an index holds what the home and its settings say. */
export const isCurrent = (head: RecallHead, input: IndexInput, signs: Signs): boolean =>
  head.machine === input.machine &&
  head.synonyms === input.synonyms &&
  head.files === signs.files &&
  head.others === signs.others &&
  endOf(head.position) === signs.end;

/** An open index. It answers from one moment; close it at the end. */
export interface OpenIndex {
  readonly index: RecallIndex;
  readonly head: RecallHead;
  /** What a stem may be found by instead of itself. */
  othersOf(stem: string): readonly string[];
  close(): void;
}

/** Where the index lies. */
export const indexPath = (paths: Paths): string => join(paths.cache, 'recall.db');

/** Opens a file that is there. Reading is one transaction, so that what is read belongs together. */
export function openFile(
  open: (path: string) => Database,
  path: string,
  version: string,
): { database: Database; head: RecallHead } | undefined {
  if (!fs.existsSync(path)) return undefined;
  const database = open(path);
  try {
    database.exec('begin');
    const head = readHead(database, version);
    if (head) return { database, head };
  } catch {}
  database.close();
  return undefined;
}

/**
 * Opens the index of recall, made or brought up to date first where it has to be. Undefined where there can be none: no
 * binary of SQLite, a disk that cannot be written, or another process that is making one: then memory has to do.
 */
export async function openRecallIndex(input: IndexInput): Promise<OpenIndex | undefined> {
  const open = loadDriver();
  if (!open) return undefined;
  try {
    return openFresh(open, input) ?? (await openUpdated(open, input));
  } catch {
    return undefined;
  }
}

/** Opens what is there, if it holds what the home holds. */
function openFresh(open: (path: string) => Database, input: IndexInput): OpenIndex | undefined {
  const found = openFile(open, indexPath(input.paths), input.version);
  if (!found) return undefined;
  const { database, head } = found;
  if (isCurrent(head, input, readSigns(input.paths, input.machine))) return openIndex(database, head);
  database.close();
  return undefined;
}

const openIndex = (database: Database, head: RecallHead): OpenIndex => ({
  index: new DatabaseIndex(database, head),
  head,
  othersOf: (stem) => readSynonyms(database, stem),
  close: () => database.close(),
});

async function openUpdated(
  open: (path: string) => Database,
  input: IndexInput,
): Promise<OpenIndex | undefined> {
  const { updateIndex } = await import('./recall-index-update.ts');
  if (!(await updateIndex(open, input))) return undefined;
  const found = openFile(open, indexPath(input.paths), input.version);
  return found && openIndex(found.database, found.head);
}

/**
 * Brings the index up to date, after a command that changed something; where there is none, makes one if `makes` says so. Never fails:
 * the next recall does it as well.
 */
export async function refreshRecallIndex(input: IndexInput, makes: boolean): Promise<void> {
  if (!makes && !fs.existsSync(indexPath(input.paths))) return;
  const opened = await openRecallIndex(input);
  opened?.close();
}
