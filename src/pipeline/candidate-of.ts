import type { Candidate, Provenance, Severity } from '../domain/candidate.ts';
import { memoryId } from '../domain/identity.ts';
import { compact } from '../domain/json.ts';
import { type Place, topicBranchOf } from '../domain/project.ts';
import { normalizeText } from '../text/normalize.ts';
import { candidateName } from './candidate-name.ts';
import { distinct } from './evidence.ts';
import { excerptLine } from './excerpt.ts';

/** Where and when something was learned. */
export interface Occasion {
  readonly place: Place;
  readonly sessionId: string;
  readonly runId?: string | undefined;
  /** Label of the transcript. */
  readonly file?: string | undefined;
  readonly at: string;
  readonly row: number;
  readonly eventIds: readonly string[];
  /** The line that says it; redacted and cut here. */
  readonly quote: string;
}

/** What was learned, before it has an id, a name and an owner. */
export type Teaching = Omit<Candidate, 'id' | 'name' | 'user' | 'project' | 'provenance'> & {
  /** What the id is made of when the summary may differ from one occasion to the next. */
  readonly key?: string;
};

/** Longest summary, in characters. */
export const summaryLength = 280;

/** The candidate of a teaching: owned by the person in user scope, else by the project; no count is part of summary or id. */
export function candidateOf({ key, ...teaching }: Teaching, occasion: Occasion): Candidate {
  const { place } = occasion;
  const summary = excerptLine(teaching.summary, summaryLength);
  const user = teaching.scope === 'user' ? place.user : undefined;
  const project = teaching.scope === 'project' ? place.project.id : undefined;
  const branch = teaching.scope === 'project' ? topicBranchOf(place) : undefined;
  const id = memoryId({ ...teaching, user, project, text: normalizeText(key ?? summary) });
  const name = candidateName(teaching.entityType, summary);
  return compact({
    ...teaching,
    id,
    name,
    summary,
    user,
    project,
    branch,
    provenance: [provenanceOf(occasion)],
  });
}

function provenanceOf({ sessionId, runId, file, at, row, eventIds, quote }: Occasion): Provenance {
  return compact({
    origin: 'transcript',
    at,
    sessionId,
    runId,
    file,
    row,
    eventIds,
    quote: excerptLine(quote),
  });
}

const ranks: Readonly<Record<Severity, number>> = { low: 1, medium: 2, high: 3, critical: 4 };
const rankOf = ({ severity }: Candidate): number => (severity ? ranks[severity] : 0);

function unitePair(a: Candidate, b: Candidate): Candidate {
  const lead = rankOf(b) > rankOf(a) ? b : a;
  const provenance = new Map(
    [...a.provenance, ...b.provenance].map((entry) => [JSON.stringify(entry), entry]),
  );
  return {
    ...lead,
    observations: distinct([...a.observations, ...b.observations]),
    appliesTo: distinct([...a.appliesTo, ...b.appliesTo]),
    confidence: Math.max(a.confidence, b.confidence),
    provenance: [...provenance.values()],
  };
}

/** One candidate an id, in the order in which they first appear: evidence united, the higher severity and its wording kept. */
export function uniteCandidates(candidates: readonly Candidate[]): Candidate[] {
  const byId = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const known = byId.get(candidate.id);
    byId.set(candidate.id, known ? unitePair(known, candidate) : candidate);
  }
  return [...byId.values()];
}
