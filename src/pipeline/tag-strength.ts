import type { Appearance } from '../domain/association.ts';
import type { Policy } from '../domain/policy.ts';
import { strengthAt } from './strength.ts';

/** The part of a tag that its sessions decide. */
export interface TagStrength {
  readonly base: number;
  readonly decayRate: number;
  readonly anchoredAt: string;
}

/**
 * Strength of a tag from its sessions, oldest first: the first makes it, each later one reinforces it once. It depends on the
 * sessions alone and not on the order in which they became known.
 */
export function tagStrength(sessions: readonly Appearance[], { association, strength }: Policy): TagStrength {
  const decayRate = association.tagDecayRate;
  let tag = { base: strength.initial, decayRate, anchoredAt: sessions[0]?.at ?? '' };
  for (const { at } of sessions.slice(1))
    tag = { decayRate, base: Math.min(1, strengthAt(tag, at) + strength.reinforceBy), anchoredAt: at };
  return tag;
}
