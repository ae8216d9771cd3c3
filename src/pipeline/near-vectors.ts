import type { RecallIndex, VectorHit } from '../domain/recall.ts';
import { type VectorTable, vectorAt } from '../domain/vectors.ts';
import { textHash } from './memory-vectors.ts';

/** Hits that embeddings give to a ranking at most. */
export const vectorPool = 50;

/** Documents that are looked up at once. */
const step = 100;

/** What is compared with, and whose memories may be seen. */
export interface VectorQuery {
  /** Of length 1, and of the size that the table has. */
  readonly vector: Float32Array;
  readonly owners: readonly string[];
}

/**
 * The memories whose vectors lie closest to that of a question, by their cosine, best first, equal ones by id: at most `vectorPool`
 * and only above 0. A vector of an earlier text of a memory, or of a memory that is gone or belongs to others now, is left out.
 */
export function nearVectors(
  index: RecallIndex,
  table: VectorTable,
  { vector, owners }: VectorQuery,
): VectorHit[] {
  const ranked = rankEntries(table, { vector, owners });
  const hits: VectorHit[] = [];
  for (let from = 0; from < ranked.length && hits.length < vectorPool; from += step)
    hits.push(...currentHits(index, ranked.slice(from, from + step), owners));
  return hits.slice(0, vectorPool);
}

interface Ranked {
  readonly id: string;
  readonly hash: string;
  readonly cosine: number;
}

function rankEntries(table: VectorTable, { vector, owners }: VectorQuery): Ranked[] {
  const allowed = new Set(owners);
  const ranked: Ranked[] = [];
  for (const [place, { id, hash, owner }] of table.entries.entries()) {
    if (!allowed.has(owner)) continue;
    const cosine = dot(vector, vectorAt(table, place));
    if (cosine > 0) ranked.push({ id, hash, cosine });
  }
  return ranked.sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1));
}

/** Of vectors of length 1 it is the cosine. */
function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function currentHits(index: RecallIndex, ranked: readonly Ranked[], owners: readonly string[]): VectorHit[] {
  const found = ranked.flatMap((one) => {
    const row = index.rowOf(one.id);
    return row === undefined ? [] : [{ ...one, row }];
  });
  const items = index.items(found.map(({ row }) => row));
  return found.flatMap(({ id, hash, row, cosine }, place) => {
    const item = items[place];
    const isCurrent = item?.id === id && owners.includes(item.owner) && textHash(item) === hash;
    return isCurrent ? [{ row, cosine }] : [];
  });
}
