import { MAX_BETWEEN } from './contains-procedure.ts';
import type { Corpus } from './mine-corpus.ts';

/** A sequence of units that enough runs hold. */
export interface Pattern {
  /** Numbers of its units. */
  readonly items: readonly number[];
  /** Runs that hold it, gaps allowed. */
  readonly support: number;
  /** The sequences that do, ascending. */
  readonly sequences: Int32Array;
  /** Steps of runs that it explains: every step where it lies without a gap, a part of them where it only lies with gaps. */
  readonly explains: number;
}

/** What growing may cost and bring. */
export interface GrowLimits {
  readonly minSupport: number;
  readonly minLength: number;
  readonly maxLength: number;
  /** Places that may be looked at; past them growing gives up. */
  readonly work: number;
  /** Takes what was found. */
  readonly give: (pattern: Pattern) => void;
}

/** What a step is worth that is explained only by leaving out others between: figures in docs/workflows.md. */
export const GAPPED_WORTH = 0.5;

/** Where a pattern ends, in the order of sequences: for each end the latest beginning, so that its span is the shortest. */
interface Places {
  readonly sequences: number[];
  readonly ends: number[];
  readonly begins: number[];
}

interface Branch extends Places {
  support: number;
  last: number;
  /** Units that every place has between the last two steps: -1 for none. */
  between: readonly number[] | undefined;
}

const newBranch = (): Branch => ({
  sequences: [],
  ends: [],
  begins: [],
  support: 0,
  last: -1,
  between: undefined,
});

/** What a pattern costs beside its places, in places. */
const NODE_WORK = 20;

const NOTHING: readonly number[] = [];

interface Growth {
  readonly corpus: Corpus;
  readonly limits: GrowLimits;
  /** Whether enough runs hold a unit, 1 or 0: no pattern has another one. */
  readonly isFrequent: Uint8Array;
  work: number;
}

/** The branch of a unit, with one more sequence to its support if it is new there. */
function branchAt(branches: Map<number, Branch>, unit: number, seen: { sequence: number; weight: number }) {
  const branch = branches.get(unit) ?? newBranch();
  if (branch.last === -1) branches.set(unit, branch);
  if (branch.last !== seen.sequence) branch.support += seen.weight;
  branch.last = seen.sequence;
  return branch;
}

/** Adds a place, or a later beginning for an end that is known. */
function addPlace(branch: Branch, sequence: number, place: { end: number; begin: number }): void {
  const { sequences, ends, begins } = branch;
  for (let at = ends.length - 1; at >= 0 && sequences[at] === sequence; at -= 1)
    if (ends[at] === place.end) {
      if (place.begin > (begins[at] ?? 0)) begins[at] = place.begin;
      return;
    }
  sequences.push(sequence);
  ends.push(place.end);
  begins.push(place.begin);
}

/** The patterns that are one step longer, by that step. */
function branchesOf(growth: Growth, { sequences, ends, begins }: Places): Map<number, Branch> {
  const { corpus, isFrequent } = growth;
  const { units, bounds, weights } = corpus;
  const branches = new Map<number, Branch>();
  for (let at = 0; at < ends.length; at += 1) {
    const [sequence = 0, end = 0, begin = 0] = [sequences[at], ends[at], begins[at]];
    const stop = Math.min(bounds[sequence + 1] ?? 0, end + 2 + MAX_BETWEEN);
    for (let next = end + 1; next < stop; next += 1) {
      const unit = units[next] ?? -1;
      if (isFrequent[unit] === 0) continue;
      const branch = branchAt(branches, unit, { sequence, weight: weights[sequence] ?? 0 });
      addPlace(branch, sequence, { end: next, begin });
      if (next === end + 1) branch.between = NOTHING;
      else if (branch.between !== NOTHING) narrowBetween(branch, units.subarray(end + 1, next));
    }
  }
  growth.work += ends.length + NODE_WORK;
  return branches;
}

function narrowBetween(branch: Branch, skipped: Int32Array): void {
  const left = branch.between ? branch.between.filter((unit) => skipped.includes(unit)) : [...skipped];
  branch.between = left.length === 0 ? NOTHING : left;
}

