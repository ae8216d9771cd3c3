import type { Json } from '../domain/json.ts';
import type { Operation } from '../domain/plan.ts';
import { hasRev, isNewer } from './base.ts';
import { contentHash } from './layout.ts';

/** What the journals say of a record: the hash of every image it ever had, and the one that holds. */
export interface Images {
  readonly hashes: ReadonlySet<string>;
  readonly latest: Json;
}

interface Growing {
  readonly hashes: Set<string>;
  latest: Json;
  latestHash: string;
}

/**
 * Which of two images holds. A change that was made on top of the other holds. Changes made apart, in two clones, are
 * settled as records are: the newer revision; a removal does not hold against a version that it did not see.
 */
function settle(known: Growing, before: string, after: Json): Json {
  if (known.latestHash === before || known.latest === null) return after;
  if (after === null) return known.latest;
  return hasRev(after) && hasRev(known.latest) && isNewer(known.latest, after) ? known.latest : after;
}

/** Images of every record that the journals know; operations in the order of time. */
export function imagesOf(operations: readonly Operation[]): Map<string, Images> {
  const images = new Map<string, Growing>();
  for (const { changes } of operations) {
    for (const { target, before, after, reason } of changes) {
      const [from, to] = [contentHash(before), contentHash(after)];
      const known = images.get(target) ?? { hashes: new Set<string>(), latest: null, latestHash: from };
      known.latest = settle(known, from, after);
      known.latestHash = known.latest === after ? to : contentHash(known.latest);
      known.hashes.add(from).add(to);
      if (typeof reason.numbers.found === 'string') known.hashes.add(reason.numbers.found);
      images.set(target, known);
    }
  }
  return images;
}
