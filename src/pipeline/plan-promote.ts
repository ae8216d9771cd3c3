import { failed, type Result, success } from '../domain/failure.ts';
import { isLive, type Memory } from '../domain/memory.ts';
import type { Change, Plan, Reason } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import { type State, splitTarget, targetOf } from '../domain/state.ts';
import { daysBetween } from '../domain/time.ts';
import type { UsageStats } from '../domain/usage.ts';
import { coreTargetOf, coreValueOf, isOwnEntry, isPromotableType } from './core-entries.ts';
import { requireMemory } from './find-memories.ts';
import { readCore } from './read-core.ts';
import { changeRecord, reviseMemory } from './record-changes.ts';

/** Usage by memory id; a memory without an entry was never used. */
export type StatsById = ReadonlyMap<string, UsageStats>;

/** What promotion decides from. */
export interface PromoteInput {
  readonly state: State;
  readonly stats: StatsById;
  readonly policy: Policy;
  readonly now: string;
  /** How many users the home knows; with several, preferences do not go to core memory. */
  readonly users: number;
}

/** A memory that becomes part of core memory. */
export interface Promoted {
  readonly id: string;
  readonly name: string;
  /** For example `core/preferences/indent`. */
  readonly target: string;
  readonly uses: number;
  readonly effectiveness?: number;
}

/** A memory that qualifies and is not promoted, with why. */
export interface NotPromoted {
  readonly id: string;
  readonly name: string;
  readonly why: string;
}

/** What promotion would change; `skipped` are those that qualify and cannot go. */
export interface PromotePlan extends Plan {
  readonly promoted: readonly Promoted[];
  readonly skipped: readonly NotPromoted[];
}

/** Promotes what has proven itself (spec 2, Promote), in order of id; of two with one key the first goes. */
export function planPromote(input: PromoteInput): PromotePlan {
  const { state } = input;
  const ready = [...state.memories.values()]
    .filter((memory) => isReady(memory, input))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return promoteAll(input, ready);
}

/** Promotes one memory by id, alias or name, whatever its numbers; refused where its key holds what someone wrote. */
export function planNamedPromote(input: PromoteInput, called: string): Result<PromotePlan> {
  const found = requireMemory(input.state, called);
  if (!found.ok) return found;
  const memory = found.value;
  if (!isLive(memory))
    return failed('promote.refused', `${memory.name} is ${memory.status}`, `hebb show ${memory.id}`);
  if (memory.promotedAt) return success({ command: 'promote', changes: [], promoted: [], skipped: [] });
  const plan = promoteAll(input, [memory]);
  const [skipped] = plan.skipped;
  if (!skipped) return success(plan);
  return failed(
    'promote.refused',
    `${memory.name} cannot be promoted: ${skipped.why}`,
    `hebb edit ${memory.id}`,
  );
}

function isReady(memory: Memory, { stats, policy, now }: PromoteInput): boolean {
  const { minUses, minEffectiveness, minAgeDays } = policy.promote;
  const { uses = 0, effectiveness } = stats.get(memory.id) ?? {};
  return (
    isLive(memory) &&
    !memory.promotedAt &&
    memory.branch === undefined &&
    isPromotableType(memory.entityType) &&
    uses >= minUses &&
    effectiveness !== undefined &&
    effectiveness >= minEffectiveness &&
    daysBetween(memory.discoveredAt, now) >= minAgeDays
  );
}

function promoteAll(input: PromoteInput, memories: readonly Memory[]): PromotePlan {
  const changes: Change[] = [];
  const promoted: Promoted[] = [];
  const skipped: NotPromoted[] = [];
  const taken = new Set<string>();
  for (const memory of memories) {
    const target = coreTargetOf(memory);
    const why = obstacle(input, memory, taken);
    if (why) skipped.push({ id: memory.id, name: memory.name, why });
    else {
      taken.add(target);
      promoted.push(promotedOf(memory, target, input));
      changes.push(...promotionChanges(input, memory));
    }
  }
  const stamp = changes.length > 0 ? [stampChange(input, 'promote.stamp')] : [];
  return { command: 'promote', changes: [...changes, ...stamp], promoted, skipped };
}

