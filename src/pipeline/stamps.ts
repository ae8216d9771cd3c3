import { classKey } from '../domain/run-class.ts';
import type { RunDigest } from '../domain/run-digest.ts';
import { everyProject, isLiveSkill, type Skill } from '../domain/skill.ts';
import { containsProcedure } from './contains-procedure.ts';

/** That an active skill covers a run. Read, never stored: what is activated, demoted or undone shows at once. */
export interface Stamp {
  readonly slug: string;
  readonly version: number;
  /** Whether the skill covers the whole run, so that the run itself need not be recalled; else only a part of it. */
  readonly hides: boolean;
}

/** What active skills cover, ready to be asked of many runs. */
export interface Coverage {
  /** By project, user and class. */
  readonly whole: ReadonlyMap<string, Skill>;
  /** Skills of mined classes by project and user, the longest procedure first. */
  readonly mined: ReadonlyMap<string, readonly Skill[]>;
}

type Covered = Pick<RunDigest, 'project' | 'user' | 'classHash' | 'units'>;

/** A run is looked up by its own project and user, then by what holds for everybody, there or anywhere. */
const placesOf = ({ project, user }: Covered): { project: string; user?: string }[] => [
  ...(user === undefined ? [] : [{ project, user }]),
  { project },
  ...(user === undefined ? [] : [{ project: everyProject, user }]),
  { project: everyProject },
];

const placeKey = (place: { readonly project: string; readonly user?: string }): string => classKey(place, '');

const lengthOf = ({ runClass }: Skill): number => runClass?.units.length ?? 0;

/** What these skills cover: active ones that have a class. */
export function coverageOf(skills: Iterable<Skill>): Coverage {
  const whole = new Map<string, Skill>();
  const mined = new Map<string, Skill[]>();
  const inOrder = [...skills]
    .filter(isLiveSkill)
    .sort((a, b) => lengthOf(b) - lengthOf(a) || (a.id < b.id ? -1 : 1));
  for (const skill of inOrder) {
    const { runClass } = skill;
    if (!runClass) continue;
    // A mined class covers the runs that are just its procedure as a class of whole runs does.
    const key = classKey(skill, runClass.hash);
    if (!whole.has(key)) whole.set(key, skill);
    if (runClass.kind === 'mined') mined.set(placeKey(skill), [...(mined.get(placeKey(skill)) ?? []), skill]);
  }
  return { whole, mined };
}

/** The stamp of a run, if a skill covers it: one that covers it whole before one that covers a part. */
export function stampOf(run: Covered, { whole, mined }: Coverage): Stamp | undefined {
  const places = placesOf(run);
  const { classHash } = run;
  if (classHash !== undefined) {
    const skill = firstOf(places, (place) => whole.get(classKey(place, classHash)));
    if (skill) return { slug: skill.id, version: skill.version, hides: true };
  }
  const part = firstOf(places, (place) =>
    mined
      .get(placeKey(place))
      ?.find(({ runClass }) => runClass && containsProcedure(run.units, runClass.units)),
  );
  return part && { slug: part.id, version: part.version, hides: false };
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
