import type { FoldedUsage, Memory } from '../domain/memory.ts';
import type { Change, Plan, Reason } from '../domain/plan.ts';
import type { Policy, StrengthPolicy } from '../domain/policy.ts';
import type { State } from '../domain/state.ts';
import { laterOf } from '../domain/time.ts';
import type { Usage } from '../domain/usage.ts';
import { homesOf } from './import-desk.ts';
import { isUserStated } from './memory-of.ts';
import { changeRecord, reviseMemory } from './record-changes.ts';
import { strengthAt } from './strength.ts';

/** A use that was rated. */
export type Rating = Pick<Usage, 'at' | 'kind' | 'id'>;

const nothingFolded: FoldedUsage = { helpful: 0, notHelpful: 0 };

/** Where weakening stops: at the protected floor for what the user stated, pinned or promoted, else at 0. */
export const floorOf = (memory: Memory, policy: StrengthPolicy): number =>
  isUserStated(memory) || memory.pinned || memory.promotedAt ? policy.protectedFloor : 0;

/** One proof that it helped, at a time: stronger by `reinforceBy`, anchored there, confirmed. Older evidence counts at the anchor. */
export function reinforce(memory: Memory, at: string, policy: StrengthPolicy): Memory {
  const anchoredAt = laterOf(at, memory.anchoredAt);
  const base = Math.min(1, strengthAt(memory, anchoredAt) + policy.reinforceBy);
  const status = memory.status === 'active' ? 'confirmed' : memory.status;
  return { ...memory, base, anchoredAt, status };
}

/** One proof that it did not help: weaker by `weakenBy`, not below its floor, anchored there. */
export function weaken(memory: Memory, at: string, policy: StrengthPolicy): Memory {
  const anchoredAt = laterOf(at, memory.anchoredAt);
  const base = Math.max(floorOf(memory, policy), strengthAt(memory, anchoredAt) - policy.weakenBy);
  return { ...memory, base, anchoredAt };
}

/**
 * Folds all ratings of a memory into its strength, in time order, leaving out as many of each kind as `folded` says are
 * in it already. The same ratings again change nothing (the same object comes back); `rev` is left to the caller.
 */
export function foldStrength(memory: Memory, ratings: readonly Rating[], policy: StrengthPolicy): Memory {
  const folded = memory.folded ?? nothingFolded;
  const helpful = ordered(ratings, 'helpful');
  const notHelpful = ordered(ratings, 'not-helpful');
  const fresh = [...helpful.slice(folded.helpful), ...notHelpful.slice(folded.notHelpful)].sort(byTime);
  if (fresh.length === 0) return memory;
  const step = (current: Memory, { kind, at }: Rating): Memory =>
    kind === 'helpful' ? reinforce(current, at, policy) : weaken(current, at, policy);
  return {
    ...fresh.reduce(step, memory),
    folded: {
      helpful: Math.max(folded.helpful, helpful.length),
      notHelpful: Math.max(folded.notHelpful, notHelpful.length),
    },
  };
}

const byTime = (a: Rating, b: Rating): number =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

const ordered = (ratings: readonly Rating[], kind: Usage['kind']): Rating[] =>
  ratings.filter((rating) => rating.kind === kind).sort(byTime);

/** What folding usage into strength reads. */
export interface FoldInput {
  readonly state: State;
  /** All usage; what a person said of a run has replaced what was derived from it. */
  readonly usage: readonly Usage[];
  readonly policy: Policy;
  readonly now: string;
}

/** Reinforces and weakens every memory by its ratings that are not in its strength yet. */
export function planFoldStrength({ state, usage, policy, now }: FoldInput): Plan {
  const ratings = ratingsByMemory(state, usage);
  const changes = [...ratings].flatMap(([id, own]): Change[] => {
    const before = state.memories.get(id);
    const folded = before && foldStrength(before, own, policy.strength);
    if (!before || folded === before) return [];
    const after = reviseMemory(before, { ...folded }, now);
    return [changeRecord('memories', { before, after, reason: foldReason(before, after, own) })];
  });
  return { command: 'strength', changes };
}

function ratingsByMemory(state: State, usage: readonly Usage[]): Map<string, Usage[]> {
  const homes = homesOf(state.memories.values());
  const rated = usage.filter(({ kind }) => kind === 'helpful' || kind === 'not-helpful');
  const groups = new Map<string, Usage[]>();
  for (const use of rated) {
    const id = homes.get(use.memoryId);
    if (id) groups.set(id, [...(groups.get(id) ?? []), use]);
  }
  return groups;
}

function foldReason(before: Memory, after: Memory, ratings: readonly Usage[]): Reason {
  const folded = before.folded ?? nothingFolded;
  const helpful = (after.folded?.helpful ?? 0) - folded.helpful;
  const notHelpful = (after.folded?.notHelpful ?? 0) - folded.notHelpful;
  const from = strengthAt(before, after.anchoredAt);
  return {
    rule: helpful >= notHelpful ? 'strength.reinforce' : 'strength.weaken',
    text: `Of its rated uses ${helpful} helped and ${notHelpful} did not: strength ${from.toFixed(2)} → ${after.base.toFixed(2)}.`,
    evidence: ratings.map(({ id }) => id),
    numbers: { helpful, notHelpful, from, to: after.base },
  };
}
