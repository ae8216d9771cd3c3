import type { Memory, Tombstone } from '../domain/memory.ts';
import type { Change, Reason } from '../domain/plan.ts';
import type { State } from '../domain/state.ts';
import { factKey } from '../text/lookalikes.ts';
import { changeRecord } from './record-changes.ts';

/** Lifts the tombstones that would keep some memories out: of themselves, and of what says the same or was merged with it. */
export function liftTombstones(
  { tombstones }: State,
  memories: readonly Memory[],
  { now, reason }: { readonly now: string; readonly reason: Reason },
): Change[] {
  const names = new Set(memories.flatMap((memory) => [memory.id, factKey(memory)]));
  const isMeant = ({ liftedAt, memoryId, key, aliases = [] }: Tombstone): boolean =>
    !liftedAt && [memoryId, key, ...aliases].some((name) => names.has(name));
  return [...tombstones.values()].filter(isMeant).map((before) => {
    const after = { ...before, rev: before.rev + 1, liftedAt: now, updatedAt: now };
    return changeRecord('tombstones', { before, after, reason });
  });
}
