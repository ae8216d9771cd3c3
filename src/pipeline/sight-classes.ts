import type { WorkflowPolicy } from '../domain/policy.ts';
import { classKey } from '../domain/run-class.ts';
import type { Refusal, WorkflowRecord } from '../domain/run-digest.ts';
import type { Skill } from '../domain/skill.ts';
import {
  type ClassCounts,
  countClass,
  type Gate,
  judgeClass,
  passesGates,
  runsSince,
} from './class-gates.ts';
import { type ClassStanding, standingOfClass } from './class-standing.ts';
import { byRank, scoreClass } from './rank-classes.ts';
import type { ClassStats } from './run-classes.ts';

/** A class held against the gates. */
export interface ClassSight {
  /** Of project, user and class. */
  readonly key: string;
  readonly stats: ClassStats;
  readonly standing: ClassStanding;
  /** Of the runs that count. */
  readonly counts: ClassCounts;
  readonly gates: readonly Gate[];
  readonly passes: boolean;
  readonly score: number;
  readonly length: number;
}

/** What classes are held against. */
export interface SightInput {
  readonly skills: Iterable<Skill>;
  readonly policy: WorkflowPolicy;
  readonly now: string;
}

/** One class with its gates. */
export function sightClass(stats: ClassStats, { skills, policy, now }: SightInput): ClassSight {
  const standing = standingOfClass(stats, skills);
  const { runs, coveredBy, since } = standing;
  const counts = countClass(runsSince(runs, since));
  const gates = judgeClass(
    { runs },
    {
      policy,
      now,
      ...(coveredBy === undefined ? {} : { coveredBy }),
      ...(since === undefined ? {} : { since }),
    },
  );
  return {
    key: classKey(stats, stats.runClass.hash),
    stats,
    standing,
    counts,
    gates,
    passes: passesGates(gates),
    score: scoreClass(counts, { policy, now }),
    length: stats.runClass.units.length,
  };
}

/**
 * Classes with enough runs to be looked at, the best first, and how many have fewer. A class that falls short in all of its runs falls short in
 * those that count as well, so most of a long history is set aside at one glance.
 */
export function sightClasses(
  classes: readonly ClassStats[],
  input: SightInput,
): { readonly sights: readonly ClassSight[]; readonly small: number } {
  const large = classes.filter(({ executions }) => executions >= input.policy.minExecutions);
  const skills = [...input.skills].filter(({ runClass }) => runClass !== undefined);
  const sights = large.map((stats) => sightClass(stats, { ...input, skills })).sort(byRank);
  return { sights, small: classes.length - large.length };
}

/** Refusals among records. */
export const refusalsIn = (records: readonly WorkflowRecord[]): Refusal[] =>
  records.filter((record): record is Refusal => record.kind === 'refused');

/** Whether a class was refused and no run of it came since: what was too little then is too little now. */
export function refusalOf({ stats, counts }: ClassSight, refusals: readonly Refusal[]): Refusal | undefined {
  const key = classKey(stats, stats.runClass.hash);
  return refusals.find(
    (refusal) =>
      classKey(refusal, refusal.classHash) === key && (counts.lastSeenAt ?? '') <= refusal.lastSeenAt,
  );
}
