import type { IndexHit, Neighbour, RecallIndex } from '../domain/recall.ts';
import type { SpreadPolicy } from '../domain/recall-policy.ts';

/** What lifted a document: the neighbour, how they stand, and the points it gave. */
export interface Lift {
  readonly row: number;
  readonly kind: Neighbour['kind'] | 'session';
  readonly points: number;
}

/** A document after one step of spreading. */
export interface SpreadHit extends IndexHit {
  /** Its own points, before its neighbours gave theirs. */
  readonly own: number;
  readonly lifts: readonly Lift[];
}

/** One step of spreading activation from the hits to what stands next to them. */
export function spreadHits(
  _index: RecallIndex,
  hits: readonly IndexHit[],
  _policy: SpreadPolicy,
): SpreadHit[] {
  return hits.map((hit) => ({ ...hit, own: hit.score, lifts: [] }));
}
