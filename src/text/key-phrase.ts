import { isAction } from './captions.ts';
import { foldCase } from './normalize.ts';
import { ownSentences } from './sentences.ts';
import { guessLanguage, isStopWord } from './stop-words.ts';
import { readTokens, type Token } from './tokens.ts';

/** Words of a caption at most (spec 5). */
const captionWords = 6;

/** What people say before they say what they want. */
const manners = new Set(
  'please kindly just now ok okay hi hello hey thanks thank want need like try help let lets go ahead could can would we i you me us'.split(
    ' ',
  ),
);

/** Names of files, values and codes say which one, not what kind of work it is. */
const isPlain = ({ text, quoted, kind }: Token): boolean =>
  !quoted && kind !== 'path' && kind !== 'number' && /^[\p{L}\p{M}'’-]+$/u.test(text);

/**
 * The kind of work that a prompt or commit subject asks for, as a caption: its first verb and what follows it, without
 * small words, names and values; at most six words, from the first sentence that has any. Undefined when none has two.
 */
export function captionOf(text: string): string | undefined {
  for (const sentence of ownSentences(text)) {
    const words = contentWords(sentence);
    const verb = words.findIndex(isAction);
    const from = verb >= 0 && words.length - verb >= 2 ? verb : 0;
    const phrase = words.slice(from, from + captionWords);
    if (phrase.length >= 2) return phrase.join(' ');
  }
  return undefined;
}

function contentWords(sentence: string): string[] {
  const clause = sentence
    .split(/[:;,(–—]|\s-\s/u)
    .find((part) => (part.match(/\p{L}{2,}/gu) ?? []).length >= 2);
  const tokens = readTokens(clause ?? sentence).filter(isPlain);
  const words = tokens.map(({ text }) => foldCase(text));
  const language = guessLanguage(words);
  return words.filter((word) => !isStopWord(word, language) && !manners.has(word));
}
