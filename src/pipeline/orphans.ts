import type { OrphanLine } from '../domain/consolidation-report.ts';
import { isLive, isSameOwner, type Memory } from '../domain/memory.ts';
import type { ScoredPair } from '../domain/scored-pair.ts';
import type { State } from '../domain/state.ts';
import { groupBy } from './group-by.ts';
import { indexPairs } from './pair-index.ts';

/** Live memories that no relation touches, by id. */
export function findOrphans({ memories, relations }: State): Memory[] {
  const linked = new Set([...relations.values()].flatMap(({ from, to }) => [from, to]));
  return [...memories.values()]
    .filter((memory) => isLive(memory) && !linked.has(memory.id))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Each orphan with what it might be related to: its nearest neighbour, else one of the same session, else of the same project. */
export function proposeRelations(state: State, pairs: readonly ScoredPair[]): OrphanLine[] {
  const near = indexPairs(pairs);
  const live = [...state.memories.values()].filter(isLive).sort((a, b) => (a.id < b.id ? -1 : 1));
  const bySession = groupBy(
    live.flatMap((memory) => sessionsOf(memory).map((session) => ({ memory, session }))),
    ({ session }) => session,
  );
  const byProject = groupBy(
    live.filter(({ project }) => project),
    ({ project }) => project ?? '',
  );
  return findOrphans(state).map((orphan) => {
    const fits = (other: Memory | undefined): other is Memory =>
      other !== undefined && other.id !== orphan.id && isLive(other) && isReachable(orphan, other);
    const nearest = [...near.of(orphan.id)]
      .sort(([a, one], [b, other]) => other.score - one.score || (a < b ? -1 : 1))
      .map(([id]) => state.memories.get(id))
      .find(fits);
    const together = (): Memory | undefined => {
      for (const session of sessionsOf(orphan)) {
        const found = bySession.get(session)?.find(({ memory }) => fits(memory));
        if (found) return found.memory;
      }
      return undefined;
    };
    const proposal =
      proposed(nearest, 'nearest') ??
      proposed(together(), 'same session') ??
      proposed(byProject.get(orphan.project ?? '')?.find(fits), 'same project') ??
      null;
    return { id: orphan.id, name: orphan.name, proposal };
  });
}

const sessionsOf = ({ provenance }: Memory): string[] => [
  ...new Set(provenance.flatMap(({ sessionId }) => sessionId ?? [])),
];

/** Never a link into another project or to another person's memory; what is global may be linked by all. */
const isReachable = (a: Memory, b: Memory): boolean =>
  a.scope === 'global' || b.scope === 'global' || isSameOwner(a, b);

const proposed = (memory: Memory | undefined, why: string): OrphanLine['proposal'] | undefined =>
  memory && { id: memory.id, name: memory.name, why };
