import type { Memory } from '../domain/memory.ts';
import type { StrengthPolicy } from '../domain/policy.ts';
import { daysBetween } from '../domain/time.ts';

/** What strength is computed from. */
export type Decaying = Pick<Memory, 'base' | 'decayRate' | 'anchoredAt'>;

/**
 * Strength at a time, 0..1: `base × (1 − decayRate)^days since anchoredAt` (spec 4). Computed on reading and never
 * stored. Before the anchor, as after a clock that stepped back, it is `base`.
 */
export const strengthAt = ({ base, decayRate, anchoredAt }: Decaying, now: string): number =>
  base * (1 - decayRate) ** Math.max(0, daysBetween(anchoredAt, now));

/** Whether a memory has faded out of recall. */
export const isDecayed = (memory: Decaying, policy: StrengthPolicy, now: string): boolean =>
  strengthAt(memory, now) < policy.decayedBelow;

/** Days after its anchor when a memory falls below `decayedBelow`; undefined when it never does, 0 when it is below already. */
export function daysToDecay({ base, decayRate }: Decaying, policy: StrengthPolicy): number | undefined {
  if (base < policy.decayedBelow) return 0;
  if (decayRate <= 0) return undefined;
  if (decayRate >= 1) return 0;
  return Math.log(policy.decayedBelow / base) / Math.log(1 - decayRate);
}
