import { hashOf, relationId } from '../domain/identity.ts';
import { isLive, isSameOwner, type Memory, type Relation } from '../domain/memory.ts';
import type { Change, Plan, Reason } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { ScoredPair } from '../domain/scored-pair.ts';
import type { Review, State } from '../domain/state.ts';
import { clusterPairs, pairKey } from './cluster-memories.ts';
import { chooseSurvivor, mergedFields } from './merge-memories.ts';
import { indexPairs, type PairIndex } from './pair-index.ts';
import { changeRecord, reviseMemory } from './record-changes.ts';

/** What merging decides from. Pairs of other types, owners or of memories that are not live are ignored. */
export interface MergeInput {
  readonly state: State;
  readonly pairs: readonly ScoredPair[];
  readonly policy: Policy;
  readonly now: string;
}

/** Memories that become one: the survivor, and each part that goes with its similarity to the survivor. */
export interface Merged {
  readonly id: string;
  readonly name: string;
  readonly parts: readonly { readonly id: string; readonly name: string; readonly similarity: number }[];
}

/** What merging would change, what became one and what a person should look at. */
export interface MergePlan extends Plan {
  readonly merges: readonly Merged[];
  readonly reviews: readonly Review[];
}

interface Group {
  readonly survivor: Memory;
  readonly retired: readonly Memory[];
}

/**
 * Merges what says the same (spec 2, Merge). A pair under review is never merged without a look: a chain that was
 * refused once stays refused in later runs. The survivor is written first; parts and their relations go after.
 */
export function planMerge({ state, pairs, policy, now }: MergeInput): MergePlan {
  const near = pairs.filter((pair) => isComparable(state, pair));
  const underReview = new Set([...state.reviews.values()].map(({ a, b }) => pairKey(a, b)));
  const joined = near.filter(
    ({ a, b, score, mergeable }) =>
      mergeable && score > policy.merge.mergeAbove && !underReview.has(pairKey(a, b)),
  );
  const groups = clusterPairs(joined).flatMap((ids) => groupOf(state, ids));
  const heirs = new Map(
    groups.flatMap(({ survivor, retired }) => retired.map(({ id }) => [id, survivor.id] as const)),
  );
  const index = indexPairs(near);
  const merges = groups.map((group) => mergedOf(group, index));
  const links = relationChanges(state, heirs, now);
  const review = reviewChanges(state, { near, heirs, policy, now });
  const changes = [
    ...groups.map((group, at) => survivorChange(group, merges[at], now)),
    ...links.created,
    ...review.changes,
    ...groups.flatMap(({ survivor, retired }) => retired.map((part) => retireChange(part, survivor))),
    ...links.removed,
  ];
  return { command: 'consolidate merge', changes, merges, reviews: review.created };
}

function isComparable(state: State, { a, b }: ScoredPair): boolean {
  const one = state.memories.get(a);
  const other = state.memories.get(b);
  if (!one || !other || a === b || !isLive(one) || !isLive(other)) return false;
  return one.entityType === other.entityType && isSameOwner(one, other);
}

function groupOf(state: State, ids: readonly string[]): Group[] {
  const parts = ids.flatMap((id) => state.memories.get(id) ?? []);
  const survivor = chooseSurvivor(parts);
  return survivor ? [{ survivor, retired: parts.filter((part) => part !== survivor) }] : [];
}

function mergedOf({ survivor, retired }: Group, pairs: PairIndex): Merged {
  const parts = retired.map(({ id, name }) => ({
    id,
    name,
    similarity: pairs.between(survivor.id, id)?.score ?? 0,
  }));
  return { id: survivor.id, name: survivor.name, parts };
}

function survivorChange({ survivor, retired }: Group, merged: Merged | undefined, now: string): Change {
  const parts = merged?.parts ?? [];
  const after = reviseMemory(survivor, mergedFields(survivor, [survivor, ...retired], now), now);
  const text = `${[survivor, ...retired].map(({ name }) => name).join(' and ')} say the same, so they become one.`;
  const numbers = Object.fromEntries(parts.map(({ id, similarity }) => [`similarity to ${id}`, similarity]));
  const reason: Reason = { rule: 'merge.similar', text, evidence: parts.map(({ id }) => id), numbers };
  return changeRecord('memories', { before: survivor, after, reason });
}

