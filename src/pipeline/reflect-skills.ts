import type { Run } from '../domain/run.ts';
import { isLiveSkill, type Skill } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { countOutcomes, type KindReader } from './reflect-work.ts';
import { sightSources } from './skill-sources.ts';
import type { Rate } from './wilson.ts';

/** A live skill that should be looked at, and why. */
export interface SkillDrift {
  readonly slug: string;
  readonly why: string;
  /** Outcomes of its kinds of work since it was activated; absent when it is only stale. */
  readonly rate?: Rate;
  readonly baseline?: number;
}

/**
 * Live skills whose sources changed under them, or whose kinds of work go worse since activation than they went before: the upper bound of the
 * success rate lies below the rate at activation. It looks at the work, not at single uses of the skill, and demotes nothing.
 */
export function findDrift(state: State, runs: readonly Run[], kindOf: KindReader): SkillDrift[] {
  return [...state.skills.values()]
    .filter(isLiveSkill)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap((skill): SkillDrift[] => {
      const { id: slug, baseline } = skill;
      const { stale } = sightSources(state, skill);
      if (stale !== undefined) return [{ slug, why: stale }];
      if (!baseline) return [];
      const { rate } = countOutcomes(runs.filter((run) => isOfSkill(skill, run, kindOf)));
      if (rate.high === null || rate.high >= baseline.successRate) return [];
      const why = 'its kind of work goes worse than before it was activated';
      return [{ slug, why, rate, baseline: baseline.successRate }];
    });
}

function isOfSkill({ project, patterns, activatedAt }: Skill, run: Run, kindOf: KindReader): boolean {
  if (activatedAt === undefined || run.createdAt <= activatedAt || run.project !== project) return false;
  return patterns.includes(kindOf(run).patternId ?? '');
}
