import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeText } from '../../src/text/normalize.ts';
import { cosineFor, MERGE, REVIEW, scoreOf, similarity } from '../../src/text/similarity.ts';
import { buildLexicon } from '../../src/text/synonyms.ts';

const word = fc.constantFrom(
  ...'use tests Test run the of folder directory userId src/a.ts 30 🚀 使用缓存 café never - !'.split(' '),
);
const text = fc.oneof(
  fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);

describe('similarity', () => {
  it('is symmetric, within 0 and 1, and 1 only for the same normalised text', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const score = similarity(a, b);
        expect(score).toBe(similarity(b, a));
        expect(score >= 0 && score <= 1).toBe(true);
        expect(score === 1).toBe(normalizeText(a) === normalizeText(b));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['🚀', '🚀', 1],
    ['🚀', '💥', 0],
    ['!!', '??', 0],
    ['', '', 1],
    ['', 'x', 0],
    ['Use PNPM', 'use  pnpm', 1],
  ])('%s and %s without shared words', (a, b, score) => {
    expect(similarity(a, b)).toBe(score);
  });

  it.each([
    ['Always use pnpm for installs', 'Use pnpm for installing, always'],
    ['Delete temporary folders after the build', 'Remove temp directories after building'],
    ['Open a pull request for every change', 'open a PR for every change'],
  ])('%s: same, in other words', (a, b) => {
    expect(similarity(a, b)).toBeGreaterThan(MERGE);
  });

  it.each([
    ['Use zod for validation at the boundary', 'Rebuild the search index every night'],
    ['Refactor the auth module', 'Refactor the log parser'],
    ['使用缓存加快构建', '数据库连接超时'],
  ])('%s: another matter', (a, b) => {
    expect(similarity(a, b)).toBeLessThanOrEqual(REVIEW);
  });

  it('learns the synonyms of a user', () => {
    const lexicon = buildLexicon([['frobnicator', 'widget']]);
    expect(similarity('restart the frobnicator', 'restart the widget')).toBeLessThan(MERGE);
    expect(similarity('restart the frobnicator', 'restart the widget', lexicon)).toBeGreaterThan(MERGE);
  });
});

describe('scoreOf', () => {
  it.each([
    [1, 4, 0.9, true],
    [249, 1000, 0.9, false],
    [251, 1000, 0.9, true],
    [0, 9, 0, false],
  ])('%d of %d shared terms and cosine %d may pass 0.70: %s', (shared, union, cosine, passes) => {
    expect(scoreOf(shared, union, cosine) > REVIEW).toBe(passes);
  });

  it('grows with the cosine and is undone by cosineFor', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), (cosine) => {
        expect(cosineFor(scoreOf(9, 10, cosine))).toBeCloseTo(cosine, 9);
      }),
    );
  });
});
