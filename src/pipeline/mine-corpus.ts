import { MAX_BETWEEN } from './contains-procedure.ts';

/** A run as mining sees it. */
export interface MinedSequence {
  /** The run's units, loops folded. */
  readonly units: readonly string[];
  /** What was asked: runs with equal ones asked the same. */
  readonly query: string;
  readonly session: string;
}

/** Sequences that are searched at most; of more a sample is. */
export const SAMPLE = 8_000;

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
  /** How many runs a sequence stands for; in a sample an estimate. */
  readonly weights: Float64Array;
  /** Their positions in what was given. */
  readonly members: readonly (readonly number[])[];
}

/** Separates units in a key; a unit that holds it is another unit all the same, since keys are only compared. */
const SEPARATOR = '\u0000';

/** A number from 0 (not included) to 1 that depends on the text of a sequence alone (FNV-1a, its bits mixed once more). */
function chanceOf({ names, units, bounds }: Corpus, sequence: number): number {
  let hash = 0x811c9dc5;
  for (let at = bounds[sequence] ?? 0; at < (bounds[sequence + 1] ?? 0); at += 1)
    for (const sign of `${names[units[at] ?? 0]}${SEPARATOR}`)
      hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (((hash ^ (hash >>> 13)) >>> 0) + 1) / 2 ** 32;
}

/** These sequences alone, none with a smaller weight than the least. */
function pickSequences(corpus: Corpus, picked: readonly number[], least: number): Corpus {
  const parts = picked.map((at) => corpus.units.subarray(corpus.bounds[at], corpus.bounds[at + 1]));
  const bounds = new Int32Array(picked.length + 1);
  for (const [at, part] of parts.entries()) bounds[at + 1] = (bounds[at] ?? 0) + part.length;
  const units = new Int32Array(bounds[picked.length] ?? 0);
  for (const [at, part] of parts.entries()) units.set(part, bounds[at]);
  return {
    names: corpus.names,
    ...{ units, bounds },
    weights: Float64Array.from(picked, (at) => Math.max(corpus.weights[at] ?? 0, least)),
    members: picked.map((at) => corpus.members[at] ?? []),
  };
}

/**
 * At most `SAMPLE` sequences that stand for all of them: a priority sample (Duffield, Lund and Thorup 2007), in which a sequence is kept the
 * likelier the more runs it stands for, and weighs what makes every estimate of a support right in the mean. Chance is a hash of the
 * text, so that the same runs give the same sample in any order. A corpus that is small enough is its own sample.
 */
export function sampleCorpus(corpus: Corpus): Corpus {
  if (corpus.weights.length <= SAMPLE) return corpus;
  const priorities = corpus.weights.map((weight, at) => weight / chanceOf(corpus, at));
  const least = priorities.toSorted().at(-1 - SAMPLE) ?? 0;
  const picked = [...priorities.keys()].filter((at) => (priorities[at] ?? 0) > least);
  return pickSequences(corpus, picked, least);
}

/** Positions of the steps of a pattern in one sequence: of the first end, each step as near to the next as can be; empty when it is not there. */
export function findSteps({ units, bounds }: Corpus, items: readonly number[], sequence: number): number[] {
  const [from, to] = [bounds[sequence] ?? 0, bounds[sequence + 1] ?? 0];
  const layers: (readonly number[])[] = [];
  for (const item of items) {
    const before = layers.at(-1);
    const layer: number[] = [];
    for (let at = from; at < to; at += 1)
      if (units[at] === item && (!before || nearest(before, at) !== undefined)) layer.push(at);
    if (layer.length === 0) return [];
    layers.push(layer);
  }
  const steps: number[] = [];
  for (const layer of layers.reverse()) {
    const next = steps[0];
    steps.unshift((next === undefined ? layer[0] : nearest(layer, next)) ?? 0);
  }
  return steps;
}

/** The last position that is near enough before `at`. */
const nearest = (positions: readonly number[], at: number): number | undefined =>
  positions.findLast((one) => one < at && at - one <= 1 + MAX_BETWEEN);

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
  const members = [...groups.keys()].sort().map((key) => groups.get(key) ?? []);
  const texts = members.map(([first = 0]) => sequences[first]?.units ?? []);
  const names = [...new Set(texts.flat())].sort();
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
    weights: Float64Array.from(members, ({ length }) => length),
    members,
  };
}
