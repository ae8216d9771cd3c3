import type { Edge } from '../domain/association.ts';
import type { Relation } from '../domain/memory.ts';
import {
  type Among,
  type IndexEntry,
  type IndexHit,
  type Neighbour,
  type QueryWord,
  type RecallIndex,
  steadyScore,
} from '../domain/recall.ts';
import { normalizeText } from '../text/normalize.ts';
import { tokenize } from '../text/terms.ts';
import { isLifting } from './recall-item.ts';

/** BM25: how soon repeats stop counting, and how much long documents pay. */
const k1 = 1.2;
const b = 0.75;

/** What joins the documents of an index beside their sessions. */
export interface IndexLinks {
  readonly relations: Iterable<Relation>;
  readonly edges: Iterable<Edge>;
}

/** A document and what is counted of it. */
interface Document extends IndexEntry {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
  readonly folded: string;
}

/** The index of recall in memory, exactly as `RecallIndex` says: for tests, measurements, and where no binary of SQLite is. */
export function createMemoryIndex(entries: readonly IndexEntry[], links: IndexLinks): RecallIndex {
  const documents = [...entries].sort((x, y) => (x.item.id < y.item.id ? -1 : 1)).map(readDocument);
  const postings = postingsOf(documents);
  const rows = rowsOf(documents);
  const sessions = sessionsOf(documents);
  const linked = linksOf(links, rows);
  const documentsWith = (term: string): number => postings.get(term)?.rows.length ?? 0;

  function search(words: readonly QueryWord[], { owners, limit }: Among): IndexHit[] {
    const allowed = new Set(owners);
    const scores = new Float64Array(documents.length);
    for (const word of words) addWord(scores, word, postings);
    const hits: IndexHit[] = [];
    for (const [row, score] of scores.entries())
      if (score > 0 && allowed.has(at(documents, row).item.owner)) hits.push({ row, score });
    return hits.sort((x, y) => steadyScore(y.score) - steadyScore(x.score) || x.row - y.row).slice(0, limit);
  }

  function containing(piece: string, { owners, limit }: Among): number[] {
    const wanted = normalizeText(piece);
    const allowed = new Set(owners);
    return documents
      .flatMap(({ folded, item }, row) => (allowed.has(item.owner) && folded.includes(wanted) ? [row] : []))
      .slice(0, limit);
  }

  return {
    count: documents.length,
    owners: () => [...new Set(documents.map(({ item }) => item.owner))].sort(),
    search,
    containing,
    documentsWith,
    termsOf: (row) => at(documents, row).counts,
    items: (wanted) => wanted.map((row) => at(documents, row).item),
    neighbours: (row) => [...besideIn(sessions, at(documents, row), row), ...(linked.get(row) ?? [])],
    rowOf: (id) => rows.get(id),
  };
}

function at(documents: readonly Document[], row: number): Document {
  const document = documents[row];
  if (!document) throw new RangeError(`no document ${row}`);
  return document;
}

function readDocument(entry: IndexEntry): Document {
  const tokens = tokenize(entry.text);
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return { ...entry, counts, length: tokens.length, folded: normalizeText(entry.text) };
}

/** Where a term is, and the part of its BM25 score there that no query changes: idf and the saturated count. */
interface Posting {
  readonly rows: number[];
  readonly parts: number[];
}

function postingsOf(documents: readonly Document[]): ReadonlyMap<string, Posting> {
  const postings = new Map<string, Posting>();
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  documents.forEach(({ counts, length }, row) => {
    for (const [term, tf] of counts) {
      const posting = postings.get(term) ?? { rows: [], parts: [] };
      postings.set(term, posting);
      posting.rows.push(row);
      posting.parts.push((tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * length) / mean)));
    }
  });
  for (const { parts, rows } of postings.values()) {
    const idf = Math.log(1 + (documents.length - rows.length + 0.5) / (rows.length + 0.5));
    for (const [place, part] of parts.entries()) parts[place] = idf * part;
  }
  return postings;
}

/** Adds a word to the scores: in each document what its best alternative is worth there. */
function addWord(scores: Float64Array, word: QueryWord, postings: ReadonlyMap<string, Posting>): void {
  const best = new Map<number, number>();
  for (const { term, weight } of word.alternatives) {
    const { rows = [], parts = [] } = postings.get(term) ?? {};
    for (const [place, row] of rows.entries()) {
      const score = weight * (parts[place] ?? 0);
      if (score > (best.get(row) ?? 0)) best.set(row, score);
    }
  }
  for (const [row, score] of best) scores[row] = (scores[row] ?? 0) + score;
}

/** Ids before aliases: an alias never hides a memory of that name. */
function rowsOf(documents: readonly Document[]): Map<string, number> {
  const rows = new Map<string, number>();
  for (const [row, { item }] of documents.entries()) rows.set(item.id, row);
  for (const [row, { aliases }] of documents.entries())
    for (const alias of aliases) if (!rows.has(alias)) rows.set(alias, row);
  return rows;
}

/** The documents of each session in the order in which they were said. */
function sessionsOf(documents: readonly Document[]): Map<string, number[]> {
  const sessions = new Map<string, number[]>();
  const placed = documents
    .map(({ item }, row) => ({ row, session: item.sessionId, order: item.order }))
    .sort((x, y) => (x.order ?? 0) - (y.order ?? 0) || x.row - y.row);
  for (const { row, session, order } of placed) {
    if (session === undefined || order === undefined) continue;
    const said = sessions.get(session);
    if (said) said.push(row);
    else sessions.set(session, [row]);
  }
  return sessions;
}

function besideIn(sessions: ReadonlyMap<string, number[]>, { item }: Document, row: number): Neighbour[] {
  const session = sessions.get(item.sessionId ?? '') ?? [];
  const place = session.indexOf(row);
  if (place < 0) return [];
  const beside = [
    { kind: 'previous', measure: 1, row: session[place - 1] },
    { kind: 'previous', measure: 2, row: session[place - 2] },
    { kind: 'next', measure: 1, row: session[place + 1] },
  ] as const;
  return beside.flatMap(({ kind, measure, row: there }) =>
    there === undefined ? [] : [{ kind, measure, row: there }],
  );
}

/** What each document is joined with, related before together, each once and by row. */
function linksOf(
  { relations, edges }: IndexLinks,
  rows: ReadonlyMap<string, number>,
): Map<number, Neighbour[]> {
  const linked = new Map<number, Map<string, Neighbour>>();
  const join = (from: number, neighbour: Neighbour): void => {
    const own = linked.get(from) ?? new Map<string, Neighbour>();
    linked.set(from, own.set(`${neighbour.kind} ${neighbour.row}`, neighbour));
  };
  for (const relation of relations) {
    const [from, to] = [rows.get(relation.from), rows.get(relation.to)];
    if (!isLifting(relation) || from === undefined || to === undefined || from === to) continue;
    join(from, { kind: 'related', row: to, measure: 1 });
    join(to, { kind: 'related', row: from, measure: 1 });
  }
  for (const { kind, a, b: other, weight, at: since } of edges) {
    const [from, to] = [rows.get(a), rows.get(other)];
    if (kind !== 'memories' || from === undefined || to === undefined || from === to) continue;
    join(from, { kind: 'together', row: to, measure: weight, at: since });
    join(to, { kind: 'together', row: from, measure: weight, at: since });
  }
  return new Map([...linked].map(([row, own]) => [row, [...own.values()].sort(byKindThenRow)]));
}

const byKindThenRow = (x: Neighbour, y: Neighbour): number =>
  x.kind === y.kind ? x.row - y.row : x.kind === 'related' ? -1 : 1;
