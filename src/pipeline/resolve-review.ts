import { failed, type Result, success } from '../domain/failure.ts';
import { relationId } from '../domain/identity.ts';
import { isSameOwner, type Memory, type Relation } from '../domain/memory.ts';
import type { Change, Plan } from '../domain/plan.ts';
import type { Review, ReviewDecision, State } from '../domain/state.ts';
import { compareStatements } from '../text/compare-statements.ts';
import { decisionReason, type Resolution, resolvePlan, stampOf } from './gate-decision.ts';
import { planMerge } from './plan-merge.ts';
import { withdrawnEntry } from './plan-promote.ts';
import { changeRecord, reviseMemory } from './record-changes.ts';

/** Two memories, the one that was admitted first before the other. */
export const inOrderOfArrival = (a: Memory, b: Memory): readonly [Memory, Memory] =>
  arrivalOf(a) <= arrivalOf(b) ? [a, b] : [b, a];

const arrivalOf = ({ admittedAt, discoveredAt, id }: Memory): string =>
  [admittedAt, discoveredAt, id].join('\0');

const decisions: readonly ReviewDecision[] = ['keep-new', 'keep-existing', 'keep-both'];

/** What a decision on two memories changes: the one that goes, the question, and the link between them. */
export function resolveReview(state: State, review: Review, resolution: Resolution): Result<Plan> {
  const [one, other] = [state.memories.get(review.a), state.memories.get(review.b)];
  if (!one || !other)
    return failed('review.gone', `one of the two memories of ${review.id} is gone`, 'hebb gate audit');
  if (resolution.decision === 'merge') return mergePair(state, { review, one, other }, resolution);
  const decision = decisions.find((known) => known === resolution.decision);
  if (!decision)
    return failed(
      'review.decision',
      `${resolution.decision} does not decide on two memories`,
      `hebb gate resolve ${review.id} keep-new | keep-existing | keep-both | merge`,
    );
  const [existing, newer] = inOrderOfArrival(one, other);
  const kept = decision === 'keep-both' ? [existing, newer] : [decision === 'keep-new' ? newer : existing];
  const changes = [
    ...kept.map((memory) => keptChange(memory, decision, resolution)),
    ...(decision === 'keep-new' ? supersededChanges(state, { existing, newer }, resolution) : []),
    ...(decision === 'keep-existing' ? rejectedChanges(state, newer, resolution) : []),
    decidedChange(review, decision, resolution),
  ];
  return success(resolvePlan(changes));
}

function keptChange(memory: Memory, decision: ReviewDecision, resolution: Resolution): Change {
  const status = memory.status === 'pending' ? 'active' : memory.status;
  const gate = { ...memory.gate, ...stampOf({ ...resolution, decision }) };
  return changeRecord('memories', {
    before: memory,
    after: reviseMemory(memory, { status, gate }, resolution.now),
    reason: decisionReason(resolution, [memory.id]),
  });
}

function supersededChanges(
  state: State,
  { existing, newer }: { readonly existing: Memory; readonly newer: Memory },
  resolution: Resolution,
): Change[] {
  const { now } = resolution;
  const reason = decisionReason(resolution, [newer.id, existing.id]);
  const gate = { ...existing.gate, ...stampOf(resolution) };
  const after = reviseMemory(
    existing,
    { status: 'superseded', supersededBy: newer.id, promotedAt: undefined, promotedTo: undefined, gate },
    now,
  );
  const id = relationId(newer.id, 'supersedes', existing.id);
  const link: Relation = {
    v: 1,
    id,
    rev: 1,
    from: newer.id,
    type: 'supersedes',
    to: existing.id,
    at: now,
    updatedAt: now,
  };
  return [
    changeRecord('memories', { before: existing, after, reason }),
    ...(state.relations.has(id) ? [] : [changeRecord('relations', { before: null, after: link, reason })]),
    ...withdrawnEntry(state, existing, reason),
  ];
}

/** A memory turned down by decision, with what it had in core memory. */
export function rejectedChanges(state: State, memory: Memory, resolution: Resolution): Change[] {
  const reason = decisionReason(resolution, [memory.id]);
  const gate = { ...memory.gate, ...stampOf(resolution) };
  const after = reviseMemory(
    memory,
    { status: 'rejected', promotedAt: undefined, promotedTo: undefined, gate },
    resolution.now,
  );
  return [
    changeRecord('memories', { before: memory, after, reason }),
    ...withdrawnEntry(state, memory, reason),
  ];
}

function decidedChange(review: Review, decision: ReviewDecision, resolution: Resolution): Change {
  const { decidedBy, now } = resolution;
  const after: Review = { ...review, rev: review.rev + 1, decision, reviewedBy: decidedBy, updatedAt: now };
  return changeRecord('reviews', {
    before: review,
    after,
    reason: decisionReason(resolution, [review.a, review.b]),
  });
}

interface ReviewedPair {
  readonly review: Review;
  readonly one: Memory;
  readonly other: Memory;
}

/** Merges two memories that a person takes for one; what contradicts one another never becomes one. */
function mergePair(state: State, { review, one, other }: ReviewedPair, resolution: Resolution): Result<Plan> {
  const comparison = compareStatements(one.summary, other.summary, resolution.lexicon);
  if (comparison.kind === 'contradicts')
    return failed(
      'review.contradiction',
      `they contradict one another (${comparison.reason})`,
      'keep-new or keep-existing',
    );
  if (one.entityType !== other.entityType || !isSameOwner(one, other))
    return failed('review.kinds', 'they differ in type or owner, so they cannot be one', 'keep-both');
  const { policy, now } = resolution;
  const reviews = new Map([...state.reviews].filter(([id]) => id !== review.id));
  const pairs = [{ a: one.id, b: other.id, score: 1, mergeable: true }];
  const merged = planMerge({ state: { ...state, reviews }, pairs, policy, now });
  const [survivor] = merged.merges;
  if (!survivor) return failed('review.merge', 'one of the two does not hold any more', 'hebb gate audit');
  const reason = decisionReason(resolution, [one.id, other.id]);
  return success(
    resolvePlan([
      ...merged.changes.map((change) => stampSurvivor(change, survivor.id, resolution)),
      changeRecord('reviews', { before: review, after: null, reason }),
    ]),
  );
}

function stampSurvivor(change: Change, id: string, resolution: Resolution): Change {
  const { after } = change;
  if (
    change.target !== `memories/${id}` ||
    after === null ||
    typeof after !== 'object' ||
    Array.isArray(after)
  )
    return change;
  return { ...change, after: { ...after, gate: stampOf(resolution) } };
}
