import type { RunClass } from '../domain/run-class.ts';
import type { RunDigest } from '../domain/run-digest.ts';
import { type Skill, type SkillStatus, skillStatuses } from '../domain/skill.ts';
import { laterOf } from '../domain/time.ts';
import { containsProcedure } from './contains-procedure.ts';
import { followsClass } from './follows-class.ts';

/** A class in its place, with its runs. */
export interface PlacedClass {
  readonly runClass: RunClass;
  readonly project: string;
  readonly user?: string;
  readonly digests: readonly RunDigest[];
}

/** What skills there are, or were, of a class. */
export interface ClassStanding {
  /** Runs that no other skill tells of: what the gates count. */
  readonly runs: readonly RunDigest[];
  /** Slug of the skill that holds just this procedure. */
  readonly coveredBy?: string;
  /** When the last skill of this class was put aside: only later runs count. */
  readonly since?: string;
  /** That skill: another attempt is a new version of it. */
  readonly prior?: Skill;
}

/** Statuses of a skill that stands for its procedure: in use, on trial, or waiting for a person. */
const holding: readonly SkillStatus[] = ['active', 'shadow', 'candidate'];
const aside: readonly SkillStatus[] = skillStatuses.filter((status) => !holding.includes(status));

/** Whether a skill stands for its procedure, so that no other is made of it. */
export const holdsClass = ({ status }: Skill): boolean => holding.includes(status);

/** A skill with a class. */
type ClassSkill = Skill & { readonly runClass: RunClass };

const isOfClass = (skill: Skill): skill is ClassSkill => skill.runClass !== undefined;

/** When a skill was put aside; a skill of which that is not known counts from its last change. */
const endedAt = ({ ended, updatedAt }: Skill): string => ended?.at ?? updatedAt;

/**
 * Looks a class up among the skills of its project and person. A skill of the same class covers it, or says since when its runs count. Of a
 * skill whose procedure holds this one as a part, the runs that followed it say nothing new; one that was put aside takes with it those
 * until then. Otherwise a demoted skill would come back under a shorter name.
 */
export function standingOfClass(placed: PlacedClass, skills: Iterable<Skill>): ClassStanding {
  const own = [...skills].filter(isOfClass).filter((skill) => isSamePlace(skill, placed));
  const same = own.filter(({ runClass }) => runClass.hash === placed.runClass.hash);
  const cover = same.find(holdsClass);
  const priors = same.filter(({ status }) => aside.includes(status));
  const prior = priors.reduce<ClassSkill | undefined>(
    (last, one) => (last === undefined || endedAt(one) > endedAt(last) ? one : last),
    undefined,
  );
  const since = sinceOf(cover ? [cover] : priors);
  return {
    runs: countedRuns(placed, own),
    ...(cover ? { coveredBy: cover.id } : {}),
    ...(since === undefined ? {} : { since }),
    ...(prior ? { prior } : {}),
  };
}

const isSamePlace = (skill: Skill, { project, user }: PlacedClass): boolean =>
  skill.project === project && (skill.user === undefined || skill.user === user);

/** A skill on trial after a fall counts, like its class, from that fall on. */
function sinceOf(skills: readonly ClassSkill[]): string | undefined {
  const times = skills
    .filter((skill) => !holdsClass(skill) || skill.ended !== undefined)
    .map((skill) => endedAt(skill));
  return times.length === 0 ? undefined : times.reduce(laterOf);
}

function countedRuns(
  { runClass, digests }: PlacedClass,
  skills: readonly ClassSkill[],
): readonly RunDigest[] {
  const larger = skills.filter(
    (skill) =>
      skill.runClass.hash !== runClass.hash && containsProcedure(skill.runClass.units, runClass.units),
  );
  if (larger.length === 0) return digests;
  return digests.filter(
    (run) =>
      !larger.some(
        (skill) =>
          followsClass(run, skill.runClass) && (holdsClass(skill) || run.createdAt <= endedAt(skill)),
      ),
  );
}
