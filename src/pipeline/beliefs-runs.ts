import type { Memory } from '../domain/memory.ts';
import type { Run } from '../domain/run.ts';
import type { Usage } from '../domain/usage.ts';
import type { Belief, BeliefEvidence, EvidenceInput } from './beliefs-evidence.ts';
import { deriveUsage } from './derive-usage.ts';
import { groupBy } from './group-by.ts';
import { standingRatings } from './usage-stats.ts';

/**
 * How it went where a belief was applied, by its key: found in runs as the uses of memories are, with what was said of the memory that
 * it came from.
 */
export function findRatings(
  beliefs: readonly Belief[],
  { runs, usage }: Pick<EvidenceInput, 'runs' | 'usage'>,
): Map<string, BeliefEvidence[]> {
  const asMemories = new Map(beliefs.map((belief) => [belief.key, asMemory(belief)]));
  const applied = groupBy(deriveUsage(runs, [...asMemories.values()]), ({ memoryId }) => memoryId);
  const byId = new Map(runs.map((run) => [run.id, run]));
  return new Map(
    beliefs.map((belief) => {
      const { key, statement } = belief;
      const seen = applied.get(asMemories.get(key)?.id ?? '') ?? [];
      const ratings = standingRatings([...usageOfOwn(belief, usage), ...seen], () => key);
      return [key, ratings.map((rating) => ratingEvidence(rating, byId.get(rating.runId ?? ''), statement))];
    }),
  );
}

/** What happened to its own memory since it was formed. */
function usageOfOwn({ formedAt, memory }: Belief, usage: readonly Usage[]): Usage[] {
  if (!memory) return [];
  const own = new Set([memory.id, ...memory.aliases]);
  return usage.filter(({ memoryId, at }) => own.has(memoryId) && at > (formedAt ?? ''));
}

const ratingEvidence = (rating: Usage, run: Run | undefined, statement: string): BeliefEvidence => ({
  side: rating.kind === 'helpful' ? 'for' : 'against',
  kind: 'run',
  id: rating.runId ?? rating.sessionId ?? rating.id,
  at: rating.at,
  text: run?.query ?? statement,
  why: whyOf(rating, run),
  said: rating.by === 'person',
});

function whyOf({ kind, by }: Usage, run: Run | undefined): string {
  if (by === 'person')
    return kind === 'helpful' ? 'a person called it helpful' : 'a person called it not helpful';
  const how = run ? ` (${run.outcomeSource})` : '';
  return kind === 'helpful' ? `applied, and it went well${how}` : `applied, and it went wrong${how}`;
}

/** A belief as a memory whose uses are looked for. */
const asMemory = ({ key, statement, formedAt, memory }: Belief): Memory => ({
  v: 1,
  id: `belief-${key}`,
  rev: 1,
  name: `belief:${key}`,
  entityType: 'belief',
  summary: statement,
  observations: memory?.observations ?? [],
  appliesTo: memory?.appliesTo ?? [],
  severity: 'medium',
  source: 'implementation',
  scope: 'global',
  status: 'active',
  support: 1,
  confidence: 1,
  base: 1,
  decayRate: 0,
  anchoredAt: formedAt ?? '',
  discoveredAt: formedAt ?? '',
  admittedAt: formedAt ?? '',
  pinned: false,
  critical: false,
  citations: [],
  provenance: memory?.provenance ?? [],
  gate: {},
  aliases: [],
  updatedAt: formedAt ?? '',
});
