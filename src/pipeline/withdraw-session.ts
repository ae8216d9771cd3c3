import type { Candidate, CandidateFile, ImportedFile, Judged, Provenance } from '../domain/candidate.ts';
import type { Memory } from '../domain/memory.ts';
import type { Change, Reason } from '../domain/plan.ts';
import type { State } from '../domain/state.ts';
import { occasionsOf } from './evidence.ts';
import { changeRecord, reviseMemory } from './record-changes.ts';

/** What taking a session back does to memories and to candidates. */
export interface Withdrawal {
  /** Memories that only this session taught. */
  readonly taken: readonly Memory[];
  /** Ids of memories that it shared, and that keep less support. */
  readonly touched: readonly string[];
  /** Changes of shared memories and of candidates that wait or were counted. */
  readonly changed: readonly Change[];
}

/** Takes back what a session taught, among these memories; its candidates neither wait nor count any more. */
export function withoutSession(
  state: State,
  memories: readonly Memory[],
  { session, now }: { readonly session: string; readonly now: string },
): Withdrawal {
  const taught = memories.filter(({ provenance }) => provenance.some((one) => one.sessionId === session));
  const taken = taught.filter(({ provenance }) => provenance.every((one) => one.sessionId === session));
  const shared = taught.filter((memory) => !taken.includes(memory));
  const reason = withdrawalReason(session);
  return {
    taken,
    touched: shared.map(({ id }) => id),
    changed: [
      ...shared.map((before) =>
        changeRecord('memories', { before, after: lessSupport(before, session, now), reason }),
      ),
      ...[...state.imported.values()].flatMap((file) => importedChange(file, session)),
      ...[...state.extracted.values()].flatMap((file) => extractedChange(file, session)),
    ],
  };
}

const withdrawalReason = (session: string): Reason => ({
  rule: 'forget.session',
  text: `Session ${session} is taken back.`,
  evidence: [`session ${session}`],
  numbers: {},
});

function lessSupport(memory: Memory, session: string, now: string): Memory {
  const provenance = others(memory.provenance, session);
  const lost = occasionsOf(memory.provenance).length - occasionsOf(provenance).length;
  return reviseMemory(memory, { provenance, support: Math.max(1, memory.support - lost) }, now);
}

const others = (provenance: readonly Provenance[], session: string): Provenance[] =>
  provenance.filter((one) => one.sessionId !== session);

const isTaught = ({ provenance }: Candidate, session: string): boolean =>
  provenance.some((one) => one.sessionId === session);

function extractedChange(before: CandidateFile, session: string): Change[] {
  if (!before.candidates.some((candidate) => isTaught(candidate, session))) return [];
  const candidates = before.candidates
    .map((candidate) => ({ ...candidate, provenance: others(candidate.provenance, session) }))
    .filter(
      ({ provenance }, index) => provenance.length > 0 || before.candidates[index]?.provenance.length === 0,
    );
  const after = candidates.length > 0 ? { ...before, candidates } : null;
  return [changeRecord('extracted', { before, after, reason: withdrawalReason(session) })];
}

function importedChange(before: ImportedFile, session: string): Change[] {
  if (!before.judged.some((judged) => isCounting(judged, session))) return [];
  const judged = before.judged.map((one) => (isCounting(one, session) ? withdrawn(one, session) : one));
  const after: ImportedFile = { ...before, judged };
  return [changeRecord('imported', { before, after, reason: withdrawalReason(session) })];
}

const isCounting = ({ candidate, verdict }: Judged, session: string): boolean =>
  verdict === 'below-threshold' && isTaught(candidate, session);

const withdrawn = (judged: Judged, session: string): Judged => ({
  ...judged,
  verdict: 'rejected',
  reason: `session ${session} was taken back`,
});
