/** A run as mining sees it. */
export interface MinedSequence {
  /** The run's units, loops folded. */
  readonly units: readonly string[];
  /** What was asked: runs with equal ones asked the same. */
  readonly query: string;
  readonly session: string;
}

/**
 * Sequences as numbers: equal ones once, with how many they stand for. Units and sequences are numbered in the order of their texts, so
 * that nothing depends on the order of the runs.
 */
export interface Corpus {
  /** Names of the units by number. */
  readonly names: readonly string[];
  /** All sequences in one row; sequence s lies from `bounds[s]` to before `bounds[s + 1]`. */
  readonly units: Int32Array;
  readonly bounds: Int32Array;
  /** How many runs a sequence stands for. */
  readonly weights: Int32Array;
  /** Their positions in what was given. */
  readonly members: readonly (readonly number[])[];
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Separates units in a key; a unit that holds it is another unit all the same, since keys are only compared. */
const SEPARATOR = '\u0000';

/** Gathers equal sequences; those that are too short to hold a procedure are left out. */
export function makeCorpus(sequences: readonly MinedSequence[], minLength: number): Corpus {
  const groups = new Map<string, number[]>();
  for (const [at, { units }] of sequences.entries()) {
    if (units.length < minLength) continue;
    const key = units.join(SEPARATOR);
    const group = groups.get(key);
    if (group) group.push(at);
    else groups.set(key, [at]);
  }
  const sorted = [...groups].sort(([a], [b]) => byText(a, b));
  const texts = sorted.map(([, [first = 0]]) => sequences[first]?.units ?? []);
  const names = [...new Set(texts.flat())].sort(byText);
  const numbers = new Map(names.map((name, at) => [name, at]));
  const bounds = new Int32Array(texts.length + 1);
  for (const [at, text] of texts.entries()) bounds[at + 1] = (bounds[at] ?? 0) + text.length;
  const units = new Int32Array(bounds[texts.length] ?? 0);
  let next = 0;
  for (const text of texts) for (const unit of text) units[next++] = numbers.get(unit) ?? -1;
  return {
    names,
    units,
    bounds,
    weights: Int32Array.from(sorted, ([, group]) => group.length),
    members: sorted.map(([, group]) => group),
  };
}
