import { createHash } from 'node:crypto';
import type { IndexEntry } from '../domain/recall.ts';
import { normalizeText } from '../text/normalize.ts';
import { tokenize } from '../text/terms.ts';
import type { RecallHead } from './recall-index.ts';
import {
  type Beside,
  blockSize,
  bytesOf,
  changeBeside,
  changePostings,
  changeSlots,
  keyOf,
  type Postings,
  readPostings,
  readSlots,
  type Slot,
  words32,
} from './recall-index-blocks.ts';
import type { Database } from './recall-index-driver.ts';
import { gramsOf } from './recall-index-grams.ts';
import type { StoredDocument } from './recall-index-read.ts';

/** Counts that an index keeps of itself. */
type Counts = Pick<RecallHead, 'count' | 'next' | 'length'>;

/** What is to be in an index and what is not. */
export interface EntryChanges {
  readonly put: readonly IndexEntry[];
  /** Ids. */
  readonly remove: readonly string[];
  /** Told how many of `put` were written so far. */
  readonly onWritten?: ((done: number, total: number) => void) | undefined;
}

/** Content hash of an entry: what did not change is not written. */
export const hashOfEntry = (entry: IndexEntry): string =>
  createHash('sha256').update(JSON.stringify(entry)).digest('base64').slice(0, 16);

/** Changes that wait until all of them are known, so that every block is read and written once. */
class Batch {
  /** Term, block, place in it: how often. */
  readonly postings = new Map<string, Map<number, Map<number, number>>>();
  readonly slots = new Map<number, Map<number, Slot>>();
  readonly #owners = new Map<string, number>();
  readonly #documents = new Map<number, number>();
  readonly #sessions = new Map<string, number>();
  readonly #reordered = new Set<number>();
  readonly #left = new Set<number>();
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  count(term: string, row: number, times: number): void {
    const blocks = getOr(this.postings, term, () => new Map<number, Map<number, number>>());
    const places = getOr(blocks, Math.floor(row / blockSize), () => new Map<number, number>());
    places.set(row % blockSize, times);
  }

  slot(row: number, slot: Slot): void {
    getOr(this.slots, Math.floor(row / blockSize), () => new Map<number, Slot>()).set(row % blockSize, slot);
  }

  #number(table: 'owners' | 'sessions', known: Map<string, number>, name: string): number {
    return getOr(known, name, () => {
      const more = table === 'owners' ? ', documents' : '';
      const zero = table === 'owners' ? ', 0' : '';
      this.#database.run(`insert or ignore into ${table}(name${more}) values(?${zero})`, name);
      return Number(this.#database.get(`select number from ${table} where name = ?`, name)?.[0]);
    });
  }

  /** The number of an owner who has so many documents more. */
  owner(name: string, more: number): number {
    const number = this.#number('owners', this.#owners, name);
    this.#documents.set(number, (this.#documents.get(number) ?? 0) + more);
    return number;
  }

  session(name: string): number {
    return this.#number('sessions', this.#sessions, name);
  }

  /** A document that stands in no session any more. */
  leave(row: number): void {
    this.#left.add(row);
  }

  /** Orders a session anew when the rest is written. */
  reorder(session: number): void {
    this.#reordered.add(session);
  }

  /** Who stands beside whom in the sessions that changed, in the order in which things were said. */
  #writeSessions(): void {
    const sides = new Map<number, Map<number, Beside>>();
    const set = (row: number, beside: Beside): void => {
      const block = getOr(sides, Math.floor(row / blockSize), () => new Map<number, Beside>());
      block.set(row % blockSize, beside);
    };
    for (const row of this.#left) set(row, { previous: undefined, next: undefined });
    for (const session of this.#reordered) {
      const said = readSession(this.#database, session);
      for (const [at, row] of said.entries()) set(row, { previous: said[at - 1], next: said[at + 1] });
    }
    for (const [block, changes] of sides) {
      const [data] = this.#database.get('select data from beside where block = ?', block) ?? [];
      const before = data instanceof Uint8Array ? words32(data) : undefined;
      this.#database.run('insert or replace into beside values(?, ?)', block, changeBeside(before, changes));
    }
  }

  /** Writes everything. Blocks from `fresh` on hold nothing yet and are not looked for. */
  write(fresh: number): void {
    for (const [term, blocks] of this.postings)
      for (const [block, places] of blocks)
        this.#writePostings(term, block, { places, isFresh: block >= fresh });
    for (const [block, places] of this.slots) {
      const [data] = this.#database.get('select data from slots where block = ?', block) ?? [];
      const before = data instanceof Uint8Array ? readSlots(data) : undefined;
      this.#database.run('insert or replace into slots values(?, ?)', block, changeSlots(before, places));
    }
    for (const [number, more] of this.#documents)
      this.#database.run('update owners set documents = documents + ? where number = ?', more, number);
    this.#writeSessions();
  }

  #writePostings(
    term: string,
    block: number,
    { places, isFresh }: { places: ReadonlyMap<number, number>; isFresh: boolean },
  ): void {
    const before = isFresh ? undefined : this.#postings(term, block);
    const after = changePostings(before, places);
    if (after.length > 0)
      this.#database.run('insert or replace into postings values(?, ?, ?)', term, block, bytesOf(after));
    else if (before) this.#database.run('delete from postings where term = ? and block = ?', term, block);
  }

  #postings(term: string, block: number): Postings | undefined {
    const [data] =
      this.#database.get('select data from postings where term = ? and block = ?', term, block) ?? [];
    return data instanceof Uint8Array ? readPostings(data) : undefined;
  }
}

