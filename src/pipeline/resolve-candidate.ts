import type { Candidate, ImportedFile, Judged, Verdict } from '../domain/candidate.ts';
import type { Memory } from '../domain/memory.ts';
import type { Change } from '../domain/plan.ts';
import type { State } from '../domain/state.ts';
import { decisionReason, type Resolution, stampOf } from './gate-decision.ts';
import { memoryOf } from './memory-of.ts';
import { changeRecord } from './record-changes.ts';

/** A candidate at the gate: in a file that waits, or judged and held back. */
export interface Held {
  readonly candidate: Candidate;
  readonly verdict: Verdict;
}

const heldBack: ReadonlySet<Verdict> = new Set(['blocked', 'needs-review', 'rejected', 'below-threshold']);

/** Every candidate of this id that waits or was held back. */
export function heldIn(state: State, id: string): Held[] {
  const waiting = [...state.extracted.values()].flatMap(({ candidates }) =>
    candidates.map((candidate): Held => ({ candidate, verdict: 'pending' })),
  );
  const judged = [...state.imported.values()].flatMap((file): Held[] =>
    file.judged.filter(({ verdict }) => heldBack.has(verdict)),
  );
  return [...waiting, ...judged].filter(({ candidate }) => candidate.id === id);
}

/** One candidate with the evidence of all that are the same. */
export const uniteHeld = ([first, ...rest]: readonly Held[]): Candidate | undefined =>
  first && {
    ...first.candidate,
    provenance: [first, ...rest].flatMap(({ candidate }) => candidate.provenance),
  };

/** The memory that a decided candidate becomes: active, or turned down, so that what repeats it meets the decision. */
export const decidedMemory = (candidate: Candidate, resolution: Resolution): Memory => ({
  ...memoryOf(candidate, resolution.policy, resolution.now),
  status: resolution.decision === 'reject' ? 'rejected' : 'active',
  gate: stampOf(resolution),
});

/** Changes of the files: what waited has its verdict, and a verdict that held back is replaced. */
export function verdictChanges(state: State, id: string, resolution: Resolution): Change[] {
  const files = new Set([...state.imported.keys(), ...state.extracted.keys()]);
  return [...files].flatMap((file) => fileChanges(state, { file, id }, resolution));
}

function fileChanges(
  state: State,
  { file, id }: { readonly file: string; readonly id: string },
  resolution: Resolution,
): Change[] {
  const waiting = state.extracted.get(file);
  const known = state.imported.get(file);
  const meant = waiting?.candidates.filter((candidate) => candidate.id === id) ?? [];
  const isMeant = ({ candidate, verdict }: Judged): boolean => candidate.id === id && heldBack.has(verdict);
  const origin = known ?? waiting;
  if (!origin || (meant.length === 0 && !known?.judged.some(isMeant))) return [];
  const reason = decisionReason(resolution, [id]);
  const after: ImportedFile = {
    v: 1,
    id: file,
    source: origin.source,
    at: origin.at,
    importedAt: known?.importedAt ?? resolution.now,
    judged: [
      ...(known?.judged ?? []).map((one) => (isMeant(one) ? decided(one, resolution) : one)),
      ...meant.map((candidate) => decided(unjudged(candidate, resolution), resolution)),
    ],
  };
  const judgedChange = changeRecord('imported', { before: known ?? null, after, reason });
  if (!waiting || meant.length === 0) return [judgedChange];
  const left = { ...waiting, candidates: waiting.candidates.filter((candidate) => candidate.id !== id) };
  return [
    judgedChange,
    changeRecord('extracted', { before: waiting, after: left.candidates.length > 0 ? left : null, reason }),
  ];
}

const decided = (judged: Judged, { decision, decidedBy }: Resolution): Judged => {
  const reason = `${decidedBy === 'human' ? 'a person' : 'an agent'} decided: ${decision}`;
  return decision === 'reject'
    ? { ...judged, verdict: 'rejected', reason }
    : { ...judged, verdict: 'saved', reason, memoryId: judged.candidate.id };
};

const unjudged = (candidate: Candidate, { policy }: Resolution): Judged => ({
  candidate,
  verdict: 'pending',
  score: 0,
  threshold: policy.relevance.threshold,
  terms: [],
  reason: '',
});
