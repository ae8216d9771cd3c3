import { tombstoneId } from '../domain/identity.ts';
import { compact } from '../domain/json.ts';
import type { Memory, Relation, Tombstone } from '../domain/memory.ts';
import type { Change, Reason } from '../domain/plan.ts';
import type { ArchiveEntry, State } from '../domain/state.ts';
import { dayOf } from '../domain/time.ts';
import { factKey } from '../text/lookalikes.ts';
import { groupBy } from './group-by.ts';
import { withdrawnEntry } from './plan-promote.ts';
import { changeRecord } from './record-changes.ts';

/** A memory on its way out, and why. */
export interface Leaving {
  readonly memory: Memory;
  readonly reason: Reason;
}

/**
 * Everything that forgetting some memories changes: first the archive copies and tombstones, then memories, their
 * relations, open reviews and own entries in core memory go.
 */
export function forgetChanges(state: State, leaving: readonly Leaving[], now: string): Change[] {
  const reasons = new Map(leaving.map(({ memory, reason }) => [memory.id, reason]));
  const of = (a: string, b: string): Reason | undefined => reasons.get(a) ?? reasons.get(b);
  const gone = <T extends { readonly id: string }>(
    collection: 'relations' | 'reviews',
    record: T,
    reason?: Reason,
  ) => (reason ? [changeRecord(collection, { before: record, after: null, reason })] : []);
  const touched = [...state.relations.values()].filter(({ from, to }) => of(from, to));
  const links = groupBy(
    touched.flatMap((link) => [...new Set([link.from, link.to])].map((end) => ({ end, link }))),
    ({ end }) => end,
  );
  const linksOf = (id: string): Relation[] => (links.get(id) ?? []).map(({ link }) => link);
  return [
    ...leaving.map((one) => archiveChange(state, one, { now, relations: linksOf(one.memory.id) })),
    ...leaving.map((one) => tombstoneChange(state, one, now)),
    ...leaving.map(({ memory, reason }) => changeRecord('memories', { before: memory, after: null, reason })),
    ...touched.flatMap((one) => gone('relations', one, of(one.from, one.to))),
    ...[...state.reviews.values()].flatMap((one) => gone('reviews', one, of(one.a, one.b))),
    ...leaving.flatMap(({ memory, reason }) => withdrawnEntry(state, memory, reason)),
  ];
}

/** Id of an archive entry: the day, then the memory. */
const archiveId = (memoryId: string, at: string): string => `${dayOf(at)}/${memoryId}`;

function archiveChange(
  state: State,
  { memory, reason }: Leaving,
  { now, relations }: { readonly now: string; readonly relations: readonly Relation[] },
): Change {
  const id = archiveId(memory.id, now);
  const after: ArchiveEntry = { v: 1, id, at: now, reason: reason.text, memory, relations };
  return changeRecord('archive', { before: state.archive.get(id) ?? null, after, reason });
}

function tombstoneChange(state: State, { memory, reason }: Leaving, now: string): Change {
  const id = tombstoneId(memory.id);
  const before = state.tombstones.get(id) ?? null;
  const { scope, user, project, discoveredAt, aliases } = memory;
  const after: Tombstone = compact({
    v: 1 as const,
    id,
    rev: (before?.rev ?? 0) + 1,
    tombstone: true as const,
    memoryId: memory.id,
    key: factKey(memory),
    aliases: aliases.length > 0 ? aliases : undefined,
    at: now,
    reason: reason.text,
    scope,
    user,
    project,
    discoveredAt,
    updatedAt: now,
  });
  return changeRecord('tombstones', { before, after, reason });
}
