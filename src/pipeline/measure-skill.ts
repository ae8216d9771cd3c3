import type { RunDigest } from '../domain/run-digest.ts';
import type { Skill } from '../domain/skill.ts';
import { earlierOf } from '../domain/time.ts';
import type { ApplicabilityMeasure } from './applicability.ts';
import { isRunOf } from './class-baseline.ts';
import { followsClass } from './follows-class.ts';
import { currentVersion } from './skill-sources.ts';
import { type Rate, rateOf } from './wilson.ts';

/** Outcomes of one kind of runs; the rate and its interval are over those whose end is known. */
export interface MeasuredGroup {
  readonly name: 'before' | 'after-without' | 'after-with' | 'followed' | 'another-path';
  readonly runs: number;
  readonly unknown: number;
  readonly rate: Rate;
}

/** What a skill goes along with. Observational: who gets a skill is not drawn by lot. */
export interface SkillMeasure {
  readonly observational: true;
  /** When it first went into use; null before. */
  readonly since: string | null;
  readonly groups: readonly MeasuredGroup[];
  /** Success with the skill less success without it, after it went into use; null while one of them is not known. */
  readonly difference: number | null;
}

/** What is measured. */
export interface MeasureInput {
  readonly runs: readonly RunDigest[];
  readonly measure: ApplicabilityMeasure;
}

/** When a skill first went into use: its activation, or an earlier run that had it. */
const firstUse = ({ id, activatedAt }: Skill, runs: readonly RunDigest[]): string | null =>
  runs
    .filter(({ skills }) => skills.some(({ slug }) => slug === id))
    .reduce<string | null>(
      (first, { createdAt }) => (first === null ? createdAt : earlierOf(first, createdAt)),
      activatedAt ?? null,
    );

const groupOf = (name: MeasuredGroup['name'], runs: readonly RunDigest[]): MeasuredGroup => {
  const successes = runs.filter(({ outcome }) => outcome === 'success').length;
  const unknown = runs.filter(({ outcome }) => outcome === 'unknown').length;
  return { name, runs: runs.length, unknown, rate: rateOf(successes, runs.length - unknown) };
};

/**
 * Outcomes of the runs for which a skill was meant, with it in context and without, before it went into use and after. For it were runs that
 * it applies to by what was asked, that went its way, or that had it; those that it was made from count as before.
 */
export function measureSkill(skill: Skill, { runs, measure }: MeasureInput): SkillMeasure {
  const { runClass } = skill;
  const hasIt = (run: RunDigest): boolean => run.skills.some(({ slug }) => slug === skill.id);
  const isFollowed = (run: RunDigest): boolean => runClass !== undefined && followsClass(run, runClass);
  const sources = new Set(currentVersion(skill)?.sources ?? []);
  const own = runs.filter(
    (run) =>
      isRunOf(skill, run) &&
      (hasIt(run) || isFollowed(run) || measure.of(skill.id, run.query) >= measure.cut),
  );
  const since = firstUse(skill, own);
  const isBefore = (run: RunDigest): boolean =>
    !hasIt(run) && (since === null || run.createdAt <= since || sources.has(run.id));
  const withIt = own.filter(hasIt);
  const after = groupOf(
    'after-without',
    own.filter((run) => !hasIt(run) && !isBefore(run)),
  );
  const given = groupOf('after-with', withIt);
  const paths = runClass
    ? [
        groupOf('followed', withIt.filter(isFollowed)),
        groupOf(
          'another-path',
          withIt.filter((run) => run.classHash !== undefined && !isFollowed(run)),
        ),
      ]
    : [];
  const [a, b] = [given.rate.share, after.rate.share];
  return {
    observational: true,
    since,
    groups: [groupOf('before', own.filter(isBefore)), after, given, ...paths],
    difference: a === null || b === null ? null : a - b,
  };
}
