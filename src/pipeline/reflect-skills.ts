import type { Policy } from '../domain/policy.ts';
import type { RunDigest, RunDigests, ShadowRecord } from '../domain/run-digest.ts';
import type { State } from '../domain/state.ts';
import { allClasses } from './all-classes.ts';
import { isOnTrial } from './evaluate-shadow.ts';
import { whyOf } from './plan-behaviour-skill.ts';
import { driftText, healthOfAll, type SkillHealth } from './plan-drift.ts';
import { countTrial, judgeReadiness, readinessText, recordsOfTrial } from './readiness.ts';
import type { Proposal } from './reflect-proposals.ts';
import { refusalOf, refusalsIn, sightClasses } from './sight-classes.ts';
import { sightSources } from './skill-sources.ts';
import { type Rate, rateOf } from './wilson.ts';

/** A live skill that should be looked at, and why. */
export interface SkillDrift {
  readonly slug: string;
  readonly why: string;
  /** Outcomes of the runs that followed it last; absent when it is only stale. */
  readonly rate?: Rate;
  readonly baseline?: number;
}

/** What skills are looked at with. */
export interface SkillReflection {
  readonly state: State;
  readonly digests: RunDigests;
  readonly policy: Policy;
  readonly now: string;
}

/**
 * Live skills whose sources changed under them, that no longer work (spec 6, Drift), that may not but for too few runs to tell, or that
 * most runs do not follow.
 */
export function findDrift(state: State, runs: readonly RunDigest[], policy: Policy['drift']): SkillDrift[] {
  return healthOfAll(state.skills.values(), runs, policy).flatMap((health): SkillDrift[] => {
    const { stale } = sightSources(state, health.skill);
    const why = stale ?? whyDrifting(health, policy);
    return why === undefined
      ? []
      : [{ slug: health.skill.id, why, ...(stale === undefined ? ratesOf(health) : {}) }];
  });
}

function whyDrifting(
  { verdict, use, needsReview }: SkillHealth,
  policy: Policy['drift'],
): string | undefined {
  if (verdict?.drifted) return `${driftText(verdict)}: the next consolidation demotes it`;
  const isLow =
    verdict?.rolling !== null && verdict !== undefined && verdict.rolling < verdict.expected - policy.margin;
  if (verdict && isLow) return `${driftText(verdict)}; that may be chance yet`;
  return needsReview
    ? `${use.deviations} of ${use.activations} runs that had it took another path`
    : undefined;
}

const ratesOf = ({ verdict, skill }: SkillHealth): Pick<SkillDrift, 'rate' | 'baseline'> =>
  verdict && skill.baseline && verdict.judged > 0
    ? { rate: rateOf(verdict.successes, verdict.judged), baseline: skill.baseline.successRate }
    : {};

/** Trials that are ready, and classes of runs that would become skills. */
export function proposeFromBehaviour(input: SkillReflection): Proposal[] {
  return [...readyTrials(input), ...passingClasses(input)];
}

function readyTrials({ state, digests, policy }: SkillReflection): Proposal[] {
  const records = digests.records.filter((record): record is ShadowRecord => record.kind === 'shadow');
  return [...state.skills.values()].filter(isOnTrial).flatMap((skill) => {
    const readiness = judgeReadiness(countTrial(recordsOfTrial(skill, records)), policy.shadow);
    return readiness.ready
      ? [
          {
            command: `hebb skill activate ${skill.id}`,
            why: `its trial is over: ${readinessText(readiness)}`,
          },
        ]
      : [];
  });
}

function passingClasses({ state, digests, policy, now }: SkillReflection): Proposal[] {
  const { workflows } = policy;
  const classes = allClasses(digests.runs, workflows);
  const { sights } = sightClasses(classes, { skills: [...state.skills.values()], policy: workflows, now });
  const refusals = refusalsIn(digests.records);
  return sights
    .filter((sight) => sight.passes && !refusalOf(sight, refusals))
    .slice(0, workflows.maxPromotions)
    .map((sight) => ({
      command: `hebb promote --skills --class ${sight.stats.runClass.hash.slice(0, 8)}`,
      why: `done again and again (${sight.stats.runClass.units.join(' → ')}): ${whyOf(sight)}`,
    }));
}
