import type { Candidate, CandidateFile, Provenance } from '../../src/domain/candidate.ts';
import type { Memory, Relation } from '../../src/domain/memory.ts';
import type { ScoredPair } from '../../src/domain/scored-pair.ts';
import { emptyState, type State } from '../../src/domain/state.ts';
import { addDays } from '../../src/domain/time.ts';

/** The moment in which all these tests happen. */
export const now = '2026-06-01T12:00:00.000Z';
export const daysAgo = (days: number): string => addDays(now, -days);

/** Evidence from a session. */
export const session = (sessionId: string, at = daysAgo(1), row = 1): Provenance => ({
  origin: 'transcript',
  at,
  sessionId,
  row,
});

/** A rule that the user said once; saved with exactly 5 points. */
export function candidate(id: string, fields: Partial<Candidate> = {}): Candidate {
  return {
    id,
    name: `pattern:${id}`,
    entityType: 'pattern',
    summary: `summary of ${id}`,
    observations: [],
    appliesTo: [],
    severity: 'medium',
    source: 'explicit_user_feedback',
    scope: 'global',
    confidence: 0.8,
    provenance: [session(`s-${id}`)],
    ...fields,
  };
}

/** A file of candidates. */
export const file = (id: string, candidates: readonly Candidate[]): CandidateFile => ({
  v: 1,
  id,
  source: 'sessions',
  at: daysAgo(0.5),
  candidates,
});

/** A memory that the agent inferred 100 days ago, at the default strength. */
export function memory(id: string, fields: Partial<Memory> = {}): Memory {
  return {
    v: 1,
    id,
    rev: 1,
    name: `pattern:${id}`,
    entityType: 'pattern',
    summary: `summary of ${id}`,
    observations: [],
    appliesTo: [],
    severity: 'medium',
    source: 'implementation',
    scope: 'global',
    status: 'active',
    support: 1,
    confidence: 0.8,
    base: 0.7,
    decayRate: 0.02,
    anchoredAt: daysAgo(100),
    discoveredAt: daysAgo(100),
    admittedAt: daysAgo(100),
    pinned: false,
    critical: false,
    citations: [],
    provenance: [session(`s-${id}`, daysAgo(100))],
    gate: {},
    aliases: [],
    updatedAt: daysAgo(100),
    ...fields,
  };
}

export const relation = (id: string, from: string, to: string): Relation => ({
  v: 1,
  id,
  rev: 1,
  from,
  type: 'related_to',
  to,
  at: daysAgo(50),
  updatedAt: daysAgo(50),
});

/** A pair; mergeable unless said otherwise. */
export const pair = (a: string, b: string, score: number, mergeable = true): ScoredPair => ({
  a,
  b,
  score,
  mergeable,
  ...(mergeable ? {} : { why: 'polarity' }),
});

const keyed = <T extends { readonly id: string }>(records: readonly T[] = []): Map<string, T> =>
  new Map(records.map((record) => [record.id, record]));

type Records = {
  [K in Exclude<keyof State, 'core'>]?: State[K] extends ReadonlyMap<string, infer R> ? readonly R[] : never;
} & { core?: State['core'] };

/** A state that holds these records. */
export const stateOf = (records: Records): State => ({
  ...emptyState,
  memories: keyed(records.memories),
  relations: keyed(records.relations),
  tombstones: keyed(records.tombstones),
  extracted: keyed(records.extracted),
  imported: keyed(records.imported),
  reviews: keyed(records.reviews),
  archive: keyed(records.archive),
  core: records.core ?? {},
});
