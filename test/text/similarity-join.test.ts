import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileText, similarityOf, type TextProfile } from '../../src/text/similarity.ts';
import {
  addToIndex,
  buildJoinIndex,
  probeIndex,
  type ScoredPair,
  similarityJoin,
} from '../../src/text/similarity-join.ts';

const word = fc.constantFrom(
  ...'use run cache build test pnpm npm folder directory delete remove userId src/a.ts 30 thirty never fast slow zod yaml 使用缓存 テスト 🚀 the'.split(
    ' ',
  ),
);
const text = fc.array(word, { maxLength: 9 }).map((words) => words.join(' '));
const texts = fc.array(text, { maxLength: 25 });
const threshold = fc.constantFrom(0.3, 0.6, 0.7, 0.85, 0.98);

function allPairs(profiles: readonly TextProfile[], above: number): ScoredPair[] {
  return profiles.flatMap((left, a) =>
    profiles.flatMap((right, b) => {
      const score = similarityOf(left, right);
      return a < b && score > above ? [{ a, b, score }] : [];
    }),
  );
}

describe('similarityJoin', () => {
  it('finds what comparing all pairs finds, with the same scores', () => {
    fc.assert(
      fc.property(texts, threshold, (list, above) => {
        const profiles = list.map((one) => profileText(one));
        expect(similarityJoin(profiles, above)).toEqual(allPairs(profiles, above));
      }),
      { numRuns: 300 },
    );
  });

  it('finds equal texts that hold no word', () => {
    const profiles = ['🚀', 'x', '🚀', '!!'].map((one) => profileText(one));
    expect(similarityJoin(profiles, 0.7)).toEqual([{ a: 0, b: 2, score: 1 }]);
  });

  it('refuses a threshold that would need all pairs', () => {
    expect(() => similarityJoin([], 0)).toThrow(RangeError);
  });
});

describe('probeIndex', () => {
  it('finds what a comparison with each text finds, for texts added early or late', () => {
    fc.assert(
      fc.property(texts, texts, text, threshold, (early, late, one, above) => {
        const [first, second, probe] = [
          early.map((t) => profileText(t)),
          late.map((t) => profileText(t)),
          profileText(one),
        ];
        const index = buildJoinIndex(first, 0.3);
        for (const profile of second) addToIndex(index, profile);
        const expected = [...first, ...second]
          .map((other, at) => ({ at, score: similarityOf(probe, other) }))
          .filter(({ score }) => score > above);
        expect(probeIndex(index, probe, above)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('refuses a threshold below the one that the index was built for', () => {
    expect(() => probeIndex(buildJoinIndex([], 0.7), profileText('x'), 0.6)).toThrow(RangeError);
  });
});
