import { hashOf } from '../domain/identity.ts';
import { compact } from '../domain/json.ts';
import type { Change, Reason } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { ScoredPair } from '../domain/scored-pair.ts';
import type { Review, State } from '../domain/state.ts';
import { changeRecord } from './record-changes.ts';

/** Id of a memory that goes -> id of the one that it lives on in. */
export type Heirs = ReadonlyMap<string, string>;

/** What reviews are made from. */
export interface ReviewInput {
  readonly near: readonly ScoredPair[];
  readonly heirs: Heirs;
  readonly policy: Policy;
  readonly now: string;
}

/** A question before it has an id; one that moves along keeps its kind and what was decided. */
type Likeness = Pick<Review, 'a' | 'b' | 'similarity' | 'reason' | 'kind' | 'decision' | 'reviewedBy'>;

/** Reviews that merging leaves: questions move along with their memories, and what is alike and not merged becomes one. */
export function reviewChanges(state: State, input: ReviewInput): { changes: Change[]; created: Review[] } {
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
    if (!kept.has(review.id) && isWeightier(review, created.get(review.id))) created.set(review.id, review);
  }
  return {
    created: [...created.values()],
    changes: [
      ...[...created.values()].map((after) => reviewChange(null, after)),
      ...moved.map((before) => reviewChange(before, null)),
    ],
  };
}

/** Of two questions on one pair the decided one stays, then the contradiction, then the nearer. */
function isWeightier(review: Review, known: Review | undefined): boolean {
  const weight = ({ decision, kind, similarity }: Review): number =>
    (decision === undefined ? 0 : 4) + (kind === 'contradiction' ? 2 : 0) + similarity;
  return known === undefined || weight(review) > weight(known);
}

const alike = ({ near, policy }: ReviewInput): Likeness[] =>
  near
    .filter(({ score }) => score > policy.merge.reviewAbove)
    .map(({ a, b, score, mergeable, why }) => ({
      kind: 'similar' as const,
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

/** A review as a record; which of the two is `a` does not depend on their order. */
export function reviewOf(
  { kind, a, b, similarity, reason, decision, reviewedBy }: Likeness,
  now: string,
): Review {
  const [first, second] = a < b ? [a, b] : [b, a];
  return compact({
    v: 1 as const,
    id: reviewId(first, second),
    rev: 1,
    kind,
    a: first,
    b: second,
    similarity,
    reason,
    decision,
    reviewedBy,
    at: now,
    updatedAt: now,
  });
}

/** Id of the review of two memories, in any order. */
export const reviewId = (a: string, b: string): string => `v-${hashOf(...[a, b].sort())}`;

function reviewChange(before: Review | null, after: Review | null): Change {
  const { similarity = 0, reason: text = '', a = '', b = '' } = after ?? before ?? {};
  const reason: Reason = { rule: 'merge.review', text, evidence: [a, b], numbers: { similarity } };
  return changeRecord('reviews', { before, after, reason });
}
