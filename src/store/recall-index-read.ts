import {
  type Among,
  type IndexHit,
  type Neighbour,
  type QueryWord,
  type RecallIndex,
  type RecallItem,
  steadyScore,
} from '../domain/recall.ts';
import { normalizeText } from '../text/normalize.ts';
import type { RecallHead } from './recall-index.ts';
import {
  type Beside,
  besideAt,
  blockSize,
  keyAt,
  ownerAt,
  ownerOf,
  type Postings,
  readPostings,
  readSlots,
  type SlotBlock,
  slotWords,
  words32,
} from './recall-index-blocks.ts';
import type { Database, SqlRow } from './recall-index-driver.ts';
import { gramsOf } from './recall-index-grams.ts';
import { DocumentTerms, type TermsSource } from './recall-index-terms.ts';

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

/** What a word gives to documents; both lists in one order. */
interface Points {
  readonly rows: readonly number[];
  readonly scores: Float64Array;
}

/** What documents have together, and which have any: of the words with these keys, in this order. */
interface Sum {
  readonly keys: readonly string[];
  readonly scores: Float64Array;
  readonly found: number[];
}

/** Steps into which scores are sorted to find where the best end. */
const steps = 1024;

/** A score that the best `limit` have at least, and few others: nothing is sorted for it. */
function leastOf(found: readonly number[], scores: Float64Array, limit: number): number {
  if (found.length <= limit) return 0;
  let highest = 0;
  for (let at = 0; at < found.length; at++) highest = Math.max(highest, scores[found[at] ?? 0] ?? 0);
  const counts = new Uint32Array(steps + 1);
  for (let at = 0; at < found.length; at++) {
    const step = Math.floor(((scores[found[at] ?? 0] ?? 0) / highest) * steps);
    counts[step] = (counts[step] ?? 0) + 1;
  }
  let step = steps;
  for (let seen = counts[step] ?? 0; seen < limit && step > 0; seen += counts[step] ?? 0) step--;
  // A step lower, so that no rounding leaves one of the best out.
  return ((step - 1) / steps) * highest;
}

/** How many documents hold each of some terms: from the sizes of their postings, which need not be read for it. */
const heldOf = (terms: string): string =>
  `select sum(length(data)) / 4, term from postings where term in (${terms}) group by term`;

const noBlock: SlotBlock = { words: new Uint32Array(0) };

/** The index of recall over a database: nothing is read that no question asks for, and nothing twice. */
export class DatabaseIndex implements RecallIndex {
  readonly count: number;
  readonly #database: Database;
  readonly #head: RecallHead;
  readonly #slots = new Map<number, SlotBlock>();
  readonly #postings = new Map<string, readonly (readonly [block: number, Postings])[]>();
  readonly #held = new Map<string, number>();
  readonly #documents = new Map<number, StoredDocument>();
  readonly #rows = new Map<string, number | undefined>();
  readonly #sides = new Map<number, Uint32Array>();
  readonly #points = new Map<string, Points>();
  readonly #terms = new Map<number, DocumentTerms>();
  readonly #counts = new Map<string, Uint16Array>();
  readonly #termsSource: TermsSource;
  /** Points of each document for the word at hand; all 0 between two words. */
  readonly #best: Float64Array;
  #sum: Sum;
  #owners: readonly SqlRow[] | undefined;

