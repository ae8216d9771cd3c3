import type { GraphRelation, GraphScope } from '../domain/graph.ts';
import { hashOf } from '../domain/identity.ts';
import type { Relation } from '../domain/memory.ts';
import type { State } from '../domain/state.ts';
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
import { freeRelationId } from './plan-graph-entities.ts';
import { changeRecord } from './record-changes.ts';

/** What `create_relations` is called with. */
export interface CreateRelations extends GraphWrite {
  readonly relations: readonly GraphRelation[];
}

/**
 * Writes new relations and answers those. One that the graph has already, name for name, is left alone; equal ones in one
 * call all become relations. Ends need not be entities.
 */
export function planCreateRelations(
  state: State,
  input: CreateRelations,
): GraphOutcome<readonly GraphRelation[]> {
  const { scope, now, screen } = input;
  const index = graphIndexOf(state, scope);
  const fresh = input.relations
    .map(maskRelation)
    .filter(({ from, relationType, to }) => index.stated(from, relationType, to).length === 0);
  const held = heldOf(
    fresh.map((relation) => relationCandidate(relation, input)),
    screen,
  );
  if (held.length > 0) return heldBack(held);
  const firstRow = index.nextRow('relation', now);
  const taken = new Set<string>();
  const changes = fresh.map((relation, at) => {
    const draft = draftRelation(index, relation, { scope, now, row: firstRow + at });
    const id = freeRelationId(draft, (one) => taken.has(one) || state.relations.has(one));
    taken.add(id);
    const after: Relation = { ...draft, id };
    const reason = graphReason('related', `${sentenceOf(relation)}: written to the graph.`, [
      draft.from,
      draft.to,
    ]);
    return changeRecord('relations', { before: null, after, reason });
  });
  return planned('create_relations', changes, fresh);
}

/** A relation with its secrets masked. */
export const maskRelation = ({ from, to, relationType }: GraphRelation): GraphRelation => ({
  from: masked(from),
  to: masked(to),
  relationType: masked(relationType),
});

const sentenceOf = ({ from, relationType, to }: GraphRelation): string => `${from} ${relationType} ${to}`;

/** A relation as the screen judges it: as the sentence that it is. */
export const relationCandidate = (
  relation: GraphRelation,
  { scope: { owner }, now }: Pick<GraphWrite, 'scope' | 'now'>,
) => {
  const { from, relationType, to } = relation;
  const id = `m-${hashOf('graph relation', from, relationType, to)}`;
  return graphCandidate({ name: sentenceOf(relation), says: [] }, { id, owner, now });
};

/** Where a new relation stands. */
interface Placing {
  readonly scope: GraphScope;
  readonly now: string;
  readonly row: number;
}

/** The record of a relation, still without its id: ends are the ids of entities where there are some. */
export function draftRelation(
  index: GraphIndex,
  { from, to, relationType }: GraphRelation,
  { scope: { owner }, now, row }: Placing,
): Omit<Relation, 'id'> {
  const endOf = (name: string): string => index.called(name)[0]?.id ?? name;
  return {
    v: 1,
    rev: 1,
    from: endOf(from),
    type: 'related_to',
    to: endOf(to),
    label: relationType,
    ...(owner.scope === 'project' ? { project: owner.project } : {}),
    row,
    at: now,
    updatedAt: now,
  };
}

/** What `delete_relations` is called with. */
export interface DeleteRelations {
  readonly relations: readonly GraphRelation[];
  readonly scope: GraphScope;
}

/** Takes relations away, exact triples; unknown ones are ignored. */
export function planDeleteRelations(state: State, { relations, scope }: DeleteRelations): GraphOutcome<null> {
  const index = graphIndexOf(state, scope);
  const named = [...relations, ...relations.map(maskRelation)];
  const gone = new Set(named.flatMap(({ from, relationType, to }) => index.stated(from, relationType, to)));
  const changes = [...gone].map((before) => {
    const reason = graphReason('unrelated', 'The relation was deleted from the graph.', [
      before.from,
      before.to,
    ]);
    return changeRecord('relations', { before, after: null, reason });
  });
  return planned('delete_relations', changes, null);
}
