import data from '../../templates/stop-words.yaml';
import { readSections, readWords } from './word-lists.ts';

const byLanguage: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...readSections(data)].map(([language, words]) => [language, new Set(readWords(words))]),
);
const english = byLanguage.get('en') ?? new Set<string>();

/** One word proves nothing: "os" is an article in Portuguese and an acronym everywhere. */
const ENOUGH = 2;

/** The language whose small words a text (folded words) holds most of, two at least; else English. */
export function guessLanguage(words: readonly string[]): string {
  const distinct = new Set(words);
  let best = 'en';
  let most = Math.max(ENOUGH - 1, countIn(distinct, english));
  for (const [language, stop] of byLanguage) {
    const count = countIn(distinct, stop);
    if (count <= most) continue;
    best = language;
    most = count;
  }
  return best;
}

/** Small words that carry no weight in a score. English ones always count, others in texts of their language. */
export function isStopWord(word: string, language: string): boolean {
  return language === 'en' ? english.has(word) : (byLanguage.get(language)?.has(word) ?? false);
}

function countIn(words: ReadonlySet<string>, set: ReadonlySet<string>): number {
  let count = 0;
  for (const word of words) if (set.has(word)) count++;
  return count;
}
