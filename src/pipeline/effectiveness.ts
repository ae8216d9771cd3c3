import { isLive, type Memory } from '../domain/memory.ts';
import type { UsageStats } from '../domain/usage.ts';
import { type Rate, rateOf } from './wilson.ts';

/** How one memory did: its counts, and the rate at which it helped where that is known. */
export interface MemoryRecord {
  readonly id: string;
  readonly summary: string;
  readonly uses: number;
  readonly helpful: number;
  readonly notHelpful: number;
  readonly exposed: number;
  readonly rate: Rate;
  readonly lastUsedAt: string | null;
}

/** Statistics by memory id. */
export type StatsById = ReadonlyMap<string, UsageStats>;

/**
 * Live memories that were used or shown, the best proven first: by the lower bound of the share of rated uses that helped, so that 9 of 10
 * stands before 1 of 1. Those never rated come last, the most used first.
 */
export function rankEffectiveness(memories: Iterable<Memory>, stats: StatsById): MemoryRecord[] {
  return [...memories]
    .filter(isLive)
    .flatMap((memory) => {
      const own = stats.get(memory.id);
      return own && own.uses + own.exposed > 0 ? [recordOf(memory, own)] : [];
    })
    .sort(byProof);
}

function recordOf({ id, summary }: Memory, stats: UsageStats): MemoryRecord {
  const { uses, helpful, notHelpful, exposed, lastUsedAt = null } = stats;
  return {
    id,
    summary,
    uses,
    helpful,
    notHelpful,
    exposed,
    rate: rateOf(helpful, helpful + notHelpful),
    lastUsedAt,
  };
}

const byProof = (a: MemoryRecord, b: MemoryRecord): number =>
  (b.rate.low ?? -1) - (a.rate.low ?? -1) ||
  (b.rate.share ?? -1) - (a.rate.share ?? -1) ||
  b.uses - a.uses ||
  b.exposed - a.exposed ||
  (a.id < b.id ? -1 : 1);

/** Memories by what they did. */
export interface MemoryParts {
  /** Helped more often than not, the best proven first. */
  readonly helped: readonly MemoryRecord[];
  /** Did not help as often as it did, or more often; the most failures first. */
  readonly hurt: readonly MemoryRecord[];
  /** Shown and never applied, the most often shown first. */
  readonly ignored: readonly MemoryRecord[];
}

/** Parts ranked memories. One that was applied and never rated is in none. */
export function partMemories(ranked: readonly MemoryRecord[]): MemoryParts {
  const hurt = ranked.filter(({ helpful, notHelpful }) => notHelpful > 0 && notHelpful >= helpful);
  const ignored = ranked.filter(({ uses, exposed }) => uses === 0 && exposed > 0);
  return {
    helped: ranked.filter(({ helpful, notHelpful }) => helpful > notHelpful),
    hurt: hurt.sort((a, b) => b.notHelpful - a.notHelpful || a.helpful - b.helpful || (a.id < b.id ? -1 : 1)),
    ignored: ignored.sort((a, b) => b.exposed - a.exposed || (a.id < b.id ? -1 : 1)),
  };
}
