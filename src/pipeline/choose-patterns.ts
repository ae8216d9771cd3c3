import { MAX_BETWEEN } from './contains-procedure.ts';
import { GAPPED_WORTH, type Pattern } from './grow-patterns.ts';
import { type Corpus, findSteps } from './mine-corpus.ts';

/** How much habit and length count: chosen on tasks that were not mined (docs/workflows.md). */
const HABIT = 0.75;
const LENGTH = 2.25;
/** Passages between steps from which on more length counts no more. */
const ENOUGH = 4;

/** A pattern with what does not change while patterns are chosen. */
interface Rated {
  readonly pattern: Pattern;
  /** How usual its steps are after one another, times how long it is. */
  readonly factor: number;
  /** What it was worth when last looked at: it never grows. */
  worth: number;
}

/** Held to nine digits, so that what is equally good is not told apart by the rounding of its factors. */
const held = (worth: number): number => Number(worth.toPrecision(9));

const compareItems = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((item, index) => item !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? Number.NEGATIVE_INFINITY);
};

const byWorth = (a: Rated, b: Rated): number =>
  b.worth - a.worth || compareItems(a.pattern.items, b.pattern.items);

/** How often each unit comes, and each unit next to another. */
function countPairs({ names, units, bounds, weights }: Corpus) {
  const single = new Float64Array(names.length);
  const pairs = new Map<number, number>();
  for (let sequence = 0; sequence < weights.length; sequence += 1) {
    const weight = weights[sequence] ?? 0;
    const [from, to] = [bounds[sequence] ?? 0, bounds[sequence + 1] ?? 0];
    for (let at = from; at < to; at += 1) {
      const unit = units[at] ?? 0;
      single[unit] = (single[unit] ?? 0) + weight;
      const soon = new Set(units.subarray(at + 1, Math.min(to, at + 2 + MAX_BETWEEN)));
      for (const next of soon) {
        const key = unit * names.length + next;
        pairs.set(key, (pairs.get(key) ?? 0) + weight);
      }
    }
  }
  return { single, pairs };
}

/**
 * How often a pattern would be if only the pairs in it were habits: the count of its first unit times the shares of units that the next one
 * follows. A pattern made of usual pairs comes again where nothing was mined; one that a few sessions share by themselves does not.
 */
function makeExpectation(corpus: Corpus): (items: readonly number[]) => number {
  const { single, pairs } = countPairs(corpus);
  const follows = (a: number, b: number): number =>
    (pairs.get(a * corpus.names.length + b) ?? 0) / (single[a] ?? 1);
  return (items) =>
    items
      .slice(1)
      .reduce((product, item, at) => product * follows(items[at] ?? 0, item), single[items[0] ?? 0] ?? 0);
}

/** Positions of the steps of a pattern in one sequence: of every place without a gap, else of the first with gaps. */
function placesOf(corpus: Corpus, items: readonly number[], sequence: number) {
  const { units, bounds } = corpus;
  const whole: number[] = [];
  const stop = (bounds[sequence + 1] ?? 0) - items.length;
  for (let from = bounds[sequence] ?? 0; from <= stop; from += 1)
    if (items.every((item, at) => units[from + at] === item)) whole.push(...items.map((_, at) => from + at));
  return whole.length > 0
    ? { positions: whole, worth: 1 }
    : { positions: findSteps(corpus, items, sequence), worth: GAPPED_WORTH };
}

/** Steps that a pattern explains and nothing chosen does. */
function freshSteps(corpus: Corpus, { items, sequences }: Pattern, explained: Uint8Array): number {
  let sum = 0;
  for (const sequence of sequences) {
    const { positions, worth } = placesOf(corpus, items, sequence);
    const fresh = new Set(positions.filter((at) => explained[at] === 0)).size;
    sum += (corpus.weights[sequence] ?? 0) * worth * fresh;
  }
  return sum;
}

function markSteps(corpus: Corpus, { items, sequences }: Pattern, explained: Uint8Array): void {
  for (const sequence of sequences)
    for (const at of placesOf(corpus, items, sequence).positions) explained[at] = 1;
}

/** How patterns are chosen. */
export interface Choice {
  readonly max: number;
  /** Share of the worth of the best that the last must have: 0 for all. */
  readonly leastWorth: number;
  readonly isWanted: (pattern: Pattern) => boolean;
}

/**
 * The patterns that together explain most, best first. Each is worth the steps that it explains and nothing better does × (how often it would
 * be if only its pairs were habits)^0.75 × (length − 1, at most 4)^2.25; what explains nothing new is worth nothing. Greedy; since worth only falls, a
 * pattern is looked at again only when it is the best by what it was worth before.
 */
export function choosePatterns(
  corpus: Corpus,
  patterns: readonly Pattern[],
  { max, leastWorth, isWanted }: Choice,
): Pattern[] {
  const expect = makeExpectation(corpus);
  const rated = patterns.map((pattern): Rated => {
    const factor = expect(pattern.items) ** HABIT * Math.min(pattern.items.length - 1, ENOUGH) ** LENGTH;
    return { pattern, factor, worth: held(pattern.explains * factor) };
  });
  const explained = new Uint8Array(corpus.units.length);
  const chosen: Pattern[] = [];
  rated.sort(byWorth);
  let least = 0;
  while (rated.length > 0 && chosen.length < max) {
    const [best] = rated;
    if (!best) break;
    const { pattern, factor } = best;
    best.worth = held(freshSteps(corpus, pattern, explained) * factor);
    const next = rated[1];
    if (next && byWorth(best, next) > 0) {
      sink(rated);
      continue;
    }
    rated.shift();
    if (best.worth <= least) break;
    if (!isWanted(pattern)) continue;
    if (chosen.length === 0) least = best.worth * leastWorth;
    markSteps(corpus, pattern, explained);
    chosen.push(pattern);
  }
  return chosen;
}

/** Moves the first, whose worth fell, to where it belongs. */
function sink(rated: Rated[]): void {
  const [first] = rated.splice(0, 1);
  if (!first) return;
  let [low, high] = [0, rated.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = rated[middle];
    if (other && byWorth(other, first) < 0) low = middle + 1;
    else high = middle;
  }
  rated.splice(low, 0, first);
}
