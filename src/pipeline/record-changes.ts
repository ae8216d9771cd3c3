import { compact, toJson } from '../domain/json.ts';
import type { Memory } from '../domain/memory.ts';
import type { Change, Reason } from '../domain/plan.ts';
import { type Collection, targetOf } from '../domain/state.ts';

/** A record that carries its id. */
type Identified = { readonly id: string };

/** One record before and after; null where there was or will be none. */
export interface RecordChange {
  readonly before: Identified | null;
  readonly after: Identified | null;
  readonly reason: Reason;
}

/** The change of a record in a collection; at least one of before and after must be a record. */
export function changeRecord(collection: Collection, { before, after, reason }: RecordChange): Change {
  const id = after?.id ?? before?.id ?? '';
  return {
    target: targetOf(collection, id),
    before: before && toJson(before),
    after: after && toJson(after),
    reason,
  };
}

/** Fields of a memory that may be set anew; undefined takes an optional one away. */
export type MemoryFields = { readonly [K in keyof Memory]?: Memory[K] | undefined };

/** The next version of a memory. */
export const reviseMemory = (memory: Memory, fields: MemoryFields, now: string): Memory =>
  compact({ ...memory, ...fields, rev: memory.rev + 1, updatedAt: now });