/** The documents of a session in the order in which they were said. */
const readSession = (database: Database, session: number): number[] =>
  database
    .all('select row, place, id from placed where session = ?', session)
    .map(([row, place, id]) => ({ row: Number(row), place: Number(place), id: String(id) }))
    .sort((x, y) => x.place - y.place || (x.id < y.id ? -1 : 1))
    .map(({ row }) => row);

function getOr<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** A document that lies in the index already. */
interface Found {
  readonly row: number;
  readonly hash: string;
}

function findDocument(database: Database, id: string): Found | undefined {
  const found = database.get(
    'select d.row, d.hash from names n join docs d on d.row = n.row where n.name = ? and n.kind = 0',
    id,
  );
  return found && { row: Number(found[0]), hash: String(found[1]) };
}

function removeDocument(database: Database, batch: Batch, row: number): number {
  const [json] = database.get('select json from docs where row = ?', row) ?? [];
  const [terms, folded] = database.get('select terms, folded from bodies where row = ?', row) ?? [];
  const { item, aliases }: StoredDocument = JSON.parse(String(json));
  const counts: readonly (readonly [string, number])[] = JSON.parse(String(terms));
  for (const [term] of counts) batch.count(term, row, 0);
  for (const gram of gramsOf(String(folded))) batch.count(gram, row, 0);
  batch.slot(row, { length: 0, owner: 0, key: -1 });
  batch.owner(item.owner, -1);
  database.run('delete from names where name = ? and kind = 0 and id = ?', item.id, item.id);
  for (const alias of aliases)
    database.run('delete from names where name = ? and kind = 1 and id = ?', alias, item.id);
  if (item.sessionId !== undefined && item.order !== undefined) {
    const session = batch.session(item.sessionId);
    const { order, id } = item;
    database.run('delete from placed where session = ? and place = ? and id = ?', session, order, id);
    batch.leave(row);
    batch.reorder(session);
  }
  database.run('delete from docs where row = ?', row);
  database.run('delete from bodies where row = ?', row);
  return counts.reduce((sum, [, count]) => sum + count, 0);
}

function addDocument(
  database: Database,
  batch: Batch,
  { entry, hash, row }: { entry: IndexEntry; hash: string; row: number },
): number {
  const { item, text, aliases } = entry;
  const tokens = tokenize(text);
  const folded = normalizeText(text);
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  for (const [term, count] of counts) batch.count(term, row, count);
  for (const gram of gramsOf(folded)) batch.count(gram, row, 1);
  const { sessionId, order } = item;
  const session = sessionId === undefined || order === undefined ? 0 : batch.session(sessionId);
  const owner = batch.owner(item.owner, 1);
  batch.slot(row, { length: tokens.length, owner, key: keyOf(item.id) });
  const stored: StoredDocument = { item, aliases };
  database.run('insert into docs values(?, ?, ?, ?)', row, item.id, hash, JSON.stringify(stored));
  database.run('insert into bodies values(?, ?, ?)', row, JSON.stringify([...counts]), folded);
  database.run('insert into names values(?, 0, ?, ?)', item.id, item.id, row);
  for (const alias of new Set(aliases))
    database.run('insert into names values(?, 1, ?, ?)', alias, item.id, row);
  if (session !== 0) {
    database.run('insert into placed values(?, ?, ?, ?)', session, order ?? 0, item.id, row);
    batch.reorder(session);
  }
  return tokens.length;
}

/**
 * Brings documents in and out of an index, inside a transaction. Those that say what they said are left alone. Returns the new
 * counts. Words are gathered for a block's worth of documents at a time, so that memory stays small.
 */
export function writeEntries(
  database: Database,
  before: Counts,
  { put, remove, onWritten }: EntryChanges,
): Counts {
  const counts = { ...before };
  const removals = new Batch(database);
  for (const id of remove) {
    const found = findDocument(database, id);
    if (!found) continue;
    counts.length -= removeDocument(database, removals, found.row);
    counts.count--;
  }
  removals.write(Number.POSITIVE_INFINITY);
  for (let from = 0; from < put.length; ) {
    onWritten?.(from, put.length);
    const until = from + blockSize - (counts.next % blockSize);
    putEntries(database, counts, put.slice(from, until));
    from = until;
  }
  return counts;
}

function putEntries(
  database: Database,
  counts: { count: number; next: number; length: number },
  entries: readonly IndexEntry[],
): void {
  const batch = new Batch(database);
  const fresh = Math.ceil(counts.next / blockSize);
  for (const entry of entries) {
    const hash = hashOfEntry(entry);
    const found = counts.count > 0 ? findDocument(database, entry.item.id) : undefined;
    if (found?.hash === hash) continue;
    if (found) counts.length -= removeDocument(database, batch, found.row);
    else counts.count++;
    const row = found?.row ?? counts.next++;
    counts.length += addDocument(database, batch, { entry, hash, row });
  }
  batch.write(fresh);
}
