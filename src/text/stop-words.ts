import data from '../../templates/stop-words.yaml';
import { readSections, readWords } from './word-lists.ts';

const byLanguage: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...readSections(data)].map(([language, words]) => [language, new Set(readWords(words))]),
);
const english = byLanguage.get('en') ?? new Set<string>();

/** How many words of a text must be another language's small words before it is read as that language. */
const ENOUGH = 1;

/** The language whose small words a text (folded words) holds most of; English when it leads, ties or nothing speaks. */
export function guessLanguage(words: readonly string[]): string {
  let best = 'en';
  let most = Math.max(ENOUGH, countIn(words, english));
  for (const [language, stop] of byLanguage) {
    const count = countIn(words, stop);
    if (
      count > most ||
      (count === most && best === 'en' && language !== 'en' && countIn(words, english) < count)
    ) {
      best = language;
      most = count;
    }
  }
  return best;
}

/** Small words that carry no weight in a score. English ones always count, others in texts of their language. */
export function isStopWord(word: string, language: string): boolean {
  return language === 'en' ? english.has(word) : (byLanguage.get(language)?.has(word) ?? false);
}

function countIn(words: readonly string[], set: ReadonlySet<string>): number {
  let count = 0;
  for (const word of words) if (set.has(word)) count++;
  return count;
}
