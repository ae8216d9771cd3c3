import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsProcedure, MAX_BETWEEN, spanOf } from '../../src/pipeline/contains-procedure.ts';

const contains = (units: string, procedure: string) => containsProcedure([...units], [...procedure]);
const span = (units: string, procedure: string) => spanOf([...units], [...procedure]);

describe('containsProcedure', () => {
  it.each([
    ['abc', 'abc', true],
    ['xabcx', 'abc', true],
    ['axxbxxc', 'abc', true],
    ['axxxbc', 'abc', false],
    ['abxxxc', 'abc', false],
    ['acb', 'abc', false],
    ['ab', 'abc', false],
    ['abc', '', false],
    ['', 'a', false],
    // A later beginning is near enough where the first is not.
    ['axxaxbc', 'abc', true],
    // The nearest b is too far from c, the next one is not.
    ['abxbxxc', 'abc', true],
  ])('%s holds %s: %s', (units, procedure, held) => expect(contains(units, procedure)).toBe(held));
});

describe('spanOf', () => {
  it.each([
    ['abc', 'abc', { from: 0, to: 2 }],
    ['axbcabc', 'abc', { from: 4, to: 6 }],
    ['abcabc', 'abc', { from: 0, to: 2 }],
    ['aab', 'ab', { from: 1, to: 2 }],
    ['abc', 'ca', undefined],
  ])('%s, %s', (units, procedure, place) => expect(span(units, procedure)).toEqual(place));

  it('agrees with an expression that says the same', () => {
    const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength });
    fc.assert(
      fc.property(letters(14), letters(4), (units, procedure) => {
        const gap = `.{0,${MAX_BETWEEN}}`;
        const wanted = procedure !== '' && new RegExp([...procedure].join(gap)).test(units);
        expect(contains(units, procedure)).toBe(wanted);
        const found = span(units, procedure);
        if (found) expect(contains(units.slice(found.from, found.to + 1), procedure)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
