import type { State } from '../domain/state.ts';

const isMemoryId = (name: string): boolean => /^m-[\w-]+$/.test(name);

/** Ids that mean something: of memories, of what was merged into them, of what was forgotten. */
function knownIds({ memories, archive, tombstones }: State): Set<string> {
  const known = new Set<string>();
  for (const memory of [...memories.values(), ...[...archive.values()].map((entry) => entry.memory)])
    for (const id of [memory.id, ...memory.aliases]) known.add(id);
  for (const { memoryId, aliases = [] } of tombstones.values())
    for (const id of [memoryId, ...aliases]) known.add(id);
  return known;
}

/** References to memories that are nowhere, as sentences: of relations, reviews, memories and usage. */
export function findDangling(state: State, usage: Iterable<string>): string[] {
  const known = knownIds(state);
  const isLost = (id: string | undefined): id is string =>
    id !== undefined && isMemoryId(id) && !known.has(id);
  const tell = (owner: string, ids: readonly (string | undefined)[]): string[] =>
    ids.filter(isLost).map((id) => `${owner} names ${id}`);
  return [
    ...[...state.relations.values()].flatMap(({ id, from, to }) => tell(`relation ${id}`, [from, to])),
    ...[...state.reviews.values()].flatMap(({ id, a, b }) => tell(`review ${id}`, [a, b])),
    ...[...state.memories.values()].flatMap(({ id, supersededBy, consolidatedInto }) =>
      tell(`memory ${id}`, [supersededBy, consolidatedInto]),
    ),
    ...tell('usage', [...new Set(usage)].sort()),
  ];
}
