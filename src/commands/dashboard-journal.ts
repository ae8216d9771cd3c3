import type { Operation } from '../domain/plan.ts';
import { beginning, machinesOf, type Position, readTail } from '../store/journal.ts';
import type { Store } from '../store/store.ts';

/** The journal of a process that lives on: each line is read once. */
export interface JournalFeed {
  /** Every operation of every machine up to now, oldest first. */
  operations(): readonly Operation[];
}

/** Reads the journal whole at the first call, and after that what was appended. A copy that grows behind other lines is put where its time is. */
export function openJournalFeed({ paths }: Pick<Store, 'paths'>): JournalFeed {
  const positions = new Map<string, Position>();
  let known: readonly Operation[] = [];
  const readNew = (machine: string): readonly Operation[] => {
    const tail = readTail(paths, machine, positions.get(machine) ?? beginning);
    positions.set(machine, tail.position);
    return tail.operations;
  };
  return {
    operations: () => {
      const fresh = machinesOf(paths).flatMap(readNew);
      if (fresh.length > 0)
        known = [...known, ...fresh].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
      return known;
    },
  };
}
