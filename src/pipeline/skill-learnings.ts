import type { Memory } from '../domain/memory.ts';
import type { Change, Reason } from '../domain/plan.ts';
import type { Skill } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { changeRecord, reviseMemory } from './record-changes.ts';
import { currentVersion } from './skill-sources.ts';

/** Learnings that a live version holds leave recall; those that it no longer holds come back. */
export function consolidateChanges(
  state: State,
  {
    skill,
    before,
    reason,
    now,
  }: {
    readonly skill: Skill;
    readonly before?: Skill | undefined;
    readonly reason: Reason;
    readonly now: string;
  },
): Change[] {
  const held = new Set(currentVersion(skill)?.sources ?? []);
  const dropped = (before && currentVersion(before)?.sources) ?? [];
  const into = [...held].flatMap((id) =>
    memoryChange(state.memories.get(id), { into: skill.id, reason, now }),
  );
  return [
    ...into,
    ...releaseChanges(state, { ids: dropped.filter((id) => !held.has(id)), from: skill.id, reason, now }),
  ];
}

function memoryChange(
  memory: Memory | undefined,
  { into, reason, now }: { readonly into: string; readonly reason: Reason; readonly now: string },
): Change[] {
  if (!memory || (memory.status === 'consolidated' && memory.consolidatedInto === into)) return [];
  if (memory.status !== 'active' && memory.status !== 'confirmed' && memory.status !== 'consolidated')
    return [];
  const after = reviseMemory(memory, { status: 'consolidated', consolidatedInto: into }, now);
  return [changeRecord('memories', { before: memory, after, reason })];
}

/** Gives learnings of a skill back to recall, where they are still its own. */
export function releaseChanges(
  state: State,
  {
    ids,
    from,
    reason,
    now,
  }: {
    readonly ids: readonly string[];
    readonly from: string;
    readonly reason: Reason;
    readonly now: string;
  },
): Change[] {
  return ids.flatMap((id) => {
    const memory = state.memories.get(id);
    if (memory?.status !== 'consolidated' || memory.consolidatedInto !== from) return [];
    const after = reviseMemory(memory, { status: 'confirmed', consolidatedInto: undefined }, now);
    return [changeRecord('memories', { before: memory, after, reason })];
  });
}
