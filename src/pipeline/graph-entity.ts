import type { Candidate, Provenance } from '../domain/candidate.ts';
import { type Entity, entityId, type GraphOwner } from '../domain/graph.ts';
import { tombstoneId } from '../domain/identity.ts';
import type { Memory, Tombstone } from '../domain/memory.ts';
import type { Policy } from '../domain/policy.ts';
import type { State } from '../domain/state.ts';
import { dayOf } from '../domain/time.ts';
import { memoryOf } from './memory-of.ts';
import { type MemoryFields, reviseMemory } from './record-changes.ts';

/** Characters of an entity's summary; its observations hold the rest. */
const summaryLength = 240;

/** What lists and recall show of an entity: its name and what is known of it first. */
export function summaryOf({ name, observations: [first] }: Pick<Entity, 'name' | 'observations'>): string {
  const text = first === undefined || first === '' ? name : `${name}: ${first}`;
  return text.length <= summaryLength ? text : `${text.slice(0, summaryLength - 1).trimEnd()}…`;
}

/** An entity on its way into the graph: whose it is, its id, and who wrote it. */
export interface NewEntity {
  readonly entity: Entity;
  readonly owner: GraphOwner;
  readonly id: string;
  readonly source: string;
  readonly provenance: readonly Provenance[];
}

/** The candidate of an entity. */
export const candidateOfEntity = ({ entity, owner, id, source, provenance }: NewEntity): Candidate => ({
  id,
  name: entity.name,
  entityType: entity.entityType,
  summary: summaryOf(entity),
  observations: entity.observations,
  appliesTo: [],
  severity: 'medium',
  source,
  ...owner,
  confidence: 1,
  provenance,
  graph: true,
});

/**
 * The memory of an entity that is written now. It fades from now on, whenever what it says was first known. One that was
 * deleted before goes on counting its versions, so that a clone of the home that still has the old one takes the new one.
 */
export function memoryOfEntity(
  state: State,
  added: NewEntity,
  { policy, now }: { readonly policy: Policy; readonly now: string },
): Memory {
  const stone = state.tombstones.get(tombstoneId(added.id));
  const memory = memoryOf(candidateOfEntity(added), policy, now);
  return { ...memory, rev: earlierRev(state, stone) + 1, anchoredAt: now };
}

const earlierRev = ({ archive }: State, stone: Tombstone | undefined): number =>
  stone ? (archive.get(`${dayOf(stone.at)}/${stone.memoryId}`)?.memory.rev ?? 0) : 0;

/** The first id of a name that no memory has. */
export function freeEntityId(owner: GraphOwner, name: string, isTaken: (id: string) => boolean): string {
  for (let number = 1; ; number++) {
    const id = entityId(owner, name, number);
    if (!isTaken(id)) return id;
  }
}

/** An entity with other observations; the summary follows, unless somebody wrote it by hand. */
export function withObservations(memory: Memory, observations: readonly string[], now: string): Memory {
  const isDerived = memory.graph === true && memory.summary === summaryOf(memory);
  const fields: MemoryFields = isDerived
    ? { observations, summary: summaryOf({ name: memory.name, observations }) }
    : { observations };
  return reviseMemory(memory, fields, now);
}

/** A memory without some of its observations. One that loses its own statement goes on as an entity of what is left. */
export function withoutObservations(memory: Memory, gone: ReadonlySet<string>, now: string): Memory {
  const observations = memory.observations.filter((text) => !gone.has(text));
  if (memory.graph === true || !gone.has(memory.summary)) {
    return observations.length === memory.observations.length
      ? memory
      : withObservations(memory, observations, now);
  }
  const summary = summaryOf({ name: memory.name, observations });
  return reviseMemory(memory, { observations, summary, graph: true }, now);
}
