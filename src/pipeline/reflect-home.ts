import { isLive, type Memory } from '../domain/memory.ts';
import type { Policy } from '../domain/policy.ts';
import type { Run } from '../domain/run.ts';
import type { RunDigests } from '../domain/run-digest.ts';
import type { ScoredPair } from '../domain/scored-pair.ts';
import type { State } from '../domain/state.ts';
import { addDays, laterOf } from '../domain/time.ts';
import type { Usage } from '../domain/usage.ts';
import { type MemoryParts, partMemories, rankEffectiveness, type StatsById } from './effectiveness.ts';
import { gateAudit, type OpenPair } from './gate-audit.ts';
import { homesOf } from './import-desk.ts';
import { findRecurringErrors, type KnownError } from './reflect-errors.ts';
import { findGaps, type Gap } from './reflect-gaps.ts';
import { isWithin, type Period } from './reflect-period.ts';
import { type Proposal, proposeCommands } from './reflect-proposals.ts';
import { whyRunFailed } from './reflect-session.ts';
import { findDrift, proposeFromBehaviour, type SkillDrift } from './reflect-skills.ts';
import { countOutcomes, readKinds, type WorkLine, workLines } from './reflect-work.ts';
import { usageStats } from './usage-stats.ts';

/** A run that went wrong. */
export interface FailedRun {
  readonly runId: string;
  readonly at: string;
  readonly query: string;
  readonly why: string;
}

/** The home looked back on over a period: the value behind the terminal, `--json` and the saved file. */
export interface Reflection {
  readonly v: 1;
  readonly period: Period;
  readonly sessions: number;
  /** When the newest run of all started; null when none was read. */
  readonly newestRunAt: string | null;
  /** All runs of the period, and of as many days before it. */
  readonly all: Omit<WorkLine, 'label' | 'patternId'>;
  readonly before: Omit<WorkLine, 'label' | 'patternId'>;
  readonly work: readonly WorkLine[];
  /** Newest first. */
  readonly failures: readonly FailedRun[];
  readonly errors: readonly KnownError[];
  readonly memories: MemoryParts & { readonly live: number };
  /** Live skills that drift; null while there is no skill. */
  readonly skills: readonly SkillDrift[] | null;
  readonly contradictions: readonly OpenPair[];
  readonly gaps: readonly Gap[];
  readonly proposals: readonly Proposal[];
}

/** What is reflected on. Runs and usage are whole, not only those of the period. */
export interface ReflectHomeInput {
  readonly state: State;
  readonly runs: readonly Run[];
  readonly usage: readonly Usage[];
  /** The same runs in short, with what trials and refusals say of them; nothing is told of skills in use where it is absent. */
  readonly digests?: RunDigests;
  /** Similar pairs, from which relations are proposed. */
  readonly pairs: readonly ScoredPair[];
  readonly policy: Policy;
  readonly days: number;
  readonly now: string;
  /** Which memories are looked at; all when absent. */
  readonly isWanted?: (memory: Memory) => boolean;
}

/** Statistics of usage by what aliases became. */
function statsOver(usage: readonly Usage[], state: State): StatsById {
  const homes = homesOf(state.memories.values());
  return usageStats(usage, (id) => homes.get(id) ?? id);
}

const noDigests: RunDigests = { runs: [], records: [] };

/** Looks back on a home over its last days. */
export function reflectHome(input: ReflectHomeInput): Reflection {
  const { state, runs, usage, policy, days, now, isWanted = () => true, digests = noDigests } = input;
  const period: Period = { from: addDays(now, -days), to: now };
  const lately = runs.filter(({ createdAt }) => isWithin(createdAt, period));
  const earlier = runs.filter(
    ({ createdAt }) => createdAt >= addDays(period.from, -days) && createdAt < period.from,
  );
  const wanted = [...state.memories.values()].filter(isWanted);
  const kindOf = readKinds(state.patterns.values());
  const usedLately = usage.filter(({ at }) => isWithin(at, period));
  const memories = partMemories(rankEffectiveness(wanted, statsOver(usedLately, state)));
  const homes = homesOf(wanted.filter(isLive));
  const errors = findRecurringErrors(runs, period).map((error) => ({
    ...error,
    memoryId: homes.get(error.memoryId) ?? null,
  }));
  const audit = gateAudit(state, now, policy);
  const known = new Set(wanted.map(({ id }) => id));
  const contradictions = audit.conflicts.filter(
    ({ existing, newer }) => known.has(existing.id) || known.has(newer.id),
  );
  return {
    v: 1,
    period,
    sessions: new Set(lately.map(({ sessionId }) => sessionId)).size,
    newestRunAt: runs.reduce<string | null>(
      (newest, { createdAt }) => laterOf(createdAt, newest ?? ''),
      null,
    ),
    all: countOutcomes(lately),
    before: countOutcomes(earlier),
    work: workLines(lately, kindOf),
    failures: failuresOf(lately),
    errors,
    memories: { ...memories, live: wanted.filter(isLive).length },
    skills: state.skills.size > 0 ? findDrift(state, digests.runs, policy.drift) : null,
    contradictions,
    gaps: findGaps(lately, usage, kindOf),
    proposals: proposeCommands({
      ...input,
      behaviour: proposeFromBehaviour({ state, digests, policy, now }),
      memories: wanted,
      stats: statsOver(usage, state),
      parts: memories,
      errors,
      audit,
      runs: lately.length,
    }),
  };
}

const failuresOf = (runs: readonly Run[]): FailedRun[] =>
  runs
    .filter(({ outcome }) => outcome === 'failure')
    .map((run) => ({ runId: run.id, at: run.createdAt, query: run.query, why: whyRunFailed(run) }))
    .sort((a, b) => (a.at > b.at ? -1 : a.at < b.at ? 1 : a.runId < b.runId ? -1 : 1));
