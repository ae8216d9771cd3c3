import type { Candidate } from '../domain/candidate.ts';
import { isDict, type Json } from '../domain/json.ts';
import type { Policy } from '../domain/policy.ts';
import type { ScoredPair } from '../domain/scored-pair.ts';
import type { State } from '../domain/state.ts';
import { type Comparable, scoreFresh } from '../pipeline/score-pairs.ts';
import type { Store } from '../store/store.ts';
import { polarityOf } from '../text/polarity.ts';
import { profileText, similarityOf } from '../text/similarity.ts';
import { buildLexicon, type Lexicon } from '../text/synonyms.ts';

/** Words as this home's owner means them. */
export const lexiconOf = (store: Store): Lexicon | undefined =>
  store.settings.synonyms.length > 0 ? buildLexicon(store.settings.synonyms) : undefined;

/** What the pairs of an import are found in. */
export interface ImportContext {
  readonly state: State;
  readonly policy: Policy;
  readonly lexicon: Lexicon | undefined;
}

/** Candidates that were judged before and not saved: they keep counting, so new ones are compared with them too. */
function earlierCandidates(state: State, fresh: ReadonlySet<string>): Comparable[] {
  const earlier = new Map<string, Candidate>();
  for (const file of state.imported.values()) {
    for (const { candidate, verdict } of file.judged) {
      const isOpen =
        verdict === 'below-threshold' && !fresh.has(candidate.id) && !state.memories.has(candidate.id);
      if (isOpen) earlier.set(candidate.id, candidate);
    }
  }
  return [...earlier.values()];
}

/** Similarities that import decides by: of the candidates with memories, with one another, and with earlier ones. */
export function pairsForImport(
  candidates: readonly Candidate[],
  { state, policy, lexicon }: ImportContext,
): ScoredPair[] {
  const fresh = [...new Map(candidates.map((candidate) => [candidate.id, candidate])).values()];
  const ids = new Set(fresh.map(({ id }) => id));
  const memories = [...state.memories.values()].filter(({ id }) => !ids.has(id));
  const others = [...memories, ...earlierCandidates(state, ids)];
  return scoreFresh(fresh, others, { above: policy.relevance.similarAbove, ...(lexicon ? { lexicon } : {}) });
}

const textsIn = (value: Json | undefined): string[] =>
  typeof value === 'string'
    ? [value]
    : isDict(value) && typeof value.statement === 'string'
      ? [value.statement]
      : [];

/** What core memory says, as sentences. */
const coreTexts = ({ core }: State): string[] =>
  [core.stablePatterns, core.preferences, core.beliefs].flatMap((section) =>
    Object.values(section ?? {}).flatMap((value) => textsIn(value)),
  );

/** Ids of candidates that say what core memory says: similar from the calibrated cut on, and of the same polarity. */
export function alignedWithCore(
  candidates: readonly Candidate[],
  { state, policy, lexicon }: ImportContext,
): Set<string> {
  const profile = (text: string) => (lexicon ? profileText(text, lexicon) : profileText(text));
  const core = coreTexts(state).map((text) => ({ profile: profile(text), polarity: polarityOf(text) }));
  if (core.length === 0) return new Set();
  const isAligned = (candidate: Candidate): boolean => {
    const own = profile(candidate.summary);
    return core.some(
      (entry) =>
        similarityOf(own, entry.profile) >= policy.relevance.alignmentCut &&
        entry.polarity === polarityOf(candidate.summary),
    );
  };
  return new Set(candidates.filter(isAligned).map(({ id }) => id));
}
