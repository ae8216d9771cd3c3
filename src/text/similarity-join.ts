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

/** What a pair must reach to be worth a comparison: Jaccard of terms, and cosine of their weights. */
export interface Bounds {
  readonly overlap: number;
  readonly cosine: number;
}

/**
 * A set of terms as ascending numbers, rarest first, with unit-length weights; the first `prefix` of them are indexed.
 * `rest[i]` is the length of the weights from i on.
 */
interface Entry {
  readonly ids: Int32Array;
  readonly weights: Float64Array;
  readonly rest: Float64Array;
  readonly prefix: number;
}

/** What one probe has met of one entry so far: shared terms, their part of the cosine, the places of the last of them. */
interface Meeting {
  probe: number;
  shared: number;
  cosine: number;
  here: number;
  there: number;
}

/** Sets of terms whose pairs above some bounds can be found without comparing all. Grows by addEntry. */
export interface PrefixIndex {
  readonly bounds: Bounds;
  readonly ranks: Map<string, number>;
  /** Term to where it stands in prefixes: entry, place, entry, place … */
  readonly postings: Map<number, number[]>;
  readonly entries: Entry[];
  readonly met: Meeting[];
  fresh: number;
  probes: number;
}

/** Texts to compare new ones with. Opaque; made by buildJoinIndex, read by probeIndex, extended by addToIndex. */
export interface JoinIndex {
  readonly lowest: number;
  readonly profiles: TextProfile[];
  readonly wordless: Map<string, number[]>;
  readonly terms: PrefixIndex;
}

/** Guards every comparison of floating point against a bound: rather one candidate too many. */
const SLACK = 1e-9;

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

/** An empty index for sets like these: terms that few of them hold come first, which keeps the postings short. */
export function createPrefixIndex(sets: readonly (readonly string[])[], bounds: Bounds): PrefixIndex {
  const counts = new Map<string, number>();
  for (const set of sets) for (const term of set) counts.set(term, (counts.get(term) ?? 0) + 1);
  const rarest = [...counts].sort((x, y) => x[1] - y[1] || (x[0] < y[0] ? -1 : 1));
  const ranks = new Map(rarest.map(([term], rank): [string, number] => [term, rank]));
  return { bounds, ranks, postings: new Map(), entries: [], met: [], fresh: -1, probes: 0 };
}

/** Adds a set of distinct terms; weights must have length one together. */
export function addEntry(index: PrefixIndex, terms: readonly string[], weights: ArrayLike<number>): void {
  const entry = readEntry(index, terms, weights);
  const at = index.entries.push(entry) - 1;
  index.met.push({ probe: 0, shared: 0, cosine: 0, here: 0, there: 0 });
  entry.ids.subarray(0, entry.prefix).forEach((id, place) => {
    const posting = index.postings.get(id);
    if (posting === undefined) index.postings.set(id, [at, place]);
    else posting.push(at, place);
  });
}

/**
 * The places of all sets that reach both bounds with this one. Why nothing is missed: take the record whose prefix ends
 * first in the common order; a pair that shares nothing within the prefixes shares only terms of that record's rest, and the
 * rest is too short for the overlap (PPJoin) or for the cosine (Cauchy-Schwarz).
 */
export function findCandidates(
  index: PrefixIndex,
  terms: readonly string[],
  weights: ArrayLike<number>,
): number[] {
  const probe = readEntry(index, terms, weights);
  const found: number[] = [];
  index.probes++;
  for (let here = 0; here < probe.prefix; here++) meetAll(index, { probe, here }, found);
  return found.filter((at) => {
    const [entry, meeting] = [index.entries[at], index.met[at]];
    return (
      entry !== undefined &&
      meeting !== undefined &&
      mayReach(probe, entry, meeting, index.bounds) &&
      reaches(probe, entry, index.bounds)
    );
  });
}

