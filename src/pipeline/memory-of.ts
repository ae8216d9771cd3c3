import type { Candidate } from '../domain/candidate.ts';
import { compact } from '../domain/json.ts';
import type { Memory } from '../domain/memory.ts';
import type { Policy } from '../domain/policy.ts';
import { earlierOf, laterOf } from '../domain/time.ts';
import { earliestAt, newEvidence, occasionsOf } from './evidence.ts';
import { isFileEntry } from './relevance.ts';

/** Whether a person said it. */
export const isUserStated = ({ source }: Pick<Memory, 'source'>): boolean =>
  source === 'explicit_user_feedback';

/** Share of strength that a memory loses a day: nothing for what the user stated, else by type (spec 4). */
export function decayRateOf(
  { source, entityType }: Pick<Memory, 'source' | 'entityType'>,
  policy: Policy,
): number {
  if (isUserStated({ source })) return 0;
  const rates = policy.strength.decayRates;
  // A type is free text: `constructor` is one, and no rate.
  return (Object.hasOwn(rates, entityType) ? rates[entityType] : rates.default) ?? 0;
}

/** The memory that an admitted candidate becomes: rev 1, anchored at the time of its earliest evidence. */
export function memoryOf(candidate: Candidate, policy: Policy, now: string): Memory {
  const { id, name, entityType, summary, observations, appliesTo, source, scope, provenance } = candidate;
  const { polarity, user, project, branch, taskPattern, confidence, severity = 'medium', graph } = candidate;
  const discoveredAt = earliestAt(provenance, now);
  return compact({
    v: 1 as const,
    id,
    rev: 1,
    name,
    entityType,
    summary,
    observations,
    appliesTo,
    severity,
    source,
    polarity,
    scope,
    user,
    project,
    branch,
    taskPattern,
    status: 'active' as const,
    support: Math.max(1, occasionsOf(provenance).length),
    confidence,
    base: isUserStated({ source }) ? policy.strength.userStated : policy.strength.initial,
    decayRate: decayRateOf(candidate, policy),
    anchoredAt: discoveredAt,
    discoveredAt,
    admittedAt: now,
    pinned: false,
    critical: severity === 'critical',
    citations: appliesTo.filter(isFileEntry),
    provenance,
    gate: {},
    aliases: [],
    graph,
    updatedAt: now,
  });
}

/**
 * A memory with the evidence of a candidate that repeats it. Only new occasions count; the same memory comes back when
 * there is none. What the user says of an inferred memory makes it user-stated. `rev` is left to the caller.
 */
export function withEvidence(memory: Memory, candidate: Candidate, policy: Policy): Memory {
  const added = newEvidence(memory.provenance, candidate.provenance);
  if (added.length === 0) return memory;
  const at = earliestAt(added, memory.discoveredAt);
  const stated = isUserStated(candidate) && !isUserStated(memory) ? stateByUser(memory, at, policy) : memory;
  return {
    ...stated,
    provenance: [...memory.provenance, ...added],
    support: memory.support + occasionsOf(added).length,
    confidence: Math.max(memory.confidence, candidate.confidence),
    discoveredAt: earlierOf(at, memory.discoveredAt),
  };
}

const stateByUser = (memory: Memory, at: string, policy: Policy): Memory => ({
  ...memory,
  source: 'explicit_user_feedback',
  base: policy.strength.userStated,
  decayRate: 0,
  anchoredAt: laterOf(at, memory.anchoredAt),
});
