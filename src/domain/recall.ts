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

/** Something next to a document: learned in the same session, related, or used together. */
export interface Neighbour {
  readonly row: number;
  readonly kind: 'previous' | 'next' | 'related' | 'together';
  /** Steps away for `previous` and `next`; weight of the edge, 0..1, for `together`; 1 for `related`. */
  readonly measure: number;
}

/**
 * What recall asks of an index. Two implementations answer alike: one over SQLite that opens without being read whole, one
 * in memory. BM25 with k1 1.2 and b 0.75 over `tokenize`d text; idf = ln(1 + (n − df + 0.5) / (df + 0.5)).
 */
export interface RecallIndex {
  /** Number of documents. */
  readonly count: number;
  /** The best documents of these owners for the words, best first; equal scores by id. */
  search(
    words: readonly QueryWord[],
    among: { readonly owners: readonly string[]; readonly limit: number },
  ): IndexHit[];
  /** Documents of these owners whose text holds the folded substring, by id: for scripts and pieces that no word matches. */
  containing(piece: string, among: { readonly owners: readonly string[]; readonly limit: number }): number[];
  /** How many documents hold a term. */
  documentsWith(term: string): number;
  /** The terms of a document with their counts. */
  termsOf(row: number): ReadonlyMap<string, number>;
  /** The documents themselves, in the order asked. */
  items(rows: readonly number[]): RecallItem[];
  /** What stands next to a document: two before and one after in its session, relations, edges. */
  neighbours(row: number): Neighbour[];
  /** Where a memory is in this index, by id or alias; undefined when it is not. */
  rowOf(id: string): number | undefined;
}
