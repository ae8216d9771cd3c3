import type { Candidate, CandidateFile, ImportedFile, Judged } from '../domain/candidate.ts';
import type { Memory } from '../domain/memory.ts';
import type { Change, Plan, Reason } from '../domain/plan.ts';
import type { State } from '../domain/state.ts';
import { conflictChanges, settleConflicts } from './conflict-changes.ts';
import { evidenceIds } from './evidence.ts';
import { type Desk, type ImportInput, type Item, openDesk, pendingItems, similarIds } from './import-desk.ts';
import { type JudgedItem, judgeCandidate } from './judge-candidate.ts';
import { memoryOf, withEvidence } from './memory-of.ts';
import { purgedFacts } from './purged-facts.ts';
import { changeRecord } from './record-changes.ts';

/** What import would change, with the verdict of every candidate in canonical order, pending ones included. */
export interface ImportPlan extends Plan {
  readonly judged: readonly Judged[];
}

/**
 * Judges all candidates of the files that have no verdict yet (spec 2, Relevance; spec 3, Consistency judge), each in
 * the light of those before it. The order of files and candidates does not matter; a file judged before changes nothing.
 */
export function planImport(input: ImportInput): ImportPlan {
  const desk = openDesk(input);
  const results = pendingItems(input).map((item) => ({ item, judged: settle(desk, item.candidate) }));
  const changes = [
    ...memoryChanges(desk),
    ...conflictChanges(desk),
    ...input.files.flatMap((file) => fileChanges(input, file, results)),
  ];
  return { command: 'import', changes, judged: results.map(({ judged }) => judged) };
}

interface JudgedWithItem {
  readonly item: Item;
  readonly judged: Judged;
}

function settle(desk: Desk, candidate: Candidate): Judged {
  const result = judgeCandidate(desk, candidate);
  const { judged, home, conflicts } = result;
  if (home) strengthen(desk, home, result);
  else if (judged.memoryId !== undefined) admit(desk, result);
  if (judged.memoryId !== undefined) settleConflicts(desk, judged, conflicts);
  if (judged.memoryId === undefined && judged.verdict === 'below-threshold') {
    desk.below.set(candidate.id, [...(desk.below.get(candidate.id) ?? []), candidate]);
  }
  return judged;
}

function admit(desk: Desk, { judged }: JudgedItem): void {
  const { policy, now } = desk.input;
  const { candidate } = judged;
  const earlier = similarIds(desk, candidate.id).flatMap((id) => desk.below.get(id) ?? []);
  const memory = earlier.reduce<Memory>(
    (united, other) => withEvidence(united, other, policy),
    memoryOf(candidate, policy, now),
  );
  desk.memories.set(memory.id, { ...memory, anchoredAt: memory.discoveredAt });
  desk.homes.set(memory.id, memory.id);
  desk.neighbours(memory).add(memory);
  desk.reasons.set(memory.id, reasonOf('import.saved', `Saved: ${judged.reason}.`, judged));
}

function strengthen(desk: Desk, home: Memory, { judged }: JudgedItem): void {
  const next = withEvidence(home, judged.candidate, desk.input.policy);
  if (next === home) return;
  desk.memories.set(home.id, next);
  if (desk.reasons.has(home.id)) return;
  desk.reasons.set(
    home.id,
    reasonOf('import.support', `Met again in ${judged.candidate.name}: ${judged.reason}.`, judged),
  );
}

const reasonOf = (rule: string, text: string, { candidate, score, threshold, terms }: Judged): Reason => ({
  rule,
  text,
  evidence: evidenceIds(candidate.provenance),
  numbers: { score, threshold, ...Object.fromEntries(terms.map(({ term, points }) => [term, points])) },
});

function memoryChanges({ input, memories, reasons }: Desk): Change[] {
  return [...reasons].flatMap(([id, reason]) => {
    const before = input.state.memories.get(id) ?? null;
    const memory = memories.get(id);
    if (!memory) return [];
    const after = before ? { ...memory, rev: before.rev + 1, updatedAt: input.now } : memory;
    return [changeRecord('memories', { before, after, reason })];
  });
}

function fileChanges(
  { state, now }: ImportInput,
  file: CandidateFile,
  results: readonly JudgedWithItem[],
): Change[] {
  const own = results.filter(({ item }) => item.file === file);
  const isPurged = purgedFacts(state);
  const decided = own
    .filter(({ judged, item }) => judged.verdict !== 'pending' && !isPurged(item.candidate))
    .map(({ judged }) => judged);
  const waiting = new Set(
    own.filter(({ judged }) => judged.verdict === 'pending').map(({ item }) => item.candidate),
  );
  return [...importedChange(state, { file, decided, now }), ...extractedChange(state, file, waiting)];
}

interface Decided {
  readonly file: CandidateFile;
  readonly decided: readonly Judged[];
  readonly now: string;
}

function importedChange(state: State, { file, decided, now }: Decided): Change[] {
  if (decided.length === 0) return [];
  const { id, source, at } = file;
  const before = state.imported.get(id) ?? null;
  const after: ImportedFile = {
    v: 1,
    id,
    source,
    at,
    importedAt: now,
    judged: [...(before?.judged ?? []), ...decided],
  };
  const text = `${decided.length} candidates of ${id} have their verdict.`;
  return [
    changeRecord('imported', { before, after, reason: fileReason('import.verdicts', text, decided.length) }),
  ];
}

function extractedChange(state: State, file: CandidateFile, waiting: ReadonlySet<Candidate>): Change[] {
  const before = state.extracted.get(file.id) ?? null;
  const after =
    waiting.size > 0 ? { ...file, candidates: file.candidates.filter((item) => waiting.has(item)) } : null;
  if (!before && !after) return [];
  if (before?.candidates.length === after?.candidates.length) return [];
  const text = after
    ? `${waiting.size} candidates of ${file.id} wait.`
    : `Nothing in ${file.id} waits any more.`;
  return [
    changeRecord('extracted', { before, after, reason: fileReason('import.waiting', text, waiting.size) }),
  ];
}

const fileReason = (rule: string, text: string, count: number): Reason => ({
  rule,
  text,
  evidence: [],
  numbers: { candidates: count },
});
