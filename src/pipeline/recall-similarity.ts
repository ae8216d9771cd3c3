import { rarityOf } from '../text/background.ts';
import type { ExpandedWord } from './expand-query.ts';

/** Common words count a little; the same floor as in the score of two texts. */
const minWeight = 0.5;

/** What a synonym counts beside the word itself. */
const otherWord = 0.9;

const worthOf = (term: string): number => Math.max(minWeight, rarityOf(term) - 1);

/**
 * How much a query and a memory are about the same, 0..1: the geometric mean of the share of the query that the memory holds and the
 * share of the memory that the query holds, each term by its rarity in the shipped background. It depends on the two texts
 * alone, so that one floor fits every home; lexical: what says the same in other words stays low.
 */
export function measureSimilarity(
  words: readonly ExpandedWord[],
  terms: ReadonlyMap<string, number>,
): number {
  let [asked, answered] = [0, 0];
  const held = new Set<string>();
  for (const { alternatives } of words) {
    const worth = worthOf(alternatives[0]?.term ?? '');
    const found = alternatives.filter(({ term }) => terms.has(term));
    asked += worth;
    if (found.length > 0) answered += worth * (found[0] === alternatives[0] ? 1 : otherWord);
    for (const { term } of found) held.add(term);
  }
  let [all, covered] = [0, 0];
  for (const term of terms.keys()) {
    all += worthOf(term);
    if (held.has(term)) covered += worthOf(term);
  }
  return asked === 0 || all === 0 ? 0 : Math.sqrt((answered / asked) * (covered / all));
}