  constructor(database: Database, head: RecallHead) {
    this.#database = database;
    this.#head = head;
    this.count = head.count;
    this.#best = new Float64Array(head.next);
    this.#sum = { keys: [], scores: new Float64Array(head.next), found: [] };
    this.#termsSource = {
      countsOf: (term) => this.#countsOf(term),
      readAll: (row) => this.#readTerms(row),
    };
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
    const known = this.#held.get(term);
    if (known !== undefined) return known;
    const [held] = this.#database.get(heldOf('?'), term) ?? [];
    const count = Number(held ?? 0);
    this.#held.set(term, count);
    return count;
  }

  /** The same for many terms at once, before somebody asks for each. */
  #countHeld(terms: readonly string[]): void {
    const unknown = terms.filter((term) => !this.#held.has(term));
    for (const term of unknown) this.#held.set(term, 0);
    for (const [held, term] of this.#database.all(
      heldOf('select value from json_each(?)'),
      JSON.stringify(unknown),
    ))
      this.#held.set(String(term), Number(held));
  }

  search(words: readonly QueryWord[], { owners, limit }: Among): IndexHit[] {
    const allowed = this.#allowed(owners);
    const keys = words.map((word) => JSON.stringify([word.alternatives, owners]));
    const { scores, found } = this.#continued(keys);
    for (const [place, word] of words.entries()) {
      if (place < this.#sum.keys.length) continue;
      const points = this.#pointsOf(word, keys[place] ?? '', allowed);
      for (let at = 0; at < points.rows.length; at++) {
        const row = points.rows[at] ?? 0;
        const before = scores[row] ?? 0;
        if (before === 0) found.push(row);
        scores[row] = before + (points.scores[at] ?? 0);
      }
    }
    this.#sum = { keys, scores, found };
    return this.#firstOf(found, scores, limit);
  }

  /** The sum so far where a query is asked again with more words at its end; else an empty one. */
  #continued(keys: readonly string[]): Sum {
    if (!this.#sum.keys.every((key, at) => key === keys[at]))
      this.#sum = { keys: [], scores: new Float64Array(this.#head.next), found: [] };
    return this.#sum;
  }

  /** One word's points for every document of these owners that holds it. A query is asked again with more words, so they are kept. */
  #pointsOf(word: QueryWord, key: string, allowed: readonly boolean[]): Points {
    const known = this.#points.get(key);
    if (known) return known;
    const rows: number[] = [];
    const best = this.#best;
    for (const { term, weight } of word.alternatives) this.#score(term, weight, { allowed, best, rows });
    const scores = new Float64Array(rows.length);
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] ?? 0;
      scores[at] = best[row] ?? 0;
      best[row] = 0;
    }
    const points = { rows, scores };
    this.#points.set(key, points);
    return points;
  }

  /**
   * The points of a term: of a document's terms that stand for one word the best counts. The loop is written out, without a call or an
   * object for each document: a process that answers one question is over before the engine would do that by itself.
   */
  #score(
    term: string,
    weight: number,
    { allowed, best, rows }: { allowed: readonly boolean[]; best: Float64Array; rows: number[] },
  ): void {
    const held = this.documentsWith(term);
    const idf = Math.log(1 + (this.count - held + 0.5) / (held + 0.5));
    const mean = this.#head.length / this.count;
    for (const [number, postings] of this.#postingsOf(term)) {
      const { words } = this.#block(number);
      const first = number * blockSize;
      for (let at = 0; at < postings.length; at += 2) {
        const offset = postings[at] ?? 0;
        const slot = offset * slotWords;
        if (allowed[ownerOf(words[slot + 1] ?? 0)] !== true) continue;
        const tf = postings[at + 1] ?? 0;
        const score = (weight * idf * tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * (words[slot] ?? 0)) / mean));
        const row = first + offset;
        const before = best[row] ?? 0;
        if (score <= before) continue;
        if (before === 0) rows.push(row);
        best[row] = score;
      }
    }
  }

  /** The best `limit` of what was found; equal ones by id. Only what reaches the last place is sorted. */
  #firstOf(found: readonly number[], scores: Float64Array, limit: number): IndexHit[] {
    if (limit < 1) return [];
    const least = leastOf(found, scores, limit);
    return found
      .filter((row) => steadyScore(scores[row] ?? 0) >= steadyScore(least))
      .map((row) => ({ row, score: scores[row] ?? 0, key: this.#key(row) }))
      .sort((x, y) => steadyScore(y.score) - steadyScore(x.score) || this.#byId(x, y))
      .slice(0, limit)
      .map(({ row, score }) => ({ row, score }));
  }

  #byId(x: { row: number; key: number }, y: { row: number; key: number }): number {
    if (x.key >= 0 && y.key >= 0 && x.key !== y.key) return x.key - y.key;
    return this.#document(x.row).item.id < this.#document(y.row).item.id ? -1 : 1;
  }

  #isIdBefore(x: number, y: number): boolean {
    return this.#byId({ row: x, key: this.#key(x) }, { row: y, key: this.#key(y) }) < 0;
  }

  #key(row: number): number {
    return keyAt(this.#block(Math.floor(row / blockSize)), row % blockSize);
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
    const known = this.#terms.get(row);
    if (known) return known;
    const terms = new DocumentTerms(row, this.#termsSource);
    this.#terms.set(row, terms);
    return terms;
  }

  /** How often each document holds a term, by the postings where these were read already; undefined where not. */
  #countsOf(term: string): Uint16Array | undefined {
    const known = this.#counts.get(term);
    const found = known ? undefined : this.#postings.get(term);
    if (!found) return known;
    const counts = new Uint16Array(this.#head.next);
    for (const [number, postings] of found) {
      const first = number * blockSize;
      for (let at = 0; at < postings.length; at += 2)
        counts[first + (postings[at] ?? 0)] = postings[at + 1] ?? 0;
    }
    this.#counts.set(term, counts);
    return counts;
  }

  #readTerms(row: number): ReadonlyMap<string, number> {
    const [terms] = this.#database.get('select terms from bodies where row = ?', row) ?? [];
    if (typeof terms !== 'string') throw new RangeError(`no document ${row}`);
    const counts = new Map<string, number>(JSON.parse(terms));
    this.#countHeld([...counts.keys()]);
    return counts;
  }

  items(rows: readonly number[]): RecallItem[] {
    const missing = rows.filter((row) => !this.#documents.has(row));
    if (missing.length > 0) this.#readDocuments(missing);
    return rows.map((row) => this.#document(row).item);
  }

  /** All of them as one text: a row each would take longer to hand over than to read. */
  #readDocuments(rows: readonly number[]): void {
    const [json] =
      this.#database.get(
        `select '[' || group_concat('[' || row || ',' || json || ']') || ']' from docs where row in (select value from json_each(?))`,
        JSON.stringify(rows),
      ) ?? [];
    const found: [number, StoredDocument][] = JSON.parse(typeof json === 'string' ? json : '[]');
    for (const [row, document] of found) this.#documents.set(row, document);
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
    const { previous, next } = this.#besideOf(row);
    const before = previous === undefined ? undefined : this.#besideOf(previous).previous;
    return [
      ...(previous === undefined ? [] : [{ kind: 'previous', measure: 1, row: previous } as const]),
      ...(before === undefined ? [] : [{ kind: 'previous', measure: 2, row: before } as const]),
      ...(next === undefined ? [] : [{ kind: 'next', measure: 1, row: next } as const]),
    ];
  }

  #besideOf(row: number): Beside {
    const block = Math.floor(row / blockSize);
    const words = this.#sides.get(block) ?? this.#readSides(block);
    return besideAt(words, row % blockSize);
  }

  #readSides(block: number): Uint32Array {
    const [data] = this.#database.get('select data from beside where block = ?', block) ?? [];
    const words = data instanceof Uint8Array ? words32(data) : new Uint32Array(0);
    this.#sides.set(block, words);
    return words;
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
