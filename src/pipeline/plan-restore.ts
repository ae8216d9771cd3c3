import { failed, type Result, success } from '../domain/failure.ts';
import type { Memory, Relation } from '../domain/memory.ts';
import type { Change, Plan, Reason } from '../domain/plan.ts';
import { type ArchiveEntry, type State, splitTarget } from '../domain/state.ts';
import { dayOf } from '../domain/time.ts';
import { coreValueOf } from './core-entries.ts';
import { readCore } from './read-core.ts';
import { changeRecord } from './record-changes.ts';

/** What to bring back: memories by id, or everything that was forgotten on a day (`yyyy-mm-dd`). */
export type RestoreQuery = { readonly ids: readonly string[] } | { readonly day: string };

/** What restoring would change, and what comes back. */
export interface RestorePlan extends Plan {
  readonly restored: readonly Memory[];
}

/**
 * Brings forgotten memories back as they were, byte for byte, with the relations whose two ends live, and lifts their
 * tombstones. The archive keeps its copy. A failure when the archive has none of them, or when all live already.
 */
export function planRestore(state: State, query: RestoreQuery, now: string): Result<RestorePlan> {
  const entries = newestEntries(state, query);
  const missing = 'ids' in query ? query.ids.filter((id) => !entries.has(id) && !state.memories.has(id)) : [];
  if (missing.length > 0)
    return failed('restore.missing', `the archive has no ${missing.join(', ')}`, 'hebb log');
  const absent = [...entries.values()].filter(({ memory }) => !state.memories.has(memory.id));
  if (absent.length === 0) return failed('restore.none', 'there is nothing to bring back', 'hebb log');
  const restored = absent.map(({ memory }) => memory);
  const changes = [
    ...absent.map(memoryChange),
    ...restored.flatMap((memory) => liftChanges(state, memory, now)),
    ...relationsBack(state, restored),
    ...restored.flatMap((memory) => coreBack(state, memory)),
  ];
  return success({ command: 'restore', changes, restored });
}

function newestEntries({ archive }: State, query: RestoreQuery): Map<string, ArchiveEntry> {
  const wanted = 'ids' in query ? new Set(query.ids) : undefined;
  const newest = new Map<string, ArchiveEntry>();
  for (const entry of archive.values()) {
    const isMeant = wanted ? wanted.has(entry.memory.id) : 'day' in query && dayOf(entry.at) === query.day;
    const known = newest.get(entry.memory.id);
    if (isMeant && (!known || known.at < entry.at)) newest.set(entry.memory.id, entry);
  }
  return newest;
}

const memoryChange = ({ memory, at, reason }: ArchiveEntry): Change =>
  changeRecord('memories', {
    before: null,
    after: memory,
    reason: {
      rule: 'restore.memory',
      text: `A person brings it back; it was forgotten on ${dayOf(at)}: ${reason}`,
      evidence: [memory.id],
      numbers: {},
    },
  });

const followReason = (memoryId: string): Reason => ({
  rule: 'restore.follows',
  text: 'It comes back with its memory.',
  evidence: [memoryId],
  numbers: {},
});

const liftChanges = ({ tombstones }: State, { id }: Memory, now: string): Change[] =>
  [...tombstones.values()]
    .filter((stone) => stone.memoryId === id && !stone.liftedAt)
    .map((before) => {
      const after = { ...before, rev: before.rev + 1, liftedAt: now, updatedAt: now };
      return changeRecord('tombstones', { before, after, reason: followReason(id) });
    });

/** A relation lies in the archive of whichever end was forgotten first, so that all entries are looked through. */
function relationsBack({ archive, memories, relations }: State, restored: readonly Memory[]): Change[] {
  const returning = new Set(restored.map(({ id }) => id));
  const known = new Set([...archive.values()].map(({ memory }) => memory.id));
  const isThere = (id: string): boolean => returning.has(id) || memories.has(id) || !known.has(id);
  const back = new Map<string, Relation>();
  for (const relation of [...archive.values()].flatMap((entry) => entry.relations)) {
    const isOwn = returning.has(relation.from) || returning.has(relation.to);
    if (isOwn && isThere(relation.from) && isThere(relation.to) && !relations.has(relation.id))
      back.set(relation.id, relation);
  }
  return [...back.values()].map((after) =>
    changeRecord('relations', { before: null, after, reason: followReason(after.from) }),
  );
}

function coreBack({ core }: State, memory: Memory): Change[] {
  const target = memory.promotedTo;
  if (!target || readCore(core, splitTarget(target).id) !== null) return [];
  return [{ target, before: null, after: coreValueOf(memory), reason: followReason(memory.id) }];
}
