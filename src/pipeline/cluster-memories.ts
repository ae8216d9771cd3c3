import type { ScoredPair } from '../domain/scored-pair.ts';

/**
 * Groups in which every two are joined (complete link): pairs are taken from the most similar down, and two groups
 * become one only when each of the one is joined to each of the other. So a~b~c with a≁c never becomes one. Ids in a
 * group are sorted; groups of one are left out; the order of the pairs does not matter.
 */
export function clusterPairs(joined: readonly ScoredPair[]): string[][] {
  const keys = new Set(joined.map(({ a, b }) => pairKey(a, b)));
  const groups = new Map<string, string[]>();
  for (const { a, b } of [...joined].sort(byScore)) {
    const left = groups.get(a) ?? [a];
    const right = groups.get(b) ?? [b];
    if (left === right || !left.every((one) => right.every((other) => keys.has(pairKey(one, other)))))
      continue;
    const union = [...left, ...right];
    for (const id of union) groups.set(id, union);
  }
  return [...new Set(groups.values())].map((group) => group.sort());
}

/** The two ids of a pair as one key, in any order. */
export const pairKey = (a: string, b: string): string => (a < b ? `${a}\0${b}` : `${b}\0${a}`);

function byScore(one: ScoredPair, other: ScoredPair): number {
  if (one.score !== other.score) return other.score - one.score;
  return pairKey(one.a, one.b) < pairKey(other.a, other.b) ? -1 : 1;
}
