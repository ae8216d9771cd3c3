import { hashOf, tombstoneKey } from '../domain/identity.ts';
import type { Json } from '../domain/json.ts';
import type { Memory, Tombstone } from '../domain/memory.ts';
import type { Change } from '../domain/plan.ts';
import { targetOf } from '../domain/state.ts';
import { dayOf } from '../domain/time.ts';
import { normalizeText } from '../text/normalize.ts';

const asJson = (value: object): Json => JSON.parse(JSON.stringify(value));

/** Archive entry and tombstone of a memory whose line a person took out of its shard. */
export function burialOf(memory: Memory, now: string): Change[] {
  const reason = 'removed by hand';
  const key = tombstoneKey({ ...memory, text: normalizeText(memory.summary) });
  const stone: Tombstone = {
    v: 1,
    id: `t-${hashOf(key, now)}`,
    rev: 1,
    tombstone: true,
    memoryId: memory.id,
    key,
    at: now,
    reason,
    scope: memory.scope,
    ...(memory.user === undefined ? {} : { user: memory.user }),
    ...(memory.project === undefined ? {} : { project: memory.project }),
    discoveredAt: memory.discoveredAt,
    updatedAt: now,
  };
  const entry = { v: 1, id: `${dayOf(now)}/${memory.id}`, at: now, reason, memory, relations: [] };
  const why = { rule: 'adopted-edit', text: reason, evidence: [memory.id], numbers: {} };
  return [
    { target: targetOf('archive', entry.id), before: null, after: asJson(entry), reason: why },
    { target: targetOf('tombstones', stone.id), before: null, after: asJson(stone), reason: why },
  ];
}
