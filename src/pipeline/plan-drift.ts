import type { Plan, Reason } from '../domain/plan.ts';
import type { DriftPolicy } from '../domain/policy.ts';
import type { RunDigest } from '../domain/run-digest.ts';
import { isLiveSkill, type Skill } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { type DriftVerdict, judgeDrift } from './drift.ts';
import { endChanges } from './plan-skill-status.ts';
import { countUse, noUse, runsBySkill, type SkillUse } from './skill-use.ts';

/** A skill in use as its runs show it. */
export interface SkillHealth {
  readonly skill: Skill;
  readonly use: SkillUse;
  /** Absent for a skill without a class or a baseline, which is never demoted automatically. */
  readonly verdict?: DriftVerdict;
  /** Whether most runs that had it took another path: it should be looked at. */
  readonly needsReview: boolean;
}

/** What is known of one skill in use; `runs` are those that had it in context. */
export function healthOf(skill: Skill, runs: readonly RunDigest[], policy: DriftPolicy): SkillHealth {
  const use = runs.length === 0 ? noUse : countUse(skill, runs);
  const { baseline, runClass } = skill;
  const outcomes = use.judged.map(({ outcome }) => outcome === 'success');
  return {
    skill,
    use,
    ...(runClass && baseline ? { verdict: judgeDrift(outcomes, baseline, policy) } : {}),
    needsReview:
      use.activations >= policy.minFollowed && use.deviations > policy.reviewDeviation * use.activations,
  };
}

/** Every skill in use with what its runs show, by slug. */
export function healthOfAll(
  skills: Iterable<Skill>,
  runs: readonly RunDigest[],
  policy: DriftPolicy,
): SkillHealth[] {
  const bySlug = runsBySkill(runs);
  return [...skills]
    .filter(isLiveSkill)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((skill) => healthOf(skill, bySlug.get(skill.id) ?? [], policy));
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Why a skill is demoted, in words that the next version is told. */
export function driftText({ judged, successes, expected }: DriftVerdict): string {
  return `${successes} of the last ${judged} runs that followed it succeeded (${percent(successes / judged)}), where ${percent(expected)} were expected`;
}

const tidy = (share: number): number => Number(share.toPrecision(3));

function reasonOf({ skill, use, verdict }: Required<SkillHealth>): Reason {
  return {
    rule: 'skill.drift',
    text: `${skill.id} is demoted: ${driftText(verdict)}.`,
    evidence: use.judged.slice(-verdict.judged).map(({ id }) => id),
    numbers: {
      version: skill.version,
      judged: verdict.judged,
      successes: verdict.successes,
      rolling: tidy(verdict.rolling ?? 0),
      expected: tidy(verdict.expected),
      tail: tidy(verdict.tail),
      baselineRate: tidy(skill.baseline?.successRate ?? 0),
      baselineRuns: skill.baseline?.executions ?? 0,
    },
  };
}

const isDrifted = (health: SkillHealth): health is Required<SkillHealth> => health.verdict?.drifted === true;

/** Demotes what no longer works (spec 6, Drift): it is found no more, its stamps go, its reason stays for the next version. */
export function planDrift(
  state: State,
  {
    runs,
    policy,
    now,
  }: { readonly runs: readonly RunDigest[]; readonly policy: DriftPolicy; readonly now: string },
): Plan {
  const drifted = healthOfAll(state.skills.values(), runs, policy).filter(isDrifted);
  const changes = drifted.flatMap((health) =>
    endChanges(state, health.skill, {
      status: 'demoted',
      why: driftText(health.verdict),
      reason: reasonOf(health),
      now,
    }),
  );
  return { command: 'promote drift', changes };
}
