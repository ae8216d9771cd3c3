import type { RunClass } from '../domain/run-class.ts';
import { choosePatterns } from './choose-patterns.ts';
import { hashOfUnits } from './class-units.ts';
import { growPatterns, type Pattern } from './grow-patterns.ts';
import { type Corpus, findSteps, type MinedSequence, makeCorpus, sampleCorpus } from './mine-corpus.ts';

/** What is mined for. */
export interface MineOptions {
  /** Runs that must hold a procedure, at least. */
  readonly minRuns?: number;
  /** Distinct queries, and distinct sessions, that these runs must have at least. */
  readonly minQueries?: number;
  readonly minSessions?: number;
  /** Steps of a procedure at least and at most. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Procedures at most. */
  readonly max?: number;
  /** What the last of them must be worth at least, as a share of the first: 0 to let gates decide. */
  readonly leastWorth?: number;
}

/** A sequence of units that runs hold again and again, as a class. */
export interface MinedProcedure extends RunClass {
  readonly kind: 'mined';
  /** Runs that hold it (`containsProcedure`), their distinct queries and sessions. */
  readonly runs: number;
  readonly queries: number;
  readonly sessions: number;
  /** Positions of these runs in what was mined, ascending. */
  readonly members: readonly number[];
}

/** What is mined for unless something else is asked for; runs and queries are the gates of a class. */
export const mineDefaults: Required<MineOptions> = {
  minRuns: 5,
  minQueries: 2,
  minSessions: 2,
  minLength: 3,
  maxLength: 12,
  max: 20,
  leastWorth: 0,
};

/** Places that mining may look at in all, and patterns that are chosen from. */
const WORK = 2_000_000;
const MAX_PATTERNS = 1_000;

const isWithin = (part: readonly number[], whole: readonly number[]): boolean => {
  let found = 0;
  for (const item of whole) if (item === part[found]) found += 1;
  return found === part.length;
};

/** Share of a pattern's runs from which on a longer pattern that holds it says the same, better. */
const ALMOST_ALL = 0.9;

/** Keeps of patterns that hold one another the longest, where it has nearly as many runs: so no closed pattern hides a longer one. */
function keepClosed(patterns: readonly Pattern[]): Pattern[] {
  const kept: Pattern[] = [];
  for (const pattern of patterns.toSorted((a, b) => b.items.length - a.items.length)) {
    const enough = pattern.support * ALMOST_ALL;
    const isSaid = kept.some(
      ({ items, support }) =>
        support >= enough && items.length > pattern.items.length && isWithin(pattern.items, items),
    );
    if (!isSaid) kept.push(pattern);
  }
  return kept;
}

/** The patterns that explain most, of those that are given one after another. */
function createPool() {
  let pool: Pattern[] = [];
  const cutPool = (): void => {
    pool.sort((a, b) => b.explains * b.items.length - a.explains * a.items.length);
    pool = pool.slice(0, MAX_PATTERNS);
  };
  return {
    give(pattern: Pattern): void {
      pool.push(pattern);
      if (pool.length >= 2 * MAX_PATTERNS) cutPool();
    },
    take(): Pattern[] {
      cutPool();
      return pool;
    },
  };
}

/** Patterns down to the least support that is asked for, or that the work allows: from half of all runs, halved until there are enough. */
function findPatterns(corpus: Corpus, options: Required<MineOptions>): Pattern[] {
  const { minRuns, minLength, maxLength } = options;
  const runs = corpus.weights.reduce((sum, weight) => sum + weight, 0);
  let found: Pattern[] = [];
  for (let part = 2; ; part *= 2) {
    const minSupport = Math.max(minRuns, Math.ceil(runs / part));
    const pool = createPool();
    const isWhole = growPatterns(corpus, { minSupport, minLength, maxLength, work: WORK, give: pool.give });
    if (isWhole) found = pool.take();
    if (!isWhole || minSupport === minRuns || found.length === MAX_PATTERNS) return found;
  }
}

/** What a mined pattern is, counted over all runs. */
function describePattern(
  corpus: Corpus,
  sequences: readonly MinedSequence[],
  items: readonly number[],
): MinedProcedure {
  const units = items.map((item) => corpus.names[item] ?? '');
  const members = corpus.members
    .flatMap((own, at) => (findSteps(corpus, items, at).length > 0 ? own : []))
    .sort((a, b) => a - b);
  const queries = new Set(members.map((at) => sequences[at]?.query)).size;
  const sessions = new Set(members.map((at) => sequences[at]?.session)).size;
  return { kind: 'mined', hash: hashOfUnits(units), units, runs: members.length, queries, sessions, members };
}

/**
 * Procedures that runs hold again and again, best first: closed sequences of units, with at most `MAX_BETWEEN` other units between two
 * steps, in enough runs, queries and sessions. The order of the runs does not matter. Of more than `SAMPLE` different runs a sample is
 * searched; what is found there is counted over all. Time: linear in the units of all runs, and at most `WORK` places a threshold for
 * the search; space: the units as numbers, and `MAX_PATTERNS` lists of sequences.
 */
export function mineProcedures(
  sequences: readonly MinedSequence[],
  options: MineOptions = {},
): MinedProcedure[] {
  const wanted = { ...mineDefaults, ...options };
  const corpus = makeCorpus(sequences, wanted.minLength);
  const sample = sampleCorpus(corpus);
  const found: MinedProcedure[] = [];
  const isWanted = ({ items }: Pattern): boolean => {
    const procedure = describePattern(corpus, sequences, items);
    const { runs, queries, sessions } = procedure;
    const isEnough = runs >= wanted.minRuns && queries >= wanted.minQueries && sessions >= wanted.minSessions;
    if (isEnough) found.push(procedure);
    return isEnough;
  };
  choosePatterns(sample, keepClosed(findPatterns(sample, wanted)), { ...wanted, isWanted });
  return found;
}
