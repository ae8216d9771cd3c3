import { isLive, type Memory } from '../domain/memory.ts';
import type { SkillPolicy } from '../domain/policy.ts';
import { isLiveSkill, type Skill, type VersionAction } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { dayMs, laterOf } from '../domain/time.ts';
import { rootPattern } from './plan-patterns.ts';
import { distinctById, sightSources } from './skill-sources.ts';

/** What says whether a run is due. */
export interface DueInput {
  readonly policy: SkillPolicy;
  readonly now: string;
  /** Passes the number of pending learnings and the pause between runs. */
  readonly force: boolean;
}

/** Whether a run would do something, and if not, why not. */
export interface SkillsDue {
  /** Whether new skills and patches are written: enough is pending and the pause is over, or it was asked for. */
  readonly open: boolean;
  readonly pending: number;
  /** Since hebb last wrote a version by itself; undefined when it never did. */
  readonly hoursSince?: number;
  /** Live skills that are repaired or retired whatever else holds. */
  readonly stale: readonly string[];
}

/** Skills whose sources are taken: live ones, those on trial, and those that wait for a person. */
const holdsSources = ({ status }: Skill): boolean =>
  status === 'active' || status === 'shadow' || status === 'candidate';

const isPending = (memory: Memory): boolean =>
  isLive(memory) && memory.scope === 'project' && memory.patternId !== undefined;

function takenIds(state: State): Set<string> {
  const holders = [...state.skills.values()].filter(holdsSources);
  return new Set(
    holders.flatMap((skill) =>
      skill.versions
        .filter(({ version, outcome }) => version === skill.version || outcome === 'proposed')
        .flatMap(({ sources }) => sources),
    ),
  );
}

/** Learnings that may become part of a skill, of one project. */
export function pendingLearnings(state: State, project: string): Memory[] {
  const taken = takenIds(state);
  return [...state.memories.values()].filter(
    (memory) => isPending(memory) && memory.project === project && !taken.has(memory.id),
  );
}

/**
 * Everything that would be written into a skill if its kinds of work were looked at afresh: its sources that still hold, and what waits.
 * Its fingerprint is kept when a person puts the skill aside, so that the same is not proposed again.
 */
export function membersOf(state: State, skill: Skill): Memory[] {
  const roots = new Set(skill.patterns.map((id) => rootPattern(state.patterns, id)?.id));
  const waiting = pendingLearnings(state, skill.project).filter(({ patternId }) =>
    roots.has(rootPattern(state.patterns, patternId ?? '')?.id),
  );
  return distinctById([...sightSources(state, skill).valid, ...waiting]);
}

/** Whether hebb itself wrote a version, and no person or other program. */
export const isOwnAction = (action: VersionAction): boolean =>
  action !== 'edit' && action !== 'import' && action !== 'rollback';

/** When hebb last wrote a version of a skill by itself; failed attempts wrote none. */
function lastWrittenAt(skills: readonly Skill[]): string | undefined {
  const times = skills
    .flatMap(({ versions }) => versions)
    .filter(({ action }) => isOwnAction(action))
    .map(({ at }) => at);
  return times.length > 0 ? times.reduce(laterOf) : undefined;
}

/** The skills of one project, whatever their status. */
export const skillsOf = (state: State, project: string): Skill[] =>
  [...state.skills.values()].filter((skill) => skill.project === project);

const hourMs = dayMs / 24;

/** Spec 5: due from `minPending` learnings and `cooldownHours` on; a stale skill passes both. */
export function skillsDue(state: State, project: string, input: DueInput): SkillsDue {
  const skills = skillsOf(state, project);
  const stale = skills
    .filter((skill) => isLiveSkill(skill) && sightSources(state, skill).stale !== undefined)
    .map(({ id }) => id);
  const pending = pendingLearnings(state, project).length;
  const last = lastWrittenAt(skills);
  const hoursSince = last === undefined ? undefined : (Date.parse(input.now) - Date.parse(last)) / hourMs;
  const isRested = hoursSince === undefined || hoursSince >= input.policy.cooldownHours;
  const open = input.force || (pending >= input.policy.minPending && isRested);
  return { open, pending, stale, ...(hoursSince === undefined ? {} : { hoursSince }) };
}
