import type { Candidate, Polarity, Provenance, Scope, Severity, Source } from '../domain/candidate.ts';
import { memoryId } from '../domain/identity.ts';
import { compact } from '../domain/json.ts';
import { normalizeText } from '../text/normalize.ts';
import { redact } from '../text/redact.ts';
import { candidateName } from './candidate-name.ts';

/** What a source knows of a candidate; the rest follows from it. */
export interface CandidateDraft {
  readonly entityType: string;
  readonly summary: string;
  /** What the name is made of where the summary is too long for one. */
  readonly title?: string;
  readonly observations: readonly string[];
  readonly appliesTo: readonly string[];
  readonly severity?: Severity;
  readonly source: Source;
  readonly common: boolean;
  readonly scope: Scope;
  readonly project?: string;
  readonly branch?: string;
  readonly user?: string;
  readonly polarity?: Polarity;
  readonly confidence: number;
  readonly provenance: readonly Provenance[];
}

const masked = (text: string): string => redact(text).text;

/** The candidate of a draft: secrets masked in every text, id from what it says and whose it is, name from the summary. */
export function makeCandidate(draft: CandidateDraft): Candidate {
  const { common, title, ...rest } = draft;
  const summary = masked(draft.summary);
  const { entityType, scope, project, user } = draft;
  return compact({
    ...rest,
    id: memoryId({ entityType, scope, project, user, text: normalizeText(summary) }),
    name: candidateName(entityType, title === undefined ? summary : masked(title)),
    summary,
    observations: draft.observations.map(masked),
    frequencyHint: common ? ('common' as const) : undefined,
    provenance: draft.provenance.map((one) => (one.quote ? { ...one, quote: masked(one.quote) } : one)),
  });
}
