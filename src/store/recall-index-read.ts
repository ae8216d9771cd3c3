import type { Among, IndexHit, Neighbour, QueryWord, RecallIndex, RecallItem } from '../domain/recall.ts';
import { normalizeText } from '../text/normalize.ts';
import type { RecallHead } from './recall-index.ts';
import {
  blockSize,
  countPostings,
  lengthAt,
  ownerAt,
  type Postings,
  readPostings,
  readSlots,
  type SlotBlock,
  slotAt,
} from './recall-index-blocks.ts';
import type { Database, SqlRow } from './recall-index-driver.ts';
import { gramsOf } from './recall-index-grams.ts';

/** BM25: how soon repeats stop counting, and how much long documents pay. */
const k1 = 1.2;
const b = 0.75;

/** A document as it lies in the index. */
export interface StoredDocument {
  readonly item: RecallItem;
  readonly aliases: readonly string[];
}

/** What `writeEntries` put there. */
const parseDocument = (json: unknown): StoredDocument => JSON.parse(String(json));

const noBlock: SlotBlock = { words: new Uint32Array(0) };

/** The index of recall over a database: nothing is read that no question asks for, and nothing twice. */
export class DatabaseIndex implements RecallIndex {
  readonly count: number;
  readonly #database: Database;
  readonly #head: RecallHead;
  readonly #slots = new Map<number, SlotBlock>();
  readonly #postings = new Map<string, readonly (readonly [block: number, Postings])[]>();
  readonly #documents = new Map<number, StoredDocument>();
  readonly #rows = new Map<string, number | undefined>();
  readonly #sessions = new Map<number, readonly number[]>();
  #owners: readonly SqlRow[] | undefined;

  constructor(database: Database, head: RecallHead) {
    this.#database = database;
    this.#head = head;
    this.count = head.count;
  }

  owners(): string[] {
    return this.#ownerRows()
      .flatMap(([, name, documents]) => (Number(documents) > 0 ? [String(name)] : []))
      .sort();
  }

