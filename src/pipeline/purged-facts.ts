import { purgedReason } from '../domain/purge.ts';
import type { State } from '../domain/state.ts';
import { type Fact, factKey } from '../text/lookalikes.ts';

/** Tells what a purge erased: it is not only kept out of memory, its text is not even written down again. */
export function purgedFacts({ tombstones }: State): (candidate: Fact & { readonly id: string }) => boolean {
  const stones = [...tombstones.values()].filter(
    ({ reason, liftedAt }) => reason === purgedReason && !liftedAt,
  );
  const names = new Set(stones.flatMap(({ key, memoryId, aliases = [] }) => [key, memoryId, ...aliases]));
  return (candidate) => names.size > 0 && (names.has(candidate.id) || names.has(factKey(candidate)));
}