function meetAll(index: PrefixIndex, { probe, here }: { probe: Entry; here: number }, found: number[]): void {
  const posting = index.postings.get(probe.ids[here] ?? 0) ?? [];
  const weight = probe.weights[here] ?? 0;
  for (let k = 0; k < posting.length; k += 2) {
    const at = posting[k] ?? 0;
    const there = posting[k + 1] ?? 0;
    const [entry, meeting] = [index.entries[at], index.met[at]];
    if (entry === undefined || meeting === undefined) continue;
    if (meeting.probe !== index.probes) {
      Object.assign(meeting, { probe: index.probes, shared: 0, cosine: 0 });
      found.push(at);
    }
    meeting.shared++;
    meeting.cosine += weight * (entry.weights[there] ?? 0);
    meeting.here = here;
    meeting.there = there;
  }
}

/**
 * Could the terms beyond what the prefixes shared still lift a pair over the bounds? They stand after the last shared
 * place in both, and past the prefix that ends first.
 */
function mayReach(a: Entry, b: Entry, met: Meeting, bounds: Bounds): boolean {
  const endsFirst = (a.ids[a.prefix - 1] ?? 0) <= (b.ids[b.prefix - 1] ?? 0);
  const fromA = endsFirst ? a.prefix : met.here + 1;
  const fromB = endsFirst ? met.there + 1 : b.prefix;
  const shared = met.shared + Math.min(a.ids.length - fromA, b.ids.length - fromB);
  if (shared < bounds.overlap * (a.ids.length + b.ids.length - shared) - SLACK) return false;
  return met.cosine + (a.rest[fromA] ?? 0) * (b.rest[fromB] ?? 0) >= bounds.cosine - SLACK;
}

/** A term that no earlier set held gets a rank before all others, so that the common order never changes. */
function readEntry(index: PrefixIndex, terms: readonly string[], weights: ArrayLike<number>): Entry {
  const ranked = terms
    .map((term, at): [number, number] => [rankOf(index, term), weights[at] ?? 0])
    .sort((x, y) => x[0] - y[0]);
  const ids = Int32Array.from(ranked, ([id]) => id);
  const sorted = Float64Array.from(ranked, ([, weight]) => weight);
  const rest = lengthsOfRest(sorted);
  const prefix = Math.min(overlapPrefix(ids.length, index.bounds), cosinePrefix(rest, index.bounds));
  return { ids, weights: sorted, rest, prefix };
}

function lengthsOfRest(weights: Float64Array): Float64Array {
  const rest = new Float64Array(weights.length + 1);
  let squares = 0;
  for (let at = weights.length - 1; at >= 0; at--) {
    squares += (weights[at] ?? 0) ** 2;
    rest[at] = Math.sqrt(squares);
  }
  return rest;
}

function rankOf(index: PrefixIndex, term: string): number {
  const known = index.ranks.get(term);
  if (known !== undefined) return known;
  const rank = index.fresh--;
  index.ranks.set(term, rank);
  return rank;
}

function overlapPrefix(size: number, { overlap }: Bounds): number {
  return Math.min(size, size - Math.ceil(overlap * size - SLACK) + 1);
}

/** How many terms stand before a rest that is too short to reach the cosine alone. */
function cosinePrefix(rest: Float64Array, { cosine }: Bounds): number {
  const prefix = rest.findIndex((length) => length < cosine - SLACK);
  return prefix < 0 ? rest.length - 1 : prefix;
}

function reaches(a: Entry, b: Entry, bounds: Bounds): boolean {
  const [small, large] =
    a.ids.length < b.ids.length ? [a.ids.length, b.ids.length] : [b.ids.length, a.ids.length];
  if (small < bounds.overlap * large - SLACK) return false;
  let shared = 0;
  let cosine = 0;
  for (let i = 0, j = 0; i < a.ids.length && j < b.ids.length; ) {
    const left = a.ids[i] ?? 0;
    const right = b.ids[j] ?? 0;
    if (left === right) {
      shared++;
      cosine += (a.weights[i++] ?? 0) * (b.weights[j++] ?? 0);
    } else if (left < right) i++;
    else j++;
  }
  return (
    cosine >= bounds.cosine - SLACK &&
    shared >= bounds.overlap * (a.ids.length + b.ids.length - shared) - SLACK
  );
}
