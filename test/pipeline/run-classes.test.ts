import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/domain/run.ts';
import type { RunDigest } from '../../src/domain/run-digest.ts';
import { allClasses } from '../../src/pipeline/all-classes.ts';
import { hashOfUnits } from '../../src/pipeline/class-units.ts';
import { groupClasses, type MinedClass } from '../../src/pipeline/run-classes.ts';
import { daysAgo } from './samples.ts';

let count = 0;

const digest = (units: readonly string[], fields: Partial<RunDigest> = {}): RunDigest => ({
  id: `w-${count++}`,
  sessionId: `s-${count}`,
  project: 'p',
  outcome: 'success',
  closed: true,
  createdAt: daysAgo(1),
  query: 'ask',
  units,
  ...(units.length > 0 ? { classHash: hashOfUnits(units) } : {}),
  skills: [],
  place: { file: '2026-05.jsonl', offset: 0, length: 0 },
  ...fields,
});

const mined = (units: readonly string[], place: Partial<MinedClass> = {}): MinedClass => ({
  runClass: { hash: hashOfUnits(units), kind: 'mined', units },
  project: 'p',
  ...place,
});

const test = ['edit ts', 'run npm test'];

describe('classes of runs', () => {
  it('count runs, those whose end is known, prompts and times', () => {
    const outcomes: readonly Outcome[] = ['success', 'unknown', 'failure', 'success'];
    const runs = outcomes.map((outcome, at) =>
      digest(test, { outcome, createdAt: daysAgo(at + 1), query: at < 2 ? 'one' : 'two' }),
    );
    const [stats, ...others] = groupClasses([...runs.toReversed(), digest([])]);
    expect(others).toEqual([]);
    expect(stats).toEqual({
      runClass: { hash: hashOfUnits(test), kind: 'run', units: test },
      project: 'p',
      digests: runs,
      runs: 4,
      executions: 3,
      successes: 2,
      successRate: 2 / 3,
      queries: 2,
      firstSeenAt: daysAgo(4),
      lastSeenAt: daysAgo(1),
    });
  });

  it('are of one project and person', () => {
    const runs = [digest(test), digest(test, { project: 'q' }), digest(test, { user: 'u' }), digest(test)];
    expect(groupClasses(runs).map(({ project, user, runs: size }) => [project, user, size])).toEqual([
      ['p', undefined, 2],
      ['q', undefined, 1],
      ['p', 'u', 1],
    ]);
  });

  it('of mined procedures count each run that holds them, in their place', () => {
    const runs = [
      digest([...test, 'run git commit']),
      digest(['run make', ...test]),
      digest(test, { project: 'q' }),
      digest(['run npm test', 'edit ts']),
    ];
    const classes = groupClasses(runs, [mined(test)]);
    expect(classes.at(-1)).toMatchObject({ runClass: { kind: 'mined' }, project: 'p', runs: 2 });
    expect(classes).toHaveLength(5);
  });

  it('are one where a mined procedure is all that some runs did', () => {
    const runs = [digest(test), digest([...test, 'run git commit'])];
    const classes = groupClasses(runs, [mined(test)]);
    expect(classes.map(({ runClass, runs: size }) => [runClass.kind, runClass.units.length, size])).toEqual([
      ['run', 3, 1],
      ['mined', 2, 2],
    ]);
  });

  it('hold each run with a class in just one class of whole runs, whatever its order', () => {
    const units = fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(fc.tuple(units, fc.constantFrom('p', 'q'), fc.nat(5))), (told) => {
        const runs = told.map(([own, project, day]) => digest(own, { project, createdAt: daysAgo(day) }));
        const classes = groupClasses(runs);
        const held = classes.flatMap(({ digests }) => digests.map(({ id }) => id));
        expect(held.sort()).toEqual(
          runs.flatMap(({ id, units: own }) => (own.length > 0 ? [id] : [])).sort(),
        );
        expect(new Set(classes.map(({ project, runClass }) => `${project} ${runClass.hash}`)).size).toBe(
          classes.length,
        );
        for (const { digests } of classes)
          expect(digests.map(({ createdAt }) => createdAt)).toEqual(
            digests.map(({ createdAt }) => createdAt).toSorted((a, b) => (a < b ? 1 : -1)),
          );
      }),
    );
  });

  it('are mined of each project by itself, with as many runs as the gates ask for', () => {
    const steps = ['run npm version', 'run npm publish', 'run git push'];
    const runs = ['p', 'q'].flatMap((project) =>
      Array.from({ length: project === 'p' ? 5 : 4 }, (_, at) =>
        digest([...steps, `run other-${project}-${at}`], { project, query: `ask ${at}` }),
      ),
    );
    const found = allClasses(runs, { minExecutions: 5, minQueries: 2 }).filter(
      ({ runClass }) => runClass.kind === 'mined',
    );
    expect(found.map(({ project, runClass, runs: size }) => [project, runClass.units, size])).toEqual([
      ['p', steps, 5],
    ]);
  });
});
