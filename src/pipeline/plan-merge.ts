import { idOfRelation } from '../domain/graph.ts';
import { isLive, isSameOwner, type Memory, type Relation } from '../domain/memory.ts';
import type { Change, Plan, Reason } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { ScoredPair } from '../domain/scored-pair.ts';
import type { Review, State } from '../domain/state.ts';
import { clusterPairs, pairKey } from './cluster-memories.ts';
import { chooseSurvivor, mergedFields } from './merge-memories.ts';
import { type Heirs, reviewChanges } from './merge-reviews.ts';
import { indexPairs, type PairIndex } from './pair-index.ts';
import { changeRecord, reviseMemory } from './record-changes.ts';

/**
 * What merging decides from. Pairs of other types, owners or of memories that are not live are ignored, and those with an
 * entity of the graph unless `mcp.consolidateGraph` is set.
 */
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
  const near = pairs.filter((pair) => isComparable(state, pair, policy.mcp.consolidateGraph));
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

function isComparable(state: State, { a, b }: ScoredPair, withGraph: boolean): boolean {
  const one = state.memories.get(a);
  const other = state.memories.get(b);
  if (!one || !other || a === b || !isLive(one) || !isLive(other)) return false;
  if (!withGraph && (one.graph || other.graph)) return false;
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

function relationChanges(state: State, heirs: Heirs, now: string): { created: Change[]; removed: Change[] } {
  const touched = [...state.relations.values()].filter(({ from, to }) => heirs.has(from) || heirs.has(to));
  const created = new Map<string, Relation>();
  for (const relation of touched) {
    const from = heirs.get(relation.from) ?? relation.from;
    const to = heirs.get(relation.to) ?? relation.to;
    const id = idOfRelation({ ...relation, from, to });
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
