import type { Candidate } from '../domain/candidate.ts';
import type { Event } from '../domain/event.ts';
import type { Place } from '../domain/project.ts';
import type { Run, Step } from '../domain/run.ts';
import type { Instruction, OpenCall, OpenError, SessionDoc } from '../domain/session.ts';
import { uniteCandidates } from './candidate-of.ts';
import { withIdentity } from './run-identity.ts';
import { decideOutcome } from './run-outcome.ts';

/** What the rows themselves do not tell. */
export interface FoldContext {
  readonly place: Place;
  /** Label of the transcript, for provenance. */
  readonly transcript: string;
  /** True for an event id that the log holds already: it is folded, but not given out as an event again. */
  readonly isSeen?: (id: string) => boolean;
}

/** What a piece of transcript adds. Runs and candidates are whole: of two with one id the later run wins, candidates unite. */
export interface Folded {
  readonly doc: SessionDoc;
  readonly runs: readonly Run[];
  readonly events: readonly Event[];
  readonly candidates: readonly Candidate[];
}

/** A run while steps are added to it. */
export type OpenRun = Omit<Run, 'steps'> & { readonly steps: Step[] };

/** The document taken apart, so that a row costs no copy of it. */
export interface Fold {
  readonly base: SessionDoc;
  readonly context: FoldContext;
  startedAt: string;
  endedAt: string;
  prompts: number;
  steps: number;
  failures: number;
  readonly tags: Map<string, number>;
  readonly said: Map<string, number>;
  readonly instructions: Instruction[];
  openRun: OpenRun | null;
  previousRun: OpenRun | null;
  readonly openCalls: Map<string, OpenCall>;
  openErrors: readonly OpenError[];
  readonly seen: Set<string>;
  readonly runs: Map<string, OpenRun>;
  readonly events: Event[];
  readonly candidates: Candidate[];
}

const openRunOf = (run: Run | null): OpenRun | null => run && { ...run, steps: [...run.steps] };

/** Takes a document apart. */
export function beginFold(doc: SessionDoc, context: FoldContext): Fold {
  const { startedAt, endedAt, prompts, steps, failures, openErrors } = doc;
  return {
    base: doc,
    context,
    ...{ startedAt, endedAt, prompts, steps, failures, openErrors },
    tags: new Map(Object.entries(doc.tags)),
    said: new Map(Object.entries(doc.said)),
    instructions: [...doc.instructions],
    openRun: openRunOf(doc.openRun),
    previousRun: openRunOf(doc.previousRun),
    openCalls: new Map(doc.openCalls.map((call) => [call.step.toolUseId, call])),
    seen: new Set(doc.seen),
    runs: new Map(),
    events: [],
    candidates: [],
  };
}

const sorted = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Puts the document together again, with what was added. */
export function endFold(fold: Fold): Folded {
  const { base, startedAt, endedAt, prompts, steps, failures, instructions, openErrors } = fold;
  const openRun = fold.openRun && { ...fold.openRun, ...decideOutcome(fold.openRun) };
  const runs = [...fold.runs.values()].map((run) => withIdentity(run.id === openRun?.id ? openRun : run));
  const doc: SessionDoc = {
    ...base,
    ...{ startedAt, endedAt, prompts, steps, failures, instructions, openErrors, openRun },
    tags: sorted(fold.tags),
    said: sorted(fold.said),
    previousRun: fold.previousRun,
    openCalls: [...fold.openCalls.values()],
    seen: [...fold.seen],
  };
  return { doc, runs, events: fold.events, candidates: uniteCandidates(fold.candidates) };
}
