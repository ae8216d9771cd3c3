import { hashOf } from '../domain/identity.ts';
import { sortedText } from '../domain/json.ts';
import { isStanding, type Memory } from '../domain/memory.ts';
import type { Skill, SkillVersion } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';

/** Hash of what some learnings say: it changes when one joins, leaves or is edited, and with nothing else. */
export function fingerprintOf(memories: readonly Memory[]): string {
  const said = memories.map(({ id, summary, observations }) => sortedText([id, summary, observations]));
  return hashOf(...said.sort());
}

/** The version of a skill that its SKILL.md holds. */
export const currentVersion = (skill: Skill): SkillVersion | undefined =>
  skill.versions.find(({ version }) => version === skill.version);

/** Whether an id is that of a learning; runs are evidence that cannot be retracted. */
const isLearning = (id: string): boolean => id.startsWith('m-');

/** What became of the sources of a version. */
export interface SourceSight {
  /** Learnings that still hold, with the successors of those that were superseded. */
  readonly valid: readonly Memory[];
  /** Why it is stale, in words; undefined when nothing changed. */
  readonly stale?: string;
}

/** The memory of an id, or the one that it was merged into. */
const memoryOf = ({ memories }: State, id: string): Memory | undefined =>
  memories.get(id) ?? [...memories.values()].find(({ aliases }) => aliases.includes(id));

/** Follows a superseded or merged learning to what stands for it now. */
function successorOf(state: State, id: string): Memory | undefined {
  let found = memoryOf(state, id);
  for (let steps = 0; found?.supersededBy !== undefined && steps < 20; steps++)
    found = memoryOf(state, found.supersededBy);
  return found;
}

function fateOf(state: State, id: string): string | undefined {
  const memory = memoryOf(state, id);
  if (!memory) return `${id} was forgotten`;
  if (memory.status === 'superseded') return `${id} was superseded`;
  return isStanding(memory) ? undefined : `${id} is ${memory.status}`;
}

/** Of some learnings each once, in their order. */
export const distinctById = (memories: readonly Memory[]): Memory[] => [
  ...new Map(memories.map((memory) => [memory.id, memory])).values(),
];

/** What became of the sources of one version; nothing is stale about none. */
export function sightVersion(state: State, version: SkillVersion | undefined): SourceSight {
  const ids = (version?.sources ?? []).filter(isLearning);
  const valid = distinctById(ids.flatMap((id) => successorOf(state, id) ?? []).filter(isStanding));
  const fates = ids.flatMap((id) => fateOf(state, id) ?? []);
  if (fates.length > 0) return { valid, stale: fates.join('; ') };
  if (ids.length > 0 && version && fingerprintOf(valid) !== version.fingerprint)
    return { valid, stale: 'a source was edited' };
  return { valid };
}

/**
 * Looks at what a skill was made from as it stands now: stale at once when a source was forgotten, rejected, superseded or
 * edited, and no longer when that is undone. Nothing is written for it.
 */
export const sightSources = (state: State, skill: Skill): SourceSight =>
  sightVersion(state, currentVersion(skill));
