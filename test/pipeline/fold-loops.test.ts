import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldLoops } from '../../src/pipeline/fold-loops.ts';

const fold = (text: string): string => foldLoops([...text]).join('');
const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 40 });
const hasRepeat = (text: string): boolean => /(.{1,12})\1/.test(text);

describe('foldLoops', () => {
  it.each([
    ['', ''],
    ['a', 'a'],
    ['aaa', 'a'],
    ['abab', 'ab'],
    ['ababa', 'aba'],
    ['eteetec', 'etec'],
    ['xabcabcabcy', 'xabcy'],
    ['aabbaabb', 'ab'],
    ['abcdefghijklabcdefghijkl', 'abcdefghijkl'],
    ['abcdefghijklmabcdefghijklm', 'abcdefghijklmabcdefghijklm'],
  ])('%s → %s', (text, folded) => expect(fold(text)).toBe(folded));

  it('leaves no repeat, and folding twice is folding once', () => {
    fc.assert(
      fc.property(letters, (text) => {
        const once = fold(text);
        expect(hasRepeat(once)).toBe(false);
        expect(fold(once)).toBe(once);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps every unit that was there, and its first and last', () => {
    fc.assert(
      fc.property(letters, (text) => {
        const once = fold(text);
        expect(new Set(once)).toEqual(new Set(text));
        expect([once.at(0), once.at(-1)]).toEqual([text.at(0), text.at(-1)]);
      }),
      { numRuns: 60 },
    );
  });
});
