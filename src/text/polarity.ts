import data from '../../templates/polarity.yaml';
import type { Polarity } from '../domain/candidate.ts';
import { foldCase } from './normalize.ts';
import { baseForms } from './stem.ts';
import { readTokens } from './tokens.ts';
import { readLines, readSections, readWords } from './word-lists.ts';

const sections = readSections(data);
const negations = new Set([...readSections(sections.get('negations')).values()].flatMap(readWords));
const inside = [...readSections(sections.get('inside')).values()].flatMap(readWords);
const opposites: ReadonlySet<string> = new Set(
  readLines(sections.get('opposites')).flatMap(([left = '', right = '']) => [
    `${left} ${right}`,
    `${right} ${left}`,
  ]),
);
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const NOT_REALLY =
  /\b(?:not only|not just|not merely|nicht nur|no solo|no sólo|pas seulement|não só|не только)\b|不仅|不只/gu;

/** Does a folded word deny: "never", "kein", "不要", "しない"? */
export function isNegation(word: string): boolean {
  return (
    negations.has(word) ||
    /n['’]t$/.test(word) ||
    (CJK.test(word) && inside.some((part) => word.includes(part)))
  );
}

/**
 * Whether a text as a whole says do or avoid: an odd number of denials is avoid ("never deploy without tests" has two).
 * "Not only" denies nothing. A guess by words, in nine languages; what may merge does not hang on it alone.
 */
export function polarityOf(text: string): Polarity {
  const words = readTokens(foldCase(text).replace(NOT_REALLY, ' '));
  return words.filter((token) => isNegation(token.text)).length % 2 === 1 ? 'avoid' : 'do';
}

/** Are two folded words listed opposites, in any English word form? */
export function areOpposites(a: string, b: string): boolean {
  for (const left of baseForms(a))
    for (const right of baseForms(b)) if (opposites.has(`${left} ${right}`)) return true;
  return false;
}
