import type { ShadowPolicy } from '../domain/policy.ts';
import type { RunDigest, ShadowRecord } from '../domain/run-digest.ts';
import { isSkillFor, type Skill } from '../domain/skill.ts';
import { type ApplicabilityMeasure, applicableSkills } from './applicability.ts';
import { followsClass } from './follows-class.ts';
import { currentVersion } from './skill-sources.ts';

/** What trials are evaluated with. */
export interface ShadowInput {
  /** All skills; those on trial are looked at. */
  readonly skills: Iterable<Skill>;
  readonly runs: readonly RunDigest[];
  /** Records so far: what was found to apply stays so. */
  readonly known: readonly ShadowRecord[];
  readonly measure: ApplicabilityMeasure;
  readonly policy: ShadowPolicy;
}

/** A skill on trial, and since when. */
interface Trial {
  readonly skill: Skill;
  readonly runClass: NonNullable<Skill['runClass']>;
  readonly since: string;
  /** Ids of the runs that it was made from. */
  readonly sources: ReadonlySet<string>;
}

/** Skills on trial. */
export const isOnTrial = ({ status }: Skill): boolean => status === 'shadow';

const recordId = (runId: string, { id, version }: Skill): string => `${runId}:${id}:${version}`;

/**
 * Holds runs against the skills on trial: how each would have done where it applies. A pure function of runs and skills, so that evaluating
 * again gives the same records; one whose run has ended since tells its end.
 */
export function evaluateShadow({ skills, runs, known, measure, policy }: ShadowInput): ShadowRecord[] {
  const trials = [...skills].filter(isOnTrial).flatMap(trialOf);
  if (!policy.enabled || trials.length === 0) return [];
  const scores = new Map(known.map(({ id, applicability }) => [id, applicability]));
  return runs.flatMap((run) => {
    const open = trials.filter((trial) => isObserved(run, trial));
    const kept = open.flatMap((trial) => {
      const score = scores.get(recordId(run.id, trial.skill));
      return score === undefined ? [] : [{ trial, score }];
    });
    const fresh = new Map(
      open
        .filter((trial) => !kept.some((one) => one.trial === trial))
        .map((trial) => [trial.skill.id, trial]),
    );
    const most = Math.max(0, policy.maxCandidates - kept.length);
    const found = applicableSkills([...fresh.keys()], run.query, { measure, most });
    return [
      ...kept,
      ...found.flatMap(({ slug, score }) => {
        const trial = fresh.get(slug);
        return trial ? [{ trial, score }] : [];
      }),
    ].map(({ trial, score }) => recordOf(run, trial, score));
  });
}

function trialOf(skill: Skill): Trial[] {
  const version = currentVersion(skill);
  const { runClass } = skill;
  if (!version || !runClass) return [];
  return [
    { skill, runClass, since: version.at, sources: new Set([...version.sources, ...version.informedBy]) },
  ];
}

/** Newer than the skill, of the same project and person, and none of its sources. */
const isObserved = (run: RunDigest, { skill, since, sources }: Trial): boolean =>
  run.createdAt > since &&
  isSkillFor(skill, { project: run.project, user: run.user ?? '' }) &&
  !sources.has(run.id);

const recordOf = (run: RunDigest, { skill, runClass }: Trial, score: number): ShadowRecord => ({
  v: 1,
  kind: 'shadow',
  id: recordId(run.id, skill),
  runId: run.id,
  slug: skill.id,
  version: skill.version,
  applicability: Math.round(score * 1000) / 1000,
  expected: runClass.hash,
  observed: run.classHash ?? null,
  match: followsClass(run, runClass),
  outcome: run.outcome,
  at: run.createdAt,
});
