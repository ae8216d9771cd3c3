import { compact } from '../domain/json.ts';
import { isLive, type Memory, type Relation, type RelationType } from '../domain/memory.ts';
import type { IndexEntry, RecallItem } from '../domain/recall.ts';
import { isLiveSkill } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { candidateName } from './candidate-name.ts';
import { slugOf } from './find-memories.ts';
import { isUserStated } from './memory-of.ts';

/** Trust by source (spec 4); what is not named was inferred by this program. */
const trustBySource: Readonly<Record<string, number>> = { 'agent-memory': 0.8, import: 0.8, team: 0.7 };
const trustInferred = 0.9;

/** How far a memory is trusted, 0..1: fully what a person said or reviewed, else by its source. */
export function trustOf(memory: Pick<Memory, 'source' | 'gate'>): number {
  if (isUserStated(memory) || memory.gate.reviewedBy === 'human') return 1;
  return trustBySource[memory.source] ?? trustInferred;
}

/** Whose a memory is, as one word: `global`, `user:<user>` or `project:<id>`. */
export function ownerOf({ scope, user, project }: Pick<Memory, 'scope' | 'user' | 'project'>): string {
  if (scope === 'global') return 'global';
  return scope === 'user' ? `user:${user ?? ''}` : `project:${project ?? ''}`;
}

/** A memory as recall sees it. Its session is that of its first evidence that has one, its place there the row. */
export function recallItemOf(memory: Memory): RecallItem {
  const { id, name, entityType, summary, observations, scope, project, user, branch } = memory;
  const { base, decayRate, anchoredAt, discoveredAt, citations, patternId, pinned, critical, promotedTo } =
    memory;
  const learned = memory.provenance.find(({ sessionId }) => sessionId !== undefined);
  return compact({
    id,
    name,
    entityType,
    summary,
    observations,
    scope,
    project,
    user,
    branch,
    owner: ownerOf(memory),
    base,
    decayRate,
    anchoredAt,
    trust: trustOf(memory),
    sessionId: learned?.sessionId,
    order: learned?.row,
    discoveredAt,
    citations,
    patternId,
    pinned,
    critical,
    promotedTo,
  });
}

/** The text of a memory that is searched: what it says, what it is about, and its name where that was not made of the summary. */
export function indexedText({
  name,
  entityType,
  summary,
  observations,
  appliesTo,
  taskPattern,
}: Memory): string {
  const said = [summary, ...observations, ...appliesTo, ...(taskPattern === undefined ? [] : [taskPattern])];
  const called = name === candidateName(entityType, summary) ? [] : [slugOf(name).replaceAll('-', ' ')];
  return [...said, ...called].join('\n');
}

/** Relations along which recall spreads: not those that set two memories against each other. */
const liftingTypes: ReadonlySet<RelationType> = new Set<RelationType>([
  'related_to',
  'applies_to',
  'derived_from',
  'part_of',
  'co_occurs',
]);

/** Whether finding one end of a relation speaks for the other. */
export const isLifting = ({ type }: Pick<Relation, 'type'>): boolean => liftingTypes.has(type);

/** Whether recall may ever return a memory: live, or consolidated into a skill that is not live (any more). */
export function isRecallable(memory: Memory, { skills }: Pick<State, 'skills'>): boolean {
  if (isLive(memory)) return true;
  if (memory.status !== 'consolidated') return false;
  const skill = skills.get((memory.consolidatedInto ?? '').replace(/^skills\//, ''));
  return skill !== undefined && !isLiveSkill(skill);
}

/** What the index holds of a memory. */
export const indexEntryOf = (memory: Memory): IndexEntry => ({
  item: recallItemOf(memory),
  text: indexedText(memory),
  aliases: memory.aliases,
});

/** Everything that recall may return, ready to be indexed. */
export const indexEntriesOf = (state: Pick<State, 'memories' | 'skills'>): IndexEntry[] =>
  [...state.memories.values()].filter((memory) => isRecallable(memory, state)).map(indexEntryOf);
