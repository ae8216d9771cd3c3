import { rarityOf } from '../text/background.ts';
import type { ExpandedWord } from './expand-query.ts';

/** Common words count a little, the same as in the score of two texts; numbers no more, since any text may hold a 2. */
const minWorth = 0.5;
const isNumber = (term: string): boolean => /^[-+]?\d[\d.,:%]*$/.test(term);

/** What a synonym counts beside the word itself: less than in ranking, where being first is enough. */
const otherWord = 0.5;

/** Worth of the shared words at which a match is taken at 63 per cent: one rare word (about 8) is nearly enough, one common word is not. */
const enough = 6;

const worthOf = (term: string): number =>
  isNumber(term) ? minWorth : Math.max(minWorth, rarityOf(term) - 1);

/**
 * How much a query and a memory are about the same, 0..1: the geometric mean of the share of the query that the memory holds and the
 * share of the memory that the query holds, times `1 − e^(−shared / 6)`; each term by its rarity in the shipped background, less
 * one. It depends on the two texts alone, so that one floor fits every home. Lexical: the same in other words stays low.
 */
export function measureSimilarity(
  words: readonly ExpandedWord[],
  terms: ReadonlyMap<string, number>,
): number {
  let [asked, shared] = [0, 0];
  const held = new Map<string, number>();
  for (const { alternatives } of words) {
    const worth = worthOf(alternatives[0]?.term ?? '');
    const found = alternatives.filter(({ term }) => terms.has(term));
    const shareOf = (one: (typeof found)[number]): number => (one === alternatives[0] ? 1 : otherWord);
    asked += worth;
    shared += worth * Math.max(0, ...found.map(shareOf));
    for (const one of found) held.set(one.term, Math.max(held.get(one.term) ?? 0, shareOf(one)));
  }
  let [all, covered] = [0, 0];
  for (const term of terms.keys()) {
    all += worthOf(term);
    covered += worthOf(term) * (held.get(term) ?? 0);
  }
  if (asked === 0 || all === 0) return 0;
  return Math.sqrt((shared / asked) * (covered / all)) * (1 - Math.exp(-shared / enough));
}
