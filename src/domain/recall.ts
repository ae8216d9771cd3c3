import type { Scope } from './candidate.ts';

/** A memory as recall sees it: what ranking, filtering and showing need, so that the store need not be opened. */
export interface RecallItem {
  readonly id: string;
  readonly name: string;
  readonly entityType: string;
  readonly summary: string;
  readonly observations: readonly string[];
  readonly scope: Scope;
  readonly project?: string;
  readonly user?: string;
  /** The branch that it was learned on, as long as that is not known to be merged. */
  readonly branch?: string;
  /** Whose it is, as one word: `global`, `user:<user>` or `project:<id>`. Searches name the owners they may see. */
  readonly owner: string;
  readonly base: number;
  readonly decayRate: number;
  readonly anchoredAt: string;
  /** How far its source is trusted, 0..1 (spec 4: user-stated and human-reviewed 1, own inference 0.9, agent memory and imports 0.8, team 0.7). */
  readonly trust: number;
  /** Session it was learned in, and its place there; what was said next to it is found by these. */
  readonly sessionId?: string;
  readonly order?: number;
  readonly discoveredAt: string;
  /** Files and symbols it names; when one is gone the memory is stale. */
  readonly citations: readonly string[];
  readonly patternId?: string;
  readonly pinned: boolean;
  readonly critical: boolean;
  readonly promotedTo?: string;
}

/** What an index is made of: a memory as recall sees it, the text that is searched, and the other ids it is known by. */
export interface IndexEntry {
  readonly item: RecallItem;
  readonly text: string;
  readonly aliases: readonly string[];
}

/** A word of a query with what may stand for it; the best of them counts. */
export interface QueryWord {
  readonly alternatives: readonly { readonly term: string; readonly weight: number }[];
}

/** A document of an index and its BM25 score. */
export interface IndexHit {
  /** Number of the document in this index. */
  readonly row: number;
  readonly score: number;
}

/** A document that embeddings found. */
export interface VectorHit {
  /** Number of the document in this index. */
  readonly row: number;
  /** Of its vector to that of the question, above 0, at most 1. */
  readonly cosine: number;
}

/** A score to nine places: sums of the same points in another order are one score, so that equal ones go by id everywhere. */
export const steadyScore = (score: number): number => Math.round(score * 1e9) / 1e9;

/** Something next to a document: learned in the same session, related, or used together. */
export interface Neighbour {
  readonly row: number;
  readonly kind: 'previous' | 'next' | 'related' | 'together';
  /** Steps away for `previous` and `next`; weight of the edge, 0..1, as it was `at` for `together`; 1 for `related`. */
  readonly measure: number;
  /** When a weight was true: it fades on reading, so that an index need not be written to forget. */
  readonly at?: string;
}

/** Whose documents are meant, and how many of them at most. */
export interface Among {
  readonly owners: readonly string[];
  readonly limit: number;
}

/**
 * What recall asks of an index. Two implementations answer alike: one over SQLite that opens without being read whole, one
 * in memory (`createMemoryIndex`). How documents are numbered is the index's own affair: nothing may be ordered by row.
 *
 * BM25 over `tokenize`d text, k1 1.2, b 0.75. Of a word the alternative that scores best counts:
 * `max over alternatives of weight × idf × tf × (k1 + 1) / (tf + k1 × (1 − b + b × length / mean length))`, and words are added in
 * the order given. `idf = ln(1 + (n − df + 0.5) / (df + 0.5))`. n, df, length (tokens, repeats counted) and the mean are of the whole
 * index, whoever asks. Only what scores above 0 is a hit.
 */
export interface RecallIndex {
  /** Number of documents. */
  readonly count: number;
  /** Every owner of a document, sorted: what a search that looks everywhere names. */
  owners(): string[];
  /** The best documents of these owners for the words, best first; equal scores by id. */
  search(words: readonly QueryWord[], among: Among): IndexHit[];
  /** Documents of these owners whose `normalizeText`ed text holds a piece (normalised likewise), by id: for what no word matches. */
  containing(piece: string, among: Among): number[];
  /** How many documents hold a term. */
  documentsWith(term: string): number;
  /** The terms of a document with their counts. */
  termsOf(row: number): ReadonlyMap<string, number>;
  /** The documents themselves, in the order asked. */
  items(rows: readonly number[]): RecallItem[];
  /**
   * What stands next to a document, whoever owns it: first its session (previous 1, previous 2, next 1), where the order is that of
   * `order`, then id, and documents without session or order stand alone; then `related`, then `together`, each by id. Relations count
   * both ways, once a pair, when `isLifting`; edges and relations to what is not in the index are left out. Ids may be aliases.
   */
  neighbours(row: number): Neighbour[];
  /** Where a memory is in this index, by id or alias; undefined when it is not. */
  rowOf(id: string): number | undefined;
}
