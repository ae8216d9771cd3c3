import type { Judged } from '../domain/candidate.ts';
import { relationId } from '../domain/identity.ts';
import { compact } from '../domain/json.ts';
import type { Memory, Relation } from '../domain/memory.ts';
import type { Change, Reason } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { State } from '../domain/state.ts';
import { contradictionOf } from '../text/compare-statements.ts';
import type { Lexicon } from '../text/synonyms.ts';
import { evidenceIds } from './evidence.ts';
import { openNeighbours } from './find-neighbours.ts';
import type { Desk, VerdictLink } from './import-desk.ts';
import { type Conflict, isJudged } from './judge-consistency.ts';
import { reviewId, reviewOf } from './merge-reviews.ts';
import { withdrawnEntry } from './plan-promote.ts';
import { changeRecord } from './record-changes.ts';

/** Lays down what a verdict means for the memories that it is about: the beaten are superseded, the others linked. */
export function settleConflicts(desk: Desk, judged: Judged, conflicts: readonly Conflict[]): void {
  const own = desk.memories.get(judged.memoryId ?? '');
  if (!own) return;
  for (const conflict of conflicts) {
    const other = desk.memories.get(conflict.id);
    if (!other) continue;
    const link = linkOf(desk, { own, other, conflict });
    if (!isLinked(desk.input.state, desk.links, link)) desk.links.push(link);
    if (conflict.winner === 'new') retire(desk, other, { own, judged, reason: conflict.reason });
  }
  if (judged.verdict === 'superseding' && own.status === 'superseded') revive(desk, own, judged);
}

interface Pairing {
  readonly own: Memory;
  readonly other: Memory;
  readonly conflict: Conflict;
}

const linkOf = (desk: Desk, { own, other, conflict }: Pairing): VerdictLink => ({
  from: own.id,
  type: conflict.winner === 'new' ? 'supersedes' : 'contradicts',
  to: other.id,
  reason: conflict.reason,
  similarity: desk.pairs.between(own.id, other.id)?.score ?? 0,
});

/** Whether the same is said already; a contradiction has no direction. */
function isLinked(state: State, links: readonly VerdictLink[], { from, type, to }: VerdictLink): boolean {
  const ids = [relationId(from, type, to), ...(type === 'contradicts' ? [relationId(to, type, from)] : [])];
  return (
    ids.some((id) => state.relations.has(id)) ||
    links.some((link) => ids.includes(relationId(link.from, link.type, link.to)))
  );
}

/**
 * What a memory contradicts that was written or let in by hand, as relations and questions: a person may keep both, but
 * not unseen. Pairs that are linked or decided already are left alone.
 */
export function contradictionChanges(
  state: State,
  memory: Memory,
  { policy, now, lexicon }: { readonly policy: Policy; readonly now: string; readonly lexicon?: Lexicon },
): Change[] {
  if (!isJudged(memory)) return [];
  const isWanted = (id: string): boolean => {
    const other = state.memories.get(id);
    return other !== undefined && id !== memory.id && isJudged(other);
  };
  const index = openNeighbours(state.memories, lexicon)(memory);
  const links = index
    .near(memory.summary, isWanted, policy.gate.neighbours)
    .flatMap(({ id, nearness }): VerdictLink[] => {
      const reason = contradictionOf(memory.summary, state.memories.get(id)?.summary ?? '', lexicon);
      if (reason === undefined || state.reviews.get(reviewId(memory.id, id))?.decision) return [];
      const link = { from: memory.id, type: 'contradicts' as const, to: id, reason, similarity: nearness };
      return isLinked(state, [], link) ? [] : [link];
    });
  return linkChanges(state, links, now);
}

interface Winning {
  readonly own: Memory;
  readonly judged: Judged;
  readonly reason: string;
}

function retire(desk: Desk, beaten: Memory, { own, judged, reason }: Winning): void {
  const { promotedAt: _at, promotedTo: _to, ...rest } = beaten;
  desk.memories.set(beaten.id, { ...rest, status: 'superseded', supersededBy: own.id });
  desk.reasons.set(beaten.id, {
    rule: 'import.superseded',
    text: `${own.name} took its place: ${reason}.`,
    evidence: [own.id, ...evidenceIds(judged.candidate.provenance)],
    numbers: { support: own.support, 'support of the old': beaten.support },
  });
}

function revive(desk: Desk, own: Memory, { candidate, reason }: Judged): void {
  const { supersededBy: _by, ...rest } = own;
  desk.memories.set(own.id, { ...rest, status: 'active' });
  desk.reasons.set(own.id, {
    rule: 'import.revived',
    text: `It holds again: ${reason}.`,
    evidence: evidenceIds(candidate.provenance),
    numbers: { support: own.support },
  });
}

/** Relations and questions that the verdicts make, and what superseded memories take out of core memory. */
export function conflictChanges(desk: Desk): Change[] {
  const { state } = desk.input;
  const retired = [...desk.memories.values()].filter((memory) => {
    const before = state.memories.get(memory.id);
    return memory.status === 'superseded' && before?.promotedTo !== undefined && before !== memory;
  });
  return [
    ...linkChanges(state, desk.links, desk.input.now),
    ...retired.flatMap(({ id }) => {
      const before = state.memories.get(id);
      const reason = desk.reasons.get(id);
      return before && reason ? withdrawnEntry(state, before, reason) : [];
    }),
  ];
}

const linkReason = ({ from, type, to, reason, similarity }: VerdictLink): Reason => ({
  rule: `import.${type}`,
  text: reason,
  evidence: [from, to],
  numbers: { similarity },
});

function relationOf(link: VerdictLink, now: string): Change {
  const { from, type, to, reason } = link;
  const after: Relation = {
    v: 1,
    id: relationId(from, type, to),
    rev: 1,
    from,
    type,
    to,
    reason,
    at: now,
    updatedAt: now,
  };
  return changeRecord('relations', { before: null, after, reason: linkReason(link) });
}

/** The links as relations, and each contradiction as a question. */
const linkChanges = (state: State, links: readonly VerdictLink[], now: string): Change[] => [
  ...links.map((link) => relationOf(link, now)),
  ...links.flatMap((link) => questionOf(state, link, now)),
];

/** A contradiction that nobody could settle is put to a person; one that likeness had raised becomes that question. */
function questionOf({ reviews }: State, link: VerdictLink, now: string): Change[] {
  if (link.type !== 'contradicts') return [];
  const { from: a, to: b, reason, similarity } = link;
  const before = reviews.get(reviewId(a, b)) ?? null;
  const asked = reviewOf({ kind: 'contradiction', a, b, reason, similarity }, now);
  const after = compact({ ...asked, rev: (before?.rev ?? 0) + 1, at: before?.at ?? asked.at });
  return [changeRecord('reviews', { before, after, reason: linkReason(link) })];
}
