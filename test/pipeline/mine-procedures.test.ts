import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOfUnits } from '../../src/pipeline/class-units.ts';
import { containsProcedure } from '../../src/pipeline/contains-procedure.ts';
import { foldLoops } from '../../src/pipeline/fold-loops.ts';
import type { MinedSequence } from '../../src/pipeline/mine-corpus.ts';
import { type MineOptions, mineProcedures } from '../../src/pipeline/mine-procedures.ts';

/** Runs as letters, each of a session and a query of its own. */
const runsOf = (...texts: readonly string[]): MinedSequence[] =>
  texts.map((text, at) => ({ units: [...text], query: `q${at}`, session: `s${at}` }));
const mine = (runs: readonly MinedSequence[], options: MineOptions = {}): string[] =>
  mineProcedures(runs, options).map(({ units }) => units.join(''));
const times = (count: number, text: string): string[] => Array.from({ length: count }, () => text);

describe('mineProcedures', () => {
  it('finds what runs hold with other steps between, before and after', () => {
    const [procedure] = mineProcedures(runsOf('abcd', 'xabcd', 'axbcyd', 'abzcdy', 'wabcvd', 'mno'));
    expect(procedure).toEqual({
      kind: 'mined',
      hash: hashOfUnits(['a', 'b', 'c', 'd']),
      units: ['a', 'b', 'c', 'd'],
      ...{ runs: 5, queries: 5, sessions: 5 },
      members: [0, 1, 2, 3, 4],
    });
  });

  it('finds what never lies without a gap', () => {
    expect(mine(runsOf('a1b2c', 'a3b4c', 'a5b6c', 'a7b8c', 'a9b0c'))).toEqual(['abc']);
  });

  it('does not follow over more than two other steps', () => {
    expect(mine(runsOf('a12b34c', 'a56b78c', 'a90bqwc', 'aerbtyc', 'auibopc'))).toEqual(['abc']);
    expect(mine(runsOf('a123bc', 'a456bc', 'a789bc', 'aqwebc', 'artybc'))).toEqual([]);
  });

  it.each([
    ['runs', [...times(4, 'abc'), 'xyz'], {}, []],
    ['runs', times(5, 'abc'), {}, ['abc']],
    ['runs asked for', times(4, 'abc'), { minRuns: 4 }, ['abc']],
    ['steps', times(5, 'ab'), {}, []],
    ['steps asked for', times(5, 'ab'), { minLength: 2 }, ['ab']],
  ])('needs enough %s: %j', (_, texts, options, found) =>
    expect(mine(runsOf(...texts), options)).toEqual(found),
  );

  it('needs enough queries and sessions', () => {
    const runs = runsOf(...times(5, 'abc'));
    expect(mine(runs.map((run) => ({ ...run, query: 'the same' })))).toEqual([]);
    expect(mine(runs.map((run) => ({ ...run, session: 'the same' })))).toEqual([]);
    expect(mine(runs.map((run, at) => ({ ...run, query: `${at > 3}`, session: `${at > 0}` })))).toEqual([
      'abc',
    ]);
  });

  it('gives no part of what as many runs hold whole, and the part where more do', () => {
    expect(mine(runsOf(...times(5, 'abcdef')))).toEqual(['abcdef']);
    const found = mine(runsOf(...times(5, 'abcdef'), ...times(20, 'abc')));
    expect(new Set(found)).toEqual(new Set(['abc', 'abcdef']));
  });

  it('follows a procedure to twelve steps', () => {
    expect(mine(runsOf(...times(5, 'abcdefghijkl')))).toEqual(['abcdefghijkl']);
    expect(mine(runsOf(...times(5, 'abcdefghijklm')))[0]).toHaveLength(12);
  });

  it('gives the best first, and no more than are asked for', () => {
    const runs = runsOf(...times(30, 'abcd'), ...times(6, 'wxy'), ...times(15, 'pqrs'));
    expect(mine(runs)).toEqual(['abcd', 'pqrs', 'wxy']);
    expect(mine(runs, { max: 2 })).toEqual(['abcd', 'pqrs']);
    expect(mine(runs, { max: 0 })).toEqual([]);
  });

  it('mines nothing of nothing', () => expect(mine([])).toEqual([]));

  const someRuns = fc
    .array(fc.string({ unit: fc.constantFrom(...'abcdefg'), minLength: 1, maxLength: 10 }), {
      minLength: 10,
      maxLength: 40,
    })
    .map((texts) => runsOf(...texts.map((text) => foldLoops([...text]).join(''))));
  const few = { minRuns: 3 };

  it('tells of procedures what is so: who holds them, and that none is a part of one with the same runs', () => {
    fc.assert(
      fc.property(someRuns, (runs) => {
        const found = mineProcedures(runs, few);
        for (const { units, members, runs: count } of found) {
          const holding = [...runs.keys()].filter((at) => containsProcedure(runs[at]?.units ?? [], units));
          expect(members).toEqual(holding);
          expect(count).toBe(holding.length);
        }
        for (const one of found)
          for (const other of found)
            if (one !== other && other.runs === one.runs)
              expect(new RegExp(one.units.join('.*')).test(other.units.join(''))).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  it('does not depend on the order of runs', () => {
    fc.assert(
      fc.property(someRuns, fc.infiniteStream(fc.nat()), (runs, order) => {
        const shuffled = runs
          .map((run) => ({ run, key: order.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ run }) => run);
        expect(mine(shuffled, few)).toEqual(mine(runs, few));
      }),
      { numRuns: 20 },
    );
  });

  it('finds the same in twice the runs, for twice the support', () => {
    fc.assert(
      fc.property(someRuns, (runs) => {
        const [once, twice] = [
          mineProcedures(runs, few),
          mineProcedures([...runs, ...runs], { minRuns: 2 * few.minRuns }),
        ];
        expect(twice.map(({ units, runs: count }) => [units, count])).toEqual(
          once.map(({ units, runs: count }) => [units, 2 * count]),
        );
      }),
      { numRuns: 20 },
    );
  });
});
