import data from '../../templates/background.yaml';
import { readSections, readWords } from './word-lists.ts';

/** Rarity of words beyond the table: the end of the table, so that an unknown name counts most but not absurdly. */
const UNKNOWN = 9.5;

/** n-grams and words of scripts that the table does not cover. */
const UNCOVERED = 6;

let rarity: ReadonlyMap<string, number> | undefined;

/** The table, made when the first word is looked up: most commands look none up. */
function rarities(): ReadonlyMap<string, number> {
  rarity ??= new Map(
    [...readSections(data)].flatMap(([level, words]) =>
      readWords(words).map((word): [string, number] => [word, Number(level)]),
    ),
  );
  return rarity;
}

/**
 * How much a term tells: -ln of the share of sentences of the shipped background that hold it, 0 to 9.5. It never
 * depends on what is stored. Numbers and code are unknown words, unless the table has them.
 */
export function rarityOf(term: string): number {
  return (
    rarities().get(term) ??
    (/^[\x00-\x7f\p{Script=Latin}\p{Script=Cyrillic}]+$/u.test(term) ? UNKNOWN : UNCOVERED)
  );
}