function retireChange(part: Memory, survivor: Memory): Change {
  const text = `It lives on in ${survivor.name}, which keeps its name as an alias.`;
  const reason: Reason = { rule: 'merge.retired', text, evidence: [survivor.id], numbers: {} };
  return changeRecord('memories', { before: part, after: null, reason });
}

type Heirs = ReadonlyMap<string, string>;

function relationChanges(state: State, heirs: Heirs, now: string): { created: Change[]; removed: Change[] } {
  const touched = [...state.relations.values()].filter(({ from, to }) => heirs.has(from) || heirs.has(to));
  const created = new Map<string, Relation>();
  for (const relation of touched) {
    const from = heirs.get(relation.from) ?? relation.from;
    const to = heirs.get(relation.to) ?? relation.to;
    const id = relationId(from, relation.type, to);
    if (from === to || state.relations.has(id)) continue;
    created.set(id, { ...relation, id, rev: 1, from, to, updatedAt: now });
  }
  const reason: Reason = {
    rule: 'merge.relations',
    text: 'It follows the merge of its memory.',
    evidence: [],
    numbers: {},
  };
  return {
    created: [...created.values()].map((after) => changeRecord('relations', { before: null, after, reason })),
    removed: touched.map((before) => changeRecord('relations', { before, after: null, reason })),
  };
}

interface ReviewInput {
  readonly near: readonly ScoredPair[];
  readonly heirs: Heirs;
  readonly policy: Policy;
  readonly now: string;
}

type Likeness = Pick<Review, 'a' | 'b' | 'similarity' | 'reason'>;

function reviewChanges(state: State, input: ReviewInput): { changes: Change[]; created: Review[] } {
  const moved = [...state.reviews.values()].filter(({ a, b }) => input.heirs.has(a) || input.heirs.has(b));
  const kept = new Set([...state.reviews.values()].filter((one) => !moved.includes(one)).map(({ id }) => id));
  const likenesses = [...moved, ...alike(input)].map((one) => ({
    ...one,
    a: input.heirs.get(one.a) ?? one.a,
    b: input.heirs.get(one.b) ?? one.b,
  }));
  const created = new Map<string, Review>();
  for (const likeness of likenesses.filter(({ a, b }) => a !== b)) {
    const review = reviewOf(likeness, input.now);
    const isNearer = review.similarity > (created.get(review.id)?.similarity ?? -1);
    if (!kept.has(review.id) && isNearer) created.set(review.id, review);
  }
  return {
    created: [...created.values()],
    changes: [
      ...[...created.values()].map((after) => reviewChange(null, after)),
      ...moved.map((before) => reviewChange(before, null)),
    ],
  };
}

const alike = ({ near, policy }: ReviewInput): Likeness[] =>
  near
    .filter(({ score }) => score > policy.merge.reviewAbove)
    .map(({ a, b, score, mergeable, why }) => ({
      a,
      b,
      similarity: score,
      reason: mergeable
        ? mergeableReason(score, policy)
        : `alike, but not mergeable: ${why ?? 'it is not the same'}`,
    }));

const mergeableReason = (score: number, { merge }: Policy): string =>
  score > merge.mergeAbove
    ? 'alike, but not to everything in its group'
    : 'alike, but not enough to be merged without a look';

function reviewOf({ a, b, similarity, reason }: Likeness, now: string): Review {
  const [first, second] = a < b ? [a, b] : [b, a];
  const id = reviewId(first, second);
  return {
    v: 1,
    id,
    rev: 1,
    kind: 'similar',
    a: first,
    b: second,
    similarity,
    reason,
    at: now,
    updatedAt: now,
  };
}

/** Id of the review of two memories, in any order. */
export const reviewId = (a: string, b: string): string => `v-${hashOf(...[a, b].sort())}`;

function reviewChange(before: Review | null, after: Review | null): Change {
  const { similarity = 0, reason: text = '', a = '', b = '' } = after ?? before ?? {};
  const reason: Reason = { rule: 'merge.review', text, evidence: [a, b], numbers: { similarity } };
  return changeRecord('reviews', { before, after, reason });
}
