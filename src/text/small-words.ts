import data from '../../templates/merge-words.yaml';
import { foldCase } from './normalize.ts';
import { baseForms } from './stem.ts';
import { readTokens, type Token } from './tokens.ts';
import { readSections, readWords } from './word-lists.ts';

const sections = readSections(data);
const drops: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...readSections(sections.get('drop'))].map(([language, words]) => [language, new Set(readWords(words))]),
);
const cjkDrops = drops.get('cjk') ?? new Set<string>();
const subjects = new Set(readWords(sections.get('subject')));
const duties = readWords(sections.get('duty')).map((entry) => entry.replaceAll('_', ' '));
const BE = new Set('is are was were be been being am'.split(' '));
const RELATIVE = new Set('that which who'.split(' '));
/** The segmenter cuts this Japanese "please" into pieces that are no words. */
const POLITE = /ください|下さい/g;

/** A token, contractions spelled out, with its case-folded text. */
export interface Word extends Token {
  readonly folded: string;
}

/** The words of a text: contractions are spelled out, bullets and lone bangs go, quoted punctuation counts as a sign. */
export function readSmallWords(text: string): Word[] {
  const tokens = readTokens(text.replace(POLITE, ''));
  return tokens.flatMap((token, at) => {
    const before = tokens[at - 1];
    const lineStart = before === undefined || before.text === '\n';
    if (token.kind === 'symbol' && (/^!+$/.test(token.text) || (lineStart && /^[*+>#]$/.test(token.text))))
      return [];
    if (token.text === '&') return [{ ...token, text: 'and', folded: 'and', kind: 'word' as const }];
    if (token.kind === 'punct' && token.quoted)
      return [{ ...token, kind: 'symbol' as const, folded: token.text }];
    const glob = token.joined && before?.text === '*';
    const texts = token.kind === 'word' ? spellOut(token) : [token.text];
    return texts.map((text) => ({ ...token, text, folded: foldCase(text), quoted: token.quoted || glob }));
  });
}

function spellOut(token: Token): string[] {
  const text = token.text.replace(/’/g, "'");
  if (token.quoted || !text.includes("'")) return /^cannot$/i.test(text) ? ['can', 'not'] : [text];
  if (/^(?:won't|can't|shan't)$/i.test(text))
    return [/^w/i.test(text) ? 'will' : /^c/i.test(text) ? 'can' : 'shall', 'not'];
  if (/n't$/i.test(text)) return [text.slice(0, -3), 'not'];
  return text
    .replace(/'(?:s|re|ll|ve|d|m)?$/i, '')
    .split("'")
    .filter((part) => part !== '');
}

/**
 * "We should use x", "You must use x" and "Please use x" open like "Use x": only at the very start, and only where no one
 * else is spoken of ("we use tabs, you use spaces").
 */
function dropOpening(words: readonly Word[]): readonly Word[] {
  const length = openingLength(words);
  return words.slice(length).some(({ folded }) => subjects.has(folded)) ? words : words.slice(length);
}

function openingLength(words: readonly Word[]): number {
  const folded = (index: number): string => words[index]?.folded ?? '';
  let at = folded(0) === 'please' ? 1 : 0;
  const subject = subjects.has(folded(at));
  if (subject) at++;
  const duty = duties.find((entry) => entry.split(' ').every((part, index) => folded(at + index) === part));
  if (duty !== undefined) return at + duty.split(' ').length;
  return subject && /^(?:can|could|may|might|will|would|have|had|are|were)$/.test(folded(at)) ? at - 1 : at;
}

/**
 * The words without those that carry no meaning of their own in a language. A passive leaves a mark, since "is notified" and
 * "notifies" swap the roles. A word in capitals among small letters is a name (OS, US), never a small word.
 */
export function dropSmallWords(all: readonly Word[], language: string): Word[] {
  const words = dropOpening(all);
  const shouted = words.every(({ text }) => text === text.toUpperCase());
  // In a text all in capitals "A" is no name either.
  const spoken = shouted ? words.map((word) => ({ ...word, text: word.folded })) : words;
  return words.flatMap((word, at): Word[] => {
    const isName = !shouted && /^\p{Lu}{2,}$/u.test(word.text);
    if (word.kind !== 'word' || word.quoted || isName) return [word];
    const passive = isPassive(words, at)
      ? [{ ...word, text: '#passive', folded: '#passive', kind: 'symbol' as const }]
      : [];
    return passive.length > 0 || isEmptyWord(spoken, at, language) ? passive : [word];
  });
}

function isEmptyWord(words: readonly Word[], at: number, language: string): boolean {
  const folded = words[at]?.folded ?? '';
  const next = words[at + 1];
  if (folded === 'a' || folded === 'A') return /^(?:en|pt)$/.test(language) && isArticle(words, at);
  if (/^(?:do|does|did)$/.test(folded)) return next?.folded === 'not' || next?.folded === 'never';
  if (/^(?:have|has|had)$/.test(folded)) return next?.folded === 'been';
  if (RELATIVE.has(folded)) return BE.has(next?.folded ?? '');
  return (drops.get(language)?.has(folded) ?? false) || cjkDrops.has(folded);
}

/** "a" before a preposition, a sign or the end is a name ("from a to b"), and so is "A" inside a sentence. */
function isArticle(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  if (next === undefined || next.kind === 'punct' || next.kind === 'symbol') return false;
  if (words[at]?.text === 'A' && at > 0 && words[at - 1]?.kind !== 'punct') return false;
  return !/^(?:to|from|in|on|at|of|by|for|with|into|and|or|over|before|after|instead|is|are|than|as|not|few|little|lot)$/.test(
    next.folded,
  );
}

function isPassive(words: readonly Word[], at: number): boolean {
  if (!BE.has(words[at]?.folded ?? '') || RELATIVE.has(words[at - 1]?.folded ?? '')) return false;
  const next = words
    .slice(at + 1, at + 3)
    .find((word) => !/^(?:not|never|being|been)$|ly$/.test(word.folded));
  if (next === undefined || next.kind !== 'word' || BE.has(next.folded)) return false;
  return (
    /[^e]ed$/.test(next.folded) ||
    (/(?:en|wn|ne|t|de|ld|nt|un)$/.test(next.folded) && baseForms(next.folded).size > 1)
  );
}
