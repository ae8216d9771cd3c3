import { type Entity, type GraphScope, idOfRelation } from '../domain/graph.ts';
import type { Memory, Relation } from '../domain/memory.ts';
import type { Change } from '../domain/plan.ts';
import { type State, targetOf } from '../domain/state.ts';
import { forgetChanges } from './forget-changes.ts';
import { freeEntityId, memoryOfEntity } from './graph-entity.ts';
import { type GraphIndex, graphIndexOf } from './graph-index.ts';
import {
  type GraphOutcome,
  type GraphWrite,
  graphCandidate,
  graphReason,
  heldBack,
  heldOf,
  masked,
  planned,
} from './graph-write.ts';
import { liftTombstones } from './lift-tombstones.ts';
import { changeRecord } from './record-changes.ts';

/** What `create_entities` is called with. */
export interface CreateEntities extends GraphWrite {
  readonly entities: readonly Entity[];
}

/**
 * Writes new entities and answers those. A name that the graph has already is left alone, its observations are not added;
 * equal names in one call all become entities. Lifts the tombstones of what was deleted before.
 */
export function planCreateEntities(state: State, input: CreateEntities): GraphOutcome<readonly Entity[]> {
  const { scope, now, policy, screen } = input;
  const { owner } = scope;
  const index = graphIndexOf(state, scope);
  const fresh = input.entities.map(maskEntity).filter(({ name }) => index.named(name).length === 0);
  const taken = new Set<string>();
  const added = fresh.map((entity, at) => {
    const id = freeEntityId(owner, entity.name, (one) => taken.has(one) || state.memories.has(one));
    taken.add(id);
    const row = index.nextRow('entity', now) + at;
    return { entity, owner, id, source: 'agent', provenance: [{ origin: 'agent', at: now, row }] };
  });
  const held = heldOf(
    added.map(({ entity: { name, entityType, observations }, id }) =>
      graphCandidate({ name, says: [entityType, ...observations] }, { id, owner, now }),
    ),
    screen,
  );
  if (held.length > 0) return heldBack(held);
  const memories = added.map((one) => memoryOfEntity(state, one, { policy, now }));
  return planned('create_entities', createChanges(state, memories, { index, now }), fresh);
}

const maskEntity = ({ name, entityType, observations }: Entity): Entity => ({
  name: masked(name),
  entityType: masked(entityType),
  observations: observations.map(masked),
});

/** What the index says, and when. */
interface Situation {
  readonly index: GraphIndex;
  readonly now: string;
}

/** The changes that bring entities into the graph: their tombstones are lifted, and relations that named them find them. */
export function createChanges(
  state: State,
  memories: readonly Memory[],
  { index, now }: Situation,
): Change[] {
  const lifted = graphReason(
    'created',
    'It was written again on purpose.',
    memories.map(({ id }) => id),
  );
  return [
    ...(memories.length > 0 ? liftTombstones(state, memories, { now, reason: lifted }) : []),
    ...memories.map((after) => {
      const reason = graphReason('created', `${after.name} was written to the graph.`, [after.id]);
      return changeRecord('memories', { before: null, after, reason });
    }),
    ...foundChanges(state, memories, { index, now }),
  ];
}

/** Relations whose end was a mere name until now end at the first entity of that name. */
function foundChanges(state: State, memories: readonly Memory[], { index, now }: Situation): Change[] {
  const ids = new Map([...memories].reverse().map(({ name, id }) => [name, id]));
  const waiting = index.relationsOf(ids.keys()).filter(({ label }) => label !== undefined);
  const taken = new Set<string>();
  return waiting.flatMap((before) => {
    const [from, to] = [ids.get(before.from) ?? before.from, ids.get(before.to) ?? before.to];
    if (from === before.from && to === before.to) return [];
    const moved = { ...before, from, to, updatedAt: now };
    const id = freeRelationId(moved, (one) => taken.has(one) || state.relations.has(one));
    taken.add(id);
    const after: Relation = { ...moved, id, rev: 1 };
    const reason = graphReason('found', 'An end that was a name is an entity now.', [from, to]);
    return [
      changeRecord('relations', { before: null, after, reason }),
      changeRecord('relations', { before, after: null, reason }),
    ];
  });
}

/** The first id of a relation that none has. */
export function freeRelationId(relation: Omit<Relation, 'id'>, isTaken: (id: string) => boolean): string {
  for (let number = 1; ; number++) {
    const id = idOfRelation(relation, number);
    if (!isTaken(id)) return id;
  }
}

/** What `delete_entities` is called with. */
export interface DeleteEntities {
  readonly entityNames: readonly string[];
  readonly scope: GraphScope;
  readonly now: string;
}

/**
 * Takes entities of these names to the archive, with their relations; a tombstone keeps what they say out until it is
 * written again. Relations that only name one go as well. Unknown names are ignored.
 */
export function planDeleteEntities(
  state: State,
  { entityNames, scope, now }: DeleteEntities,
): GraphOutcome<null> {
  const index = graphIndexOf(state, scope);
  const names = new Set(entityNames.flatMap((name) => [name, masked(name)]));
  const leaving = [...names].flatMap((name) => index.named(name));
  const reasonFor = ({ id, name }: Memory) =>
    graphReason('deleted', `${name} was deleted from the graph.`, [id]);
  const changes = forgetChanges(
    state,
    leaving.map((memory) => ({ memory, reason: reasonFor(memory) })),
    now,
  );
  const done = new Set(changes.map(({ target }) => target));
  const reason = graphReason('deleted', 'One of its ends was deleted from the graph.');
  const loose = index
    .relationsOf(names)
    .filter(({ id }) => !done.has(targetOf('relations', id)))
    .map((before) => changeRecord('relations', { before, after: null, reason }));
  return planned('delete_entities', [...changes, ...loose], null);
}
