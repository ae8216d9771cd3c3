import { foldCase } from './normalize.ts';
import { numberWord, readQuantity } from './numbers.ts';
import { stemWord } from './stem.ts';
import { guessLanguage, isStopWord } from './stop-words.ts';
import { defaultLexicon, type Lexicon } from './synonyms.ts';
import { isUnsegmented, readTokens, splitCompound, type Token } from './tokens.ts';

/** A compound counts this much beside its parts (measured in trials of retrieval). */
const COMPOUND_WEIGHT = 0.7;

/** One unit of comparison: a stem, number, compound or n-gram, with how much it counts next to a plain word (1). */
export interface Term {
  readonly term: string;
  readonly weight: number;
}

/** A term of a query and the folded word it stands for. */
export interface QueryTerm extends Term {
  readonly word: string;
}

/**
 * The stems of a text in order, repeats kept, stop words dropped unless nothing remains: words, numbers, whole
 * compounds beside their parts, words and bigrams of scripts without spaces. No synonyms: for indexes and queries.
 */
export function tokenize(text: string): string[] {
  return dropStopWords(readParts(text)).map(({ term }) => term);
}

/** The same with the word that each term was and its weight: for queries, which say why they found what they found. */
export function readQueryTerms(text: string): QueryTerm[] {
  return dropStopWords(readParts(text)).map(({ term, weight, word }) => ({ term, weight, word }));
}

/** The same with each synonym replaced by the stem of its class, and with weights. Each term once, in first order. */
export function readTerms(text: string, lexicon: Lexicon = defaultLexicon): Term[] {
  const weights = new Map<string, number>();
  for (const { term, weight } of dropStopWords(joinPhrases(readParts(text), lexicon))) {
    const shared = lexicon.canonical.get(term) ?? term;
    weights.set(shared, Math.max(weights.get(shared) ?? 0, weight));
  }
  return [...weights].map(([term, weight]) => ({ term, weight }));
}

/** A term that may still turn out to be a stop word or the start of a phrase. */
interface Part extends Term {
  readonly word: string;
  readonly stop: boolean;
}

function readParts(text: string): Part[] {
  const tokens = readTokens(text);
  const language = guessLanguage(tokens.map((token) => foldCase(token.text)));
  return tokens.flatMap((token) => partsOf(token, language));
}

function partsOf(token: Token, language: string): Part[] {
  if (token.kind === 'punct' || token.kind === 'symbol') return [];
  if (token.kind === 'number') return numberParts(token.text);
  const folded = foldCase(token.text);
  const number = numberWord(folded, language);
  if (number !== undefined) return [whole(String(number), 1)];
  if (isUnsegmented(folded)) return [folded, ...bigrams(folded)].map((term) => whole(term, 1));
  if (token.kind === 'word') return wordParts(folded, language);
  const parts = splitCompound(token.text).flatMap((part) => wordParts(foldCase(part), language));
  const alone = (parts.length === 1 && parts[0]?.word === folded) || /^\p{L}+\/\p{L}+$/u.test(folded);
  return alone ? parts : [...parts, whole(folded, COMPOUND_WEIGHT)];
}

function whole(term: string, weight: number): Part {
  return { term, weight, word: term, stop: false };
}

function numberParts(text: string): Part[] {
  const { value, unit } = readQuantity(text);
  return unit === '' ? [whole(value, 1)] : [whole(value, 1), whole(stemWord(foldCase(unit)), 1)];
}

function wordParts(folded: string, language: string): Part[] {
  const words = folded
    .replace(/n['’]t$/, ' not')
    .replace(/['’]s?$/, '')
    .split(/['’ ]/);
  return words
    .filter((word) => word !== '')
    .map((word) => {
      const number = numberWord(word, language);
      const term = number === undefined ? stemWord(word) : String(number);
      return { term, weight: 1, word, stop: number === undefined && isStopWord(word, language) };
    });
}

function bigrams(text: string): string[] {
  const signs = [...text];
  return signs.length < 3 ? [] : signs.slice(1).map((sign, at) => `${signs[at] ?? ''}${sign}`);
}

function dropStopWords(parts: readonly Part[]): readonly Part[] {
  const kept = parts.filter((part) => !part.stop);
  return kept.length > 0 ? kept : parts;
}

function joinPhrases(parts: readonly Part[], lexicon: Lexicon): Part[] {
  const out: Part[] = [];
  for (let at = 0; at < parts.length; at++) {
    const length = phraseLength(parts, at, lexicon);
    const part = parts[at];
    if (length > 1)
      out.push(
        whole(
          parts
            .slice(at, at + length)
            .map(({ term }) => term)
            .join(' '),
          1,
        ),
      );
    else if (part !== undefined) out.push(part);
    at += length - 1;
  }
  return out;
}

function phraseLength(parts: readonly Part[], at: number, lexicon: Lexicon): number {
  if (!lexicon.phraseHeads.has(parts[at]?.term ?? '')) return 1;
  for (const length of [3, 2]) {
    const phrase = parts
      .slice(at, at + length)
      .map(({ term }) => term)
      .join(' ');
    if (lexicon.canonical.has(phrase) && phrase.includes(' ')) return Math.min(length, parts.length - at);
  }
  return 1;
}
