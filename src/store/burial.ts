import { tombstoneId } from '../domain/identity.ts';
import { compact, type Json, toJson } from '../domain/json.ts';
import type { Memory, Tombstone } from '../domain/memory.ts';
import type { Change } from '../domain/plan.ts';
import { type ArchiveEntry, targetOf } from '../domain/state.ts';
import { dayOf } from '../domain/time.ts';
import { factKey } from '../text/lookalikes.ts';
import { recordOf, type Tables } from './tables.ts';

const reason = 'removed by hand';

function tombstoneOf(memory: Memory, known: Tombstone | undefined, now: string): Tombstone {
  const { scope, user, project, discoveredAt, aliases } = memory;
  return compact({
    v: 1 as const,
    id: tombstoneId(memory.id),
    rev: (known?.rev ?? 0) + 1,
    tombstone: true as const,
    memoryId: memory.id,
    key: factKey(memory),
    aliases: aliases.length > 0 ? aliases : undefined,
    at: now,
    reason,
    scope,
    user,
    project,
    discoveredAt,
    updatedAt: now,
  });
}

/** What goes with a memory whose line a person took out of its shard: archive copy and tombstone come, relations go. */
export function burialOf(memory: Memory, tables: Tables, now: string): Change[] {
  const relations = [...tables.relations.values()].filter(({ from, to }) => [from, to].includes(memory.id));
  const entry: ArchiveEntry = { v: 1, id: `${dayOf(now)}/${memory.id}`, at: now, reason, memory, relations };
  const stone = tombstoneOf(memory, tables.tombstones.get(tombstoneId(memory.id)), now);
  const why = { rule: 'adopted-edit', text: reason, evidence: [memory.id], numbers: {} };
  const change = (target: string, after: Json): Change => ({
    target,
    before: recordOf(tables, target),
    after,
    reason: why,
  });
  return [
    change(targetOf('archive', entry.id), toJson(entry)),
    change(targetOf('tombstones', stone.id), toJson(stone)),
    ...relations.map(({ id }) => change(targetOf('relations', id), null)),
  ];
}