  #ownerRows(): readonly SqlRow[] {
    this.#owners ??= this.#database.all('select number, name, documents from owners');
    return this.#owners;
  }

  /** By number: whether an owner is asked for. */
  #allowed(names: readonly string[]): boolean[] {
    const wanted = new Set(names);
    const allowed: boolean[] = [];
    for (const [number, name] of this.#ownerRows()) allowed[Number(number)] = wanted.has(String(name));
    return allowed;
  }

  #block(number: number): SlotBlock {
    const known = this.#slots.get(number);
    if (known) return known;
    const [data] = this.#database.get('select data from slots where block = ?', number) ?? [];
    const block = data instanceof Uint8Array ? readSlots(data) : noBlock;
    this.#slots.set(number, block);
    return block;
  }

  #postingsOf(term: string): readonly (readonly [block: number, Postings])[] {
    const known = this.#postings.get(term);
    if (known) return known;
    const found = this.#database
      .all('select block, data from postings where term = ? order by block', term)
      .flatMap(([block, data]) =>
        data instanceof Uint8Array ? [[Number(block), readPostings(data)] as const] : [],
      );
    this.#postings.set(term, found);
    return found;
  }

  documentsWith(term: string): number {
    return this.#postingsOf(term).reduce((sum, [, postings]) => sum + countPostings(postings), 0);
  }

  search(words: readonly QueryWord[], { owners, limit }: Among): IndexHit[] {
    const allowed = this.#allowed(owners);
    const scores = new Float64Array(this.#head.next);
    const best = new Float64Array(this.#head.next);
    const found: number[] = [];
    for (const word of words) {
      const touched: number[] = [];
      for (const { term, weight } of word.alternatives) this.#score(term, weight, { allowed, best, touched });
      for (const row of touched) {
        if (scores[row] === 0) found.push(row);
        scores[row] = (scores[row] ?? 0) + (best[row] ?? 0);
        best[row] = 0;
      }
    }
    return this.#best(found, scores, limit);
  }

  /** One word's points for every document that holds it: the best of its alternatives stays. */
  #score(
    term: string,
    weight: number,
    { allowed, best, touched }: { allowed: readonly boolean[]; best: Float64Array; touched: number[] },
  ): void {
    const held = this.documentsWith(term);
    const idf = Math.log(1 + (this.count - held + 0.5) / (held + 0.5));
    const mean = this.#head.length / this.count;
    for (const [number, postings] of this.#postingsOf(term)) {
      const slots = this.#block(number);
      const first = number * blockSize;
      for (let at = 0; at < postings.length; at += 2) {
        const offset = postings[at] ?? 0;
        if (allowed[ownerAt(slots, offset)] !== true) continue;
        const tf = postings[at + 1] ?? 0;
        const score =
          (weight * idf * tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * lengthAt(slots, offset)) / mean));
        const row = first + offset;
        const before = best[row] ?? 0;
        if (score <= before) continue;
        if (before === 0) touched.push(row);
        best[row] = score;
      }
    }
  }

  /** The best `limit` of what was found, without sorting the rest. */
  #best(found: readonly number[], scores: Float64Array, limit: number): IndexHit[] {
    const best: IndexHit[] = [];
    if (limit < 1) return best;
    const isBefore = (x: IndexHit, y: IndexHit): boolean =>
      x.score > y.score || (x.score === y.score && this.#isIdBefore(x.row, y.row));
    for (const row of found) {
      const hit = { row, score: scores[row] ?? 0 };
      const last = best.length < limit ? undefined : best.at(-1);
      if (last && !isBefore(hit, last)) continue;
      if (last) best.pop();
      let [low, high] = [0, best.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        const other = best[middle];
        if (other && isBefore(other, hit)) low = middle + 1;
        else high = middle;
      }
      best.splice(low, 0, hit);
    }
    return best;
  }

  #isIdBefore(x: number, y: number): boolean {
    const [one, other] = [this.#key(x), this.#key(y)];
    if (one >= 0 && other >= 0 && one !== other) return one < other;
    return this.#document(x).item.id < this.#document(y).item.id;
  }

  #key(row: number): number {
    return slotAt(this.#block(Math.floor(row / blockSize)), row % blockSize).key;
  }

  containing(piece: string, { owners, limit }: Among): number[] {
    const wanted = normalizeText(piece);
    const allowed = this.#allowed(owners);
    const rows = this.#holding(wanted).filter((row) => {
      const slots = this.#block(Math.floor(row / blockSize));
      return allowed[ownerAt(slots, row % blockSize)] === true;
    });
    return rows.sort((x, y) => (this.#isIdBefore(x, y) ? -1 : 1)).slice(0, limit);
  }

  /** Documents whose text holds a piece: through its pairs of letters where it has some, else by looking at every text. */
  #holding(wanted: string): number[] {
    const [rarest] = [...gramsOf(wanted)].sort((x, y) => this.documentsWith(x) - this.documentsWith(y));
    if (rarest === undefined)
      return this.#database
        .all('select row from bodies where instr(folded, ?) > 0', wanted)
        .map(([row]) => Number(row));
    const rows = this.#postingsOf(rarest).flatMap(([number, postings]) =>
      [...postings].flatMap((offset, at) => (at % 2 === 0 ? [number * blockSize + offset] : [])),
    );
    return this.#database
      .all(
        'select row from bodies where row in (select value from json_each(?)) and instr(folded, ?) > 0',
        JSON.stringify(rows),
        wanted,
      )
      .map(([row]) => Number(row));
  }

  termsOf(row: number): ReadonlyMap<string, number> {
    const [terms] = this.#database.get('select terms from bodies where row = ?', row) ?? [];
    if (typeof terms !== 'string') throw new RangeError(`no document ${row}`);
    return new Map(JSON.parse(terms));
  }

  items(rows: readonly number[]): RecallItem[] {
    const missing = rows.filter((row) => !this.#documents.has(row));
    if (missing.length > 0)
      for (const [row, json] of this.#database.all(
        'select row, json from docs where row in (select value from json_each(?))',
        JSON.stringify(missing),
      ))
        this.#documents.set(Number(row), parseDocument(json));
    return rows.map((row) => this.#document(row).item);
  }

  #document(row: number): StoredDocument {
    const known = this.#documents.get(row);
    if (known) return known;
    const [json] = this.#database.get('select json from docs where row = ?', row) ?? [];
    if (json === undefined) throw new RangeError(`no document ${row}`);
    const document = parseDocument(json);
    this.#documents.set(row, document);
    return document;
  }

  neighbours(row: number): Neighbour[] {
    return [...this.#beside(row), ...this.#linked(row)];
  }

  #beside(row: number): Neighbour[] {
    const { session } = slotAt(this.#block(Math.floor(row / blockSize)), row % blockSize);
    const said = session === 0 ? [] : this.#saidIn(session);
    const place = said.indexOf(row);
    if (place < 0) return [];
    const beside = [
      { kind: 'previous', measure: 1, row: said[place - 1] },
      { kind: 'previous', measure: 2, row: said[place - 2] },
      { kind: 'next', measure: 1, row: said[place + 1] },
    ] as const;
    return beside.flatMap(({ row: other, ...rest }) =>
      other === undefined ? [] : [{ ...rest, row: other }],
    );
  }

  /** The documents of a session in the order in which they were said. */
  #saidIn(session: number): readonly number[] {
    const known = this.#sessions.get(session);
    if (known) return known;
    const said = this.#database
      .all('select row, place, id from placed where session = ?', session)
      .map(([row, place, id]) => ({ row: Number(row), place: Number(place), id: String(id) }))
      .sort((x, y) => x.place - y.place || (x.id < y.id ? -1 : 1))
      .map(({ row }) => row);
    this.#sessions.set(session, said);
    return said;
  }

  #linked(row: number): Neighbour[] {
    if (this.#head.links === 0) return [];
    const { item, aliases } = this.#document(row);
    const names = [item.id, ...aliases].filter((name) => this.rowOf(name) === row);
    const linked = new Map<string, Neighbour>();
    for (const name of names)
      for (const [kind, from, to, weight, since] of this.#database.all(
        'select kind, a, b, weight, since from links where a = ?1 union select kind, a, b, weight, since from links where b = ?1',
        name,
      )) {
        const other = this.rowOf(String(from === name ? to : from));
        if (other === undefined || other === row) continue;
        const neighbour: Neighbour =
          kind === relatedLink
            ? { kind: 'related', row: other, measure: 1 }
            : { kind: 'together', row: other, measure: Number(weight), at: String(since) };
        linked.set(`${neighbour.kind} ${other}`, neighbour);
      }
    return [...linked.values()].sort((x, y) =>
      x.kind === y.kind ? (this.#isIdBefore(x.row, y.row) ? -1 : 1) : x.kind === 'related' ? -1 : 1,
    );
  }

  rowOf(id: string): number | undefined {
    if (this.#rows.has(id)) return this.#rows.get(id);
    const [row] =
      this.#database.get('select row from names where name = ? order by kind, id limit 1', id) ?? [];
    const found = typeof row === 'number' ? row : undefined;
    this.#rows.set(id, found);
    return found;
  }
}

/** Kinds of links, as they are stored. */
export const relatedLink = 0;
export const togetherLink = 1;
