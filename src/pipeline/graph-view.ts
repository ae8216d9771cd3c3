import type { Entity, Graph, GraphScope } from '../domain/graph.ts';
import type { Memory } from '../domain/memory.ts';
import type { State } from '../domain/state.ts';
import { type GraphIndex, graphIndexOf } from './graph-index.ts';

/**
 * A memory as an entity. One that the graph tools wrote shows the observations that were written; of one that hebb learned
 * itself the statement comes first, since an agent that reads only observations would not see it otherwise.
 */
export function entityOf({ name, entityType, summary, observations, graph }: Memory): Entity {
  const isShown = graph === true || observations.includes(summary);
  return { name, entityType, observations: isShown ? observations : [summary, ...observations] };
}

/** The whole graph: what `read_graph` answers. */
export function readGraph(state: State, scope: GraphScope): Graph {
  const index = graphIndexOf(state, scope);
  return { entities: index.entities().map(entityOf), relations: index.relations() };
}

/** Entities whose name, type or an observation holds the query, whatever the case, and every relation that touches one. */
export function searchNodes(state: State, scope: GraphScope, query: string): Graph {
  const index = graphIndexOf(state, scope);
  const piece = query.toLowerCase();
  const holds = (text: string): boolean => text.toLowerCase().includes(piece);
  const isFound = (memory: Memory): boolean => {
    const { name, entityType, observations } = entityOf(memory);
    return holds(name) || holds(entityType) || observations.some(holds);
  };
  return withRelations(index, index.entities().filter(isFound));
}

/** The entities of these names, in the order of the graph, and every relation that touches one. A name from before a merge finds what it became. */
export function openNodes(state: State, scope: GraphScope, names: readonly string[]): Graph {
  const index = graphIndexOf(state, scope);
  return withRelations(index, index.inOrder(names.flatMap((name) => index.called(name))));
}

function withRelations(index: GraphIndex, found: readonly Memory[]): Graph {
  const relations = index.relationsOf(new Set(found.map(({ name }) => name)));
  return {
    entities: found.map(entityOf),
    relations: relations.flatMap((relation) => index.shown(relation) ?? []),
  };
}
