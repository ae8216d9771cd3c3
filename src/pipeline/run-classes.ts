import { compact } from '../domain/json.ts';
import { classKey, type RunClass } from '../domain/run-class.ts';
import type { RunDigest } from '../domain/run-digest.ts';
import { type ClassCounts, countClass, runsSince } from './class-gates.ts';
import { containsProcedure } from './contains-procedure.ts';
import { groupBy } from './group-by.ts';

/** A class of runs of one project and person, with what counts of it. */
export interface ClassStats extends ClassCounts {
  readonly runClass: RunClass;
  readonly project: string;
  readonly user?: string;
  /** Its runs, newest first. */
  readonly digests: readonly RunDigest[];
  /** When the oldest of them began, ISO 8601; null where none counts. */
  readonly firstSeenAt: string | null;
}

/** A mined class and where it was found. */
export interface MinedClass {
  readonly runClass: RunClass;
  readonly project: string;
  readonly user?: string;
}

/** How runs are put together. */
export interface Grouping {
  /** Mined classes that are counted beside those of whole runs. */
  readonly mined?: readonly MinedClass[];
  /** By the key of a class, the time after which its runs count: when its skill was put aside. */
  readonly since?: ReadonlyMap<string, string>;
}

type Place = Pick<MinedClass, 'project' | 'user'>;

/**
 * Classes of whole runs, then the mined ones. Runs without a class count in none. Where a mined procedure is also all that some runs did,
 * it is one class, the mined one, which counts those runs too.
 */
export function groupClasses(digests: readonly RunDigest[], grouping: Grouping = {}): ClassStats[] {
  const { mined = [], since } = grouping;
  const classed = digests.filter(({ classHash }) => classHash !== undefined);
  const byPlace = mined.length > 0 ? groupBy(classed, (run) => classKey(run, '')) : new Map();
  const minedKeys = new Set(mined.map((one) => classKey(one, one.runClass.hash)));
  const statsOf: CountClass = (place, runClass, runs) =>
    countRuns(place, runClass, runsSince(runs, since?.get(classKey(place, runClass.hash))));
  return [
    ...[...groupBy(classed, (run) => classKey(run, run.classHash ?? ''))]
      .filter(([key]) => !minedKeys.has(key))
      .flatMap(([, runs]) => wholeClass(runs, statsOf)),
    ...mined.map((one) => statsOf(one, one.runClass, containing(one, byPlace.get(classKey(one, '')) ?? []))),
  ];
}

type CountClass = (place: Place, runClass: RunClass, runs: readonly RunDigest[]) => ClassStats;

function wholeClass(runs: readonly RunDigest[], statsOf: CountClass): ClassStats[] {
  const [first] = runs;
  if (first?.classHash === undefined) return [];
  return [statsOf(first, { hash: first.classHash, kind: 'run', units: first.units }, runs)];
}

/** Runs that went through a mined procedure. Runs of one class share their units, so each sequence is looked at once. */
function containing({ runClass }: MinedClass, runs: readonly RunDigest[]): RunDigest[] {
  const known = new Map<readonly string[], boolean>();
  return runs.filter(({ units }) => {
    const isKnown = known.get(units) ?? containsProcedure(units, runClass.units);
    known.set(units, isKnown);
    return isKnown;
  });
}

function countRuns({ project, user }: Place, runClass: RunClass, runs: readonly RunDigest[]): ClassStats {
  const newest = [...runs].sort((a, b) =>
    a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0,
  );
  return {
    runClass,
    project,
    ...compact({ user }),
    digests: newest,
    ...countClass(newest),
    firstSeenAt: newest.at(-1)?.createdAt ?? null,
  };
}
