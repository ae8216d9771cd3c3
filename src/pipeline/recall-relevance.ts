import type { SpreadHit } from './spread.ts';

/** A hit and what its points are multiplied with. */
export type Weighed = SpreadHit & { readonly cues: number };

/** Rows that embeddings found, best first, if any were asked; and the k of reciprocal rank fusion. */
export interface Fusion {
  readonly vectors: readonly number[] | undefined;
  readonly k: number;
}

/** A hit with its relevance, 0..1. */
export type Relevant = Weighed & { readonly relevance: number };

/** Points as a share of the best; with embeddings the reciprocal ranks in both lists, likewise. */
export function withRelevance(hits: readonly Weighed[], { vectors, k }: Fusion): Relevant[] {
  const points = hits.map(({ score, cues }) => score * cues);
  const values = vectors === undefined ? points : fuse(hits, { points, vectors, k });
  const best = Math.max(...values);
  return hits.flatMap((hit, place) => {
    const value = values[place] ?? 0;
    return value > 0 ? [{ ...hit, relevance: value / best }] : [];
  });
}

function fuse(
  hits: readonly Weighed[],
  { points, vectors, k }: { points: readonly number[]; vectors: readonly number[]; k: number },
): number[] {
  const lexical = [...hits.keys()]
    .filter((place) => (points[place] ?? 0) > 0)
    .sort(
      (a, b) =>
        (points[b] ?? 0) - (points[a] ?? 0) || ((hits[a]?.item.id ?? '') < (hits[b]?.item.id ?? '') ? -1 : 1),
    );
  const ranks = new Map(lexical.map((place, rank) => [place, 1 / (k + rank + 1)]));
  const others = new Map(vectors.map((row, rank) => [row, 1 / (k + rank + 1)]));
  return hits.map(({ row }, place) => (ranks.get(place) ?? 0) + (others.get(row) ?? 0));
}
