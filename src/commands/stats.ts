import type { State } from '../domain/state.ts';
import type { Usage, UsageStats } from '../domain/usage.ts';
import { homesOf } from '../pipeline/import-desk.ts';
import { usageStats } from '../pipeline/usage-stats.ts';
import { readUsage } from '../store/facts.ts';
import type { Store } from '../store/store.ts';

/** How every memory was used, computed from the usage log; aliases count for what they became. */
export const statsOf = (store: Store, state: State): Map<string, UsageStats> =>
  statsFrom(readUsage(store), state);

/** The same from usage that was read already. */
export function statsFrom(usage: readonly Usage[], state: State): Map<string, UsageStats> {
  const homes = homesOf(state.memories.values());
  return usageStats(usage, (id) => homes.get(id) ?? id);
}

/** How many people the memories know. */
export const usersIn = ({ memories }: State): number =>
  new Set([...memories.values()].flatMap(({ user }) => (user === undefined ? [] : [user]))).size;