/** Whether one unit comes before every place, near enough to be a step of it: then a longer pattern has the same runs. */
function hasCommonStep({ units, bounds }: Corpus, { sequences, begins }: Places): boolean {
  let common: number[] | undefined;
  for (let at = 0; at < begins.length && common?.length !== 0; at += 1) {
    const begin = begins[at] ?? 0;
    const from = Math.max(bounds[sequences[at] ?? 0] ?? 0, begin - 1 - MAX_BETWEEN);
    const before = units.subarray(from, begin);
    common = common ? common.filter((unit) => before.includes(unit)) : [...before];
  }
  return (common?.length ?? 0) > 0;
}

/** The pattern at these places. */
function patternOf({ weights }: Corpus, items: readonly number[], branch: Branch): Pattern {
  const { sequences, ends, begins, support } = branch;
  let explains = 0;
  const own: number[] = [];
  for (let at = 0; at < ends.length; ) {
    const sequence = sequences[at] ?? 0;
    let whole = 0;
    for (; sequences[at] === sequence; at += 1)
      if ((ends[at] ?? 0) - (begins[at] ?? 0) === items.length - 1) whole += 1;
    explains += (weights[sequence] ?? 0) * (whole || GAPPED_WORTH) * items.length;
    own.push(sequence);
  }
  return { items, support, sequences: Int32Array.from(own), explains };
}

function grow(growth: Growth, items: readonly number[], branch: Branch): boolean {
  const { corpus, limits } = growth;
  if (growth.work > limits.work) return false;
  if (items.length > 1 && (branch.between?.length ?? 0) > 0) return true;
  if (hasCommonStep(corpus, branch)) return true;
  const isLongest = items.length === limits.maxLength;
  const branches = isLongest ? new Map<number, Branch>() : branchesOf(growth, branch);
  const frequent = [...branches].filter(([, { support }]) => support >= limits.minSupport);
  const isClosed = !frequent.some(([, { support }]) => support === branch.support);
  if (isClosed && items.length >= limits.minLength) limits.give(patternOf(corpus, items, branch));
  branches.clear();
  return frequent.sort(([a], [b]) => a - b).every(([unit, longer]) => grow(growth, [...items, unit], longer));
}

/** Which units enough runs hold. */
function findFrequent({ names, units, bounds, weights }: Corpus, minSupport: number): Uint8Array {
  const supports = new Float64Array(names.length);
  for (const [sequence, weight] of weights.entries())
    for (const unit of new Set(units.subarray(bounds[sequence], bounds[sequence + 1])))
      supports[unit] = (supports[unit] ?? 0) + weight;
  return Uint8Array.from(supports, (support) => (support >= minSupport ? 1 : 0));
}

/** Every place of every unit that is frequent. */
function firstBranches({ corpus, isFrequent }: Growth): [number, Branch][] {
  const { units, bounds, weights } = corpus;
  const branches = new Map<number, Branch>();
  for (const [sequence, weight] of weights.entries())
    for (let at = bounds[sequence] ?? 0; at < (bounds[sequence + 1] ?? 0); at += 1) {
      const unit = units[at] ?? -1;
      if (isFrequent[unit] === 0) continue;
      const branch = branchAt(branches, unit, { sequence, weight });
      branch.sequences.push(sequence);
      branch.ends.push(at);
      branch.begins.push(at);
    }
  return [...branches].sort(([a], [b]) => a - b);
}

/**
 * Gives every sequence of units that at least `minSupport` runs hold, gaps allowed, but for those that a longer one with the same runs
 * replaces and for most of what leads only to such. Depth first over the places where a pattern ends, in the manner of PrefixSpan with
 * BIDE's two ways of pruning. False when it took more work than it may; what was given then is a part.
 * Time: places of all frequent patterns × (`MAX_BETWEEN` + 1); space: places of one branch.
 */
export function growPatterns(corpus: Corpus, limits: GrowLimits): boolean {
  const isFrequent = findFrequent(corpus, limits.minSupport);
  const growth: Growth = { corpus, limits, isFrequent, work: 0 };
  return firstBranches(growth).every(([unit, branch]) => grow(growth, [unit], branch));
}
