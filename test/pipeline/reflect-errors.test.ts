import { describe, expect, it } from 'vitest';
import type { Run } from '../../src/domain/run.ts';
import { findRecurringErrors } from '../../src/pipeline/reflect-errors.ts';
import { lastDays } from '../../src/pipeline/reflect-period.ts';
import { edited, failing, ran, runOf } from './reflect-samples.ts';
import { now } from './samples.ts';

const month = lastDays(30, now);
const find = (runs: readonly Run[]) => findRecurringErrors(runs, month);
const broken = () => failing('npm run build', 'error TS2322: no');
const works = () => ran('npm run build');

describe('findRecurringErrors', () => {
  it('holds when the step worked in a later run and the error was not seen again', () => {
    const [error] = find([
      runOf('a', 9, [broken(), broken(), edited('src/a.ts'), works()]),
      runOf('b', 5, [works()]),
      runOf('c', 4, [works(), works()]),
    ]);
    expect(error).toMatchObject({
      shape: 'Bash npm run build',
      seen: 2,
      sessions: 1,
      verdict: 'held',
      fix: ['edited src/a.ts'],
      heldRuns: 2,
      returns: 0,
    });
  });

  it('came back when it is seen in a later run than the one that fixed it', () => {
    const [error] = find([
      runOf('a', 9, [broken(), edited('src/a.ts'), works()]),
      runOf('b', 5, [broken(), edited('src/b.ts'), works()]),
      runOf('c', 4, [works()]),
    ]);
    expect(error).toMatchObject({
      verdict: 'came back',
      returns: 1,
      sessions: 2,
      fix: ['edited src/b.ts'],
      heldRuns: 1,
    });
    expect(error?.returnedAt).toBe(error?.lastAt);
  });

  it.each<[string, Run[], string | undefined]>([
    ['never worked again', [runOf('a', 2, [broken(), broken()])], 'open'],
    [
      'worked again in the same run, and was not run since',
      [runOf('a', 2, [broken(), broken(), works()])],
      'not run since',
    ],
    [
      'failing, fixed and failing in one run is one attempt',
      [runOf('a', 2, [broken(), works(), broken(), works()])],
      'not run since',
    ],
    ['seen once', [runOf('a', 2, [broken(), works()])], undefined],
    ['seen only before the period', [runOf('a', 40, [broken(), broken()])], undefined],
    [
      'seen once in the period and once before',
      [runOf('a', 40, [broken()]), runOf('b', 3, [broken()])],
      'open',
    ],
    [
      'came back before the period only',
      [runOf('a', 60, [broken(), works()]), runOf('b', 50, [broken()])],
      undefined,
    ],
    [
      'another error of the same step is no return',
      [
        runOf('a', 9, [broken(), broken(), works()]),
        runOf('b', 5, [failing('npm run build', 'error TS9: other')]),
        runOf('c', 4, [works()]),
      ],
      'held',
    ],
    [
      'a masked success proves nothing',
      [runOf('a', 2, [broken(), broken(), ran('npm run build', { masked: true })])],
      'open',
    ],
    [
      'a look that finds nothing is no error',
      [runOf('a', 2, [failing('grep', 'no such'), failing('grep', 'no such')])],
      undefined,
    ],
  ])('%s', (_, runs, verdict) => {
    expect(find(runs)[0]?.verdict).toBe(verdict);
  });

  it('keeps projects apart, and what is worst comes first', () => {
    const found = find([
      runOf('a', 9, [broken(), broken(), works()]),
      runOf('b', 8, [broken(), broken()], { project: 'q' }),
      runOf('c', 3, [failing('npm test', 'x failed'), works(), ran('npm test')]),
      runOf('d', 2, [failing('npm test', 'x failed')]),
    ]);
    expect(found.map(({ project, verdict }) => [project, verdict])).toEqual([
      ['p', 'came back'],
      ['q', 'open'],
      ['p', 'held'],
    ]);
  });

  it('does not depend on the order of the runs', () => {
    const runs = [
      runOf('a', 9, [broken(), works()]),
      runOf('b', 5, [broken(), works()]),
      runOf('c', 4, [works()]),
    ];
    expect(find([...runs].reverse())).toEqual(find(runs));
  });
});
