import { addEntry, createPrefixIndex, findCandidates, type PrefixIndex } from './prefix-index.ts';
import { cosineFor, MIN_OVERLAP, REVIEW, similarityOf, type TextProfile } from './similarity.ts';

/** Two texts by their places in the list (a < b), and their score. */
export interface ScoredPair {
  readonly a: number;
  readonly b: number;
  readonly score: number;
}

/** A text of the index by its place, and its score against the probe. */
export interface Match {
  readonly at: number;
  readonly score: number;
}

/** Texts to compare new ones with. Opaque; made by buildJoinIndex, read by probeIndex, extended by addToIndex. */
export interface JoinIndex {
  readonly lowest: number;
  readonly profiles: TextProfile[];
  readonly wordless: Map<string, number[]>;
  readonly terms: PrefixIndex;
}

/**
 * Every pair whose score is above the threshold, none left out, in order of (a, b). Threshold above 0; from 0.70 up the
 * overlap bound speeds it further. Method: prefix filter (PPJoin) on set overlap and on the length of the rest of a vector.
 */
export function similarityJoin(profiles: readonly TextProfile[], threshold: number = REVIEW): ScoredPair[] {
  const index = emptyIndex(profiles, threshold);
  const pairs = profiles.flatMap((profile, b) => {
    const matches = probeIndex(index, profile, threshold);
    addToIndex(index, profile);
    return matches.map(({ at, score }) => ({ a: at, b, score }));
  });
  return pairs.sort((x, y) => x.a - y.a || x.b - y.b);
}

/** An index that answers for every threshold from `lowest` up. Errors: RangeError when lowest is not above 0. */
export function buildJoinIndex(profiles: readonly TextProfile[], lowest: number = REVIEW): JoinIndex {
  const index = emptyIndex(profiles, lowest);
  for (const profile of profiles) addToIndex(index, profile);
  return index;
}

/** All indexed texts with a score above the threshold, by place. Errors: RangeError below the index's lowest threshold. */
export function probeIndex(
  index: JoinIndex,
  profile: TextProfile,
  threshold: number = index.lowest,
): Match[] {
  if (threshold < index.lowest)
    throw new RangeError(`the index answers from ${index.lowest} up, not ${threshold}`);
  const wordless = profile.terms.length === 0 ? (index.wordless.get(profile.normalized) ?? []) : [];
  const candidates = [...wordless, ...findCandidates(index.terms, profile.terms, profile.weights)];
  return candidates
    .map((at) => ({ at, score: scoreAt(index, at, profile) }))
    .filter(({ score }) => score > threshold)
    .sort((x, y) => x.at - y.at);
}

/** Adds one text and returns its place. */
export function addToIndex(index: JoinIndex, profile: TextProfile): number {
  const at = index.profiles.push(profile) - 1;
  addEntry(index.terms, profile.terms, profile.weights);
  if (profile.terms.length === 0) {
    index.wordless.set(profile.normalized, [...(index.wordless.get(profile.normalized) ?? []), at]);
  }
  return at;
}

function scoreAt(index: JoinIndex, at: number, profile: TextProfile): number {
  const other = index.profiles[at];
  return other === undefined ? 0 : similarityOf(profile, other);
}

function emptyIndex(profiles: readonly TextProfile[], lowest: number): JoinIndex {
  if (!(lowest > 0)) throw new RangeError('a join needs a threshold above 0');
  const bounds = { cosine: cosineFor(lowest), overlap: lowest >= REVIEW ? MIN_OVERLAP : 0 };
  const terms = createPrefixIndex(
    profiles.map((profile) => profile.terms),
    bounds,
  );
  return { lowest, profiles: [], wordless: new Map(), terms };
}
