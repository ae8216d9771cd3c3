import { compact } from '../domain/json.ts';
import { classKey, type RunClass } from '../domain/run-class.ts';
import type { RunDigest } from '../domain/run-digest.ts';
import { type ClassCounts, countClass } from './class-gates.ts';
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

type Place = Pick<MinedClass, 'project' | 'user'>;

/**
 * Classes of whole runs, then the mined ones. Runs without a class count in none. Where a mined procedure is also all that some runs did,
 * it is one class, the mined one, which counts those runs too.
 */
export function groupClasses(digests: readonly RunDigest[], mined: readonly MinedClass[] = []): ClassStats[] {
  const classed = digests.filter(({ classHash }) => classHash !== undefined);
  const byPlace = mined.length > 0 ? groupBy(classed, (run) => classKey(run, '')) : new Map();
  const minedKeys = new Set(mined.map((one) => classKey(one, one.runClass.hash)));
  return [
    ...[...groupBy(classed, (run) => classKey(run, run.classHash ?? ''))]
      .filter(([key]) => !minedKeys.has(key))
      .flatMap(([, runs]) => wholeClass(runs)),
    ...mined.map((one) =>
      countRuns(one, one.runClass, containing(one, byPlace.get(classKey(one, '')) ?? [])),
    ),
  ];
}

function wholeClass(runs: readonly RunDigest[]): ClassStats[] {
  const [first] = runs;
  if (first?.classHash === undefined) return [];
  return [countRuns(first, { hash: first.classHash, kind: 'run', units: first.units }, runs)];
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
