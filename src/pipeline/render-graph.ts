import type { Graph } from '../domain/graph.ts';

/** A graph as the official server keeps it: a row a line, entities first, keys in its order, no newline at the end. */
export function renderGraph({ entities, relations }: Graph): string {
  const rows = [
    ...entities.map(({ name, entityType, observations }) => ({
      type: 'entity',
      name,
      entityType,
      observations,
    })),
    ...relations.map(({ from, to, relationType }) => ({ type: 'relation', from, to, relationType })),
  ];
  return rows.map((row) => JSON.stringify(row)).join('\n');
}
