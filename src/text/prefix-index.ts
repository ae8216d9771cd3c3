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

/** Where a term stands in the prefixes of entries: parallel columns, so that a probe reads memory in order. */
interface Posting {
  readonly at: number[];
  readonly place: number[];
  readonly size: number[];
  readonly weight: number[];
  /** Length of the entry's weights after this place. */
  readonly rest: number[];
}

/** What the current probe has met of each entry: terms shared, their part of the cosine, the places of the last of them. */
interface Meetings {
  /** Number of the probe that met the entry last; negative when that probe found the pair hopeless. */
  readonly probe: number[];
  readonly shared: number[];
  readonly cosine: number[];
  readonly here: number[];
  readonly there: number[];
}

/** Sets of terms whose pairs above some bounds can be found without comparing all. Grows by addEntry. */
export interface PrefixIndex {
  readonly bounds: Bounds;
  readonly ranks: Map<string, number>;
  readonly postings: Map<number, Posting>;
  readonly entries: Entry[];
  readonly met: Meetings;
  fresh: number;
  probes: number;
}

/** Guards every comparison of floating point against a bound: rather one candidate too many. */
const SLACK = 1e-9;

/** An empty index for sets like these: terms that few of them hold come first, which keeps the postings short. */
export function createPrefixIndex(sets: readonly (readonly string[])[], bounds: Bounds): PrefixIndex {
  const counts = new Map<string, number>();
  for (const set of sets) for (const term of set) counts.set(term, (counts.get(term) ?? 0) + 1);
  const rarest = [...counts].sort((x, y) => x[1] - y[1] || (x[0] < y[0] ? -1 : 1));
  const ranks = new Map(rarest.map(([term], rank): [string, number] => [term, rank]));
  const met = { probe: [], shared: [], cosine: [], here: [], there: [] };
  return { bounds, ranks, postings: new Map(), entries: [], met, fresh: -1, probes: 0 };
}

/** Adds a set of distinct terms; weights must have length one together. */
export function addEntry(index: PrefixIndex, terms: readonly string[], weights: ArrayLike<number>): void {
  const entry = readEntry(index, terms, weights);
  const at = index.entries.push(entry) - 1;
  index.met.probe[at] = 0;
  for (let place = 0; place < entry.prefix; place++) {
    const posting = postingOf(index, entry.ids[place] ?? 0);
    posting.at.push(at);
    posting.place.push(place);
    posting.size.push(entry.ids.length);
    posting.weight.push(entry.weights[place] ?? 0);
    posting.rest.push(entry.rest[place + 1] ?? 0);
  }
}

function postingOf(index: PrefixIndex, id: number): Posting {
  const known = index.postings.get(id);
  if (known !== undefined) return known;
  const posting: Posting = { at: [], place: [], size: [], weight: [], rest: [] };
  index.postings.set(id, posting);
  return posting;
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
  for (let here = 0; here < probe.prefix; here++) {
    const posting = index.postings.get(probe.ids[here] ?? 0);
    if (posting !== undefined) meetAll(index, { probe, here, posting }, found);
  }
  return found.filter((at) => {
    const entry = index.entries[at];
    if (entry === undefined) return false;
    return mayReach(index, { probe, entry, at }) && reaches(probe, entry, index.bounds);
  });
}

interface Step {
  readonly probe: Entry;
  readonly here: number;
  readonly posting: Posting;
}

function meetAll(index: PrefixIndex, { probe, here, posting }: Step, found: number[]): void {
  const { met, probes } = index;
  const weight = probe.weights[here] ?? 0;
  const isHopeless = judgeFirst(index.bounds, { probe, here, posting });
  for (let k = 0; k < posting.at.length; k++) {
    const at = posting.at[k] ?? 0;
    const last = met.probe[at] ?? 0;
    if (last === -probes) continue;
    const first = last !== probes;
    if (first && isHopeless(k)) {
      met.probe[at] = -probes;
      continue;
    }
    if (first) {
      met.probe[at] = probes;
      found.push(at);
    }
    met.shared[at] = first ? 1 : (met.shared[at] ?? 0) + 1;
    met.cosine[at] = (first ? 0 : (met.cosine[at] ?? 0)) + weight * (posting.weight[k] ?? 0);
    met.here[at] = here;
    met.there[at] = posting.place[k] ?? 0;
  }
}

/** At the first shared term everything else that two may share comes later in both: is even all of that too little? */
function judgeFirst({ overlap, cosine }: Bounds, { probe, here, posting }: Step): (k: number) => boolean {
  const size = probe.ids.length;
  const share = overlap / (1 + overlap);
  const weight = probe.weights[here] ?? 0;
  const rest = probe.rest[here + 1] ?? 0;
  return (k) => {
    const other = posting.size[k] ?? 0;
    const most = Math.min(size - here, other - (posting.place[k] ?? 0));
    if (most < share * (size + other) - SLACK) return true;
    return weight * (posting.weight[k] ?? 0) + rest * (posting.rest[k] ?? 0) < cosine - SLACK;
  };
}

/**
 * Could the terms beyond what the prefixes shared still lift a pair over the bounds? They stand after the last shared
 * place in both, and past the prefix that ends first.
 */
function mayReach({ met, bounds }: PrefixIndex, { probe: a, entry: b, at }: Candidate): boolean {
  const endsFirst = (a.ids[a.prefix - 1] ?? 0) <= (b.ids[b.prefix - 1] ?? 0);
  const fromA = endsFirst ? a.prefix : (met.here[at] ?? 0) + 1;
  const fromB = endsFirst ? (met.there[at] ?? 0) + 1 : b.prefix;
  const shared = (met.shared[at] ?? 0) + Math.min(a.ids.length - fromA, b.ids.length - fromB);
  if (shared < bounds.overlap * (a.ids.length + b.ids.length - shared) - SLACK) return false;
  return (met.cosine[at] ?? 0) + (a.rest[fromA] ?? 0) * (b.rest[fromB] ?? 0) >= bounds.cosine - SLACK;
}

interface Candidate {
  readonly probe: Entry;
  readonly entry: Entry;
  readonly at: number;
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
