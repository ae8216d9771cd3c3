import type { Judged } from '../domain/candidate.ts';
import { relationId } from '../domain/identity.ts';
import { compact } from '../domain/json.ts';
import type { Memory, Relation } from '../domain/memory.ts';
import type { Change, Reason } from '../domain/plan.ts';
import { evidenceIds } from './evidence.ts';
import type { Desk, VerdictLink } from './import-desk.ts';
import type { Conflict } from './judge-consistency.ts';
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
    if (!isLinked(desk, link)) desk.links.push(link);
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
function isLinked({ input, links }: Desk, { from, type, to }: VerdictLink): boolean {
  const ids = [relationId(from, type, to), ...(type === 'contradicts' ? [relationId(to, type, from)] : [])];
  return (
    ids.some((id) => input.state.relations.has(id)) ||
    links.some((link) => ids.includes(relationId(link.from, link.type, link.to)))
  );
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
    ...desk.links.map((link) => relationOf(link, desk.input.now)),
    ...desk.links.flatMap((link) => questionOf(desk, link)),
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

/** A contradiction that nobody could settle is put to a person; one that likeness had raised becomes that question. */
function questionOf({ input }: Desk, link: VerdictLink): Change[] {
  if (link.type !== 'contradicts') return [];
  const { from: a, to: b, reason, similarity } = link;
  const before = input.state.reviews.get(reviewId(a, b)) ?? null;
  const asked = reviewOf({ kind: 'contradiction', a, b, reason, similarity }, input.now);
  const after = compact({ ...asked, rev: (before?.rev ?? 0) + 1, at: before?.at ?? asked.at });
  return [changeRecord('reviews', { before, after, reason: linkReason(link) })];
}