function obstacle(
  { state, users }: PromoteInput,
  memory: Memory,
  taken: ReadonlySet<string>,
): string | undefined {
  const target = coreTargetOf(memory);
  if (memory.entityType === 'preference' && users > 1)
    return 'several people use this home, so preferences stay in their profiles';
  if (taken.has(target)) return `another memory takes ${splitTarget(target).id}`;
  const present = readCore(state.core, splitTarget(target).id);
  if (present === null || isOwnEntry(present, memory)) return undefined;
  return `${splitTarget(target).id} holds something else, and what was written there is not overwritten`;
}

function promotedOf({ id, name }: Memory, target: string, { stats }: PromoteInput): Promoted {
  const { uses = 0, effectiveness } = stats.get(id) ?? {};
  return { id, name, target, uses, ...(effectiveness === undefined ? {} : { effectiveness }) };
}

function promotionChanges({ state, stats, now }: PromoteInput, memory: Memory): Change[] {
  const target = coreTargetOf(memory);
  const before = readCore(state.core, splitTarget(target).id);
  const reason = promotionReason(memory, stats.get(memory.id), now);
  const after = reviseMemory(memory, { promotedAt: now, promotedTo: target }, now);
  const entry = before === null ? [{ target, before, after: coreValueOf(memory), reason }] : [];
  return [...entry, changeRecord('memories', { before: memory, after, reason })];
}

function promotionReason(memory: Memory, stats: UsageStats | undefined, now: string): Reason {
  const { uses = 0, helpful = 0, notHelpful = 0, effectiveness = 'unknown' } = stats ?? {};
  const ageDays = Math.floor(daysBetween(memory.discoveredAt, now));
  const text = `Used ${uses} times, helpful in ${helpful} of ${helpful + notHelpful} rated uses, ${ageDays} days old: it belongs to core memory.`;
  return { rule: 'promote.proven', text, evidence: [memory.id], numbers: { uses, effectiveness, ageDays } };
}

function stampChange({ state, now }: Pick<PromoteInput, 'state' | 'now'>, rule: string): Change {
  const reason = { rule, text: 'Core memory changed.', evidence: [], numbers: {} };
  return {
    target: targetOf('core', 'lastUpdated'),
    before: readCore(state.core, 'lastUpdated'),
    after: now,
    reason,
  };
}

/** Takes a promotion back. An entry that someone has changed since stays, and only the memory lets go of it. */
export function planRevert(state: State, called: string, now: string): Result<Plan> {
  const found = requireMemory(state, called);
  if (!found.ok) return found;
  const memory = found.value;
  if (!memory.promotedAt) return failed('promote.none', `${memory.name} is not promoted`, 'hebb list');
  const reason = {
    rule: 'promote.reverted',
    text: 'A person took the promotion back.',
    evidence: [memory.id],
    numbers: {},
  };
  const entries = withdrawnEntry(state, memory, reason);
  const after = reviseMemory(memory, { promotedAt: undefined, promotedTo: undefined }, now);
  const stamp = entries.length > 0 ? [stampChange({ state, now }, 'promote.stamp')] : [];
  return success({
    command: 'promote --revert',
    changes: [...entries, changeRecord('memories', { before: memory, after, reason }), ...stamp],
  });
}

/** The change that takes a memory's own entry out of core memory; none when it is gone or someone has rewritten it. */
export function withdrawnEntry({ core }: State, memory: Memory, reason: Reason): Change[] {
  const target = memory.promotedTo;
  if (!target) return [];
  const before = readCore(core, splitTarget(target).id);
  return isOwnEntry(before, memory) ? [{ target, before, after: null, reason }] : [];
}
