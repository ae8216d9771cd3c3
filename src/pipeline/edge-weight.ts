import type { Edge } from '../domain/association.ts';
import type { AssociationPolicy } from '../domain/policy.ts';
import { daysBetween } from '../domain/time.ts';

/** What a weight is computed from. */
export type Weighted = Pick<Edge, 'weight' | 'at'>;

/** How weights grow and fade: what one session adds, where it stops, the share kept a day, and where a pair goes. */
export interface Wiring {
  readonly delta: number;
  readonly maxWeight: number;
  readonly kept: number;
  readonly goneBelow: number;
}

/** The wiring of one kind of pair. */
export const wiringOf = (kind: Edge['kind'], policy: AssociationPolicy): Wiring => ({
  delta: kind === 'tags' ? policy.tagDelta : policy.memoryDelta,
  maxWeight: kind === 'tags' ? policy.tagMaxWeight : policy.memoryMaxWeight,
  kept: policy.weightKept,
  goneBelow: policy.goneBelow,
});

/** Weight at a time: `weight × kept^days since at` (spec 4). Never stored; before `at`, as after a clock that stepped back, it is `weight`. */
export const weightAt = ({ weight, at }: Weighted, kept: number, now: string): number =>
  weight * kept ** Math.max(0, daysBetween(at, now));

/**
 * The weight after one more session. A pair that had faded by then begins anew, so that it makes no difference whether a run in
 * between has removed it. A session older than `at` adds what is left of its share by then.
 */
export function addSession(edge: Weighted, at: string, wiring: Wiring): Weighted {
  const { delta, maxWeight, kept, goneBelow } = wiring;
  const isLate = at < edge.at;
  const before = isLate ? edge.weight : weightAt(edge, kept, at);
  const standing = !isLate && before < goneBelow ? 0 : before;
  const added = isLate ? weightAt({ weight: delta, at }, kept, edge.at) : delta;
  return { weight: rounded(Math.min(maxWeight, standing + added)), at: isLate ? edge.at : at };
}

/** Files hold six decimals. */
const rounded = (weight: number): number => Math.round(weight * 1e6) / 1e6;
