import type { ScoredPair } from '../domain/scored-pair.ts';

/** Scored pairs by either id. */
export interface PairIndex {
  /** The pair of two ids in any order. */
  readonly between: (a: string, b: string) => ScoredPair | undefined;
  /** Everything that an id was compared with: other id -> pair. */
  readonly of: (id: string) => ReadonlyMap<string, ScoredPair>;
}

const none: ReadonlyMap<string, ScoredPair> = new Map();

/** Indexes pairs; of two with the same ids the higher score stays. */
export function indexPairs(pairs: readonly ScoredPair[]): PairIndex {
  const byId = new Map<string, Map<string, ScoredPair>>();
  const put = (from: string, to: string, pair: ScoredPair): void => {
    const row = byId.get(from) ?? new Map<string, ScoredPair>();
    if ((row.get(to)?.score ?? -1) < pair.score) row.set(to, pair);
    byId.set(from, row);
  };
  for (const pair of pairs) {
    put(pair.a, pair.b, pair);
    put(pair.b, pair.a, pair);
  }
  return { between: (a, b) => byId.get(a)?.get(b), of: (id) => byId.get(id) ?? none };
}
