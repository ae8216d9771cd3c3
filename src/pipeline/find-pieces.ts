import type { Among, IndexHit, RecallIndex } from '../domain/recall.ts';
import { normalizeText } from '../text/normalize.ts';
import { tokenize } from '../text/terms.ts';
import { isUnsegmented } from '../text/tokens.ts';
import type { ExpandedWord } from './expand-query.ts';

/** Words of one query that are looked for in pieces, at most, and pairs of signs of one of them. */
const maxWords = 8;
const maxPairs = 8;

/** Letters that an ending may have, and what must be left: three signs tell more in scripts that do not write vowels. */
const maxEnding = 3;
const shortestStem = (word: string): number => (/^[\x00-\x7f]*$/.test(word) ? 4 : 3);

/** What a piece counts beside a word. */
const pieceWeight = 0.5;

/**
 * Documents that hold the words of a query which no document has as a word: inside of longer ones, across the borders that a
 * segmenter drew, or with another ending. Each piece counts `0.5 × ln(1 + (n − df + 0.5) / (df + 0.5))`, df being how many hold it
 * (as far as `limit`). Best first, equal points in the order of the words, then by id.
 */
export function findPieces(
  index: RecallIndex,
  { query, words }: { readonly query: string; readonly words: readonly ExpandedWord[] },
  among: Among,
): IndexHit[] {
  const telling = new Set(words.map(({ word }) => word));
  const said = new Set(normalizeText(query).match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []);
  const unknown = [...said].filter((word) => isPiece(word, telling) && !isKnown(index, word));
  const points = new Map<number, number>();
  for (const rows of unknown.slice(0, maxWords).flatMap((word) => holding(index, word, among))) {
    const worth = pieceWeight * Math.log(1 + (index.count - rows.length + 0.5) / (rows.length + 0.5));
    for (const row of rows) points.set(row, (points.get(row) ?? 0) + worth);
  }
  return [...points]
    .map(([row, score]) => ({ row, score }))
    .sort((a, b) => b.score - a.score)
    .slice(0, among.limit);
}

/** What may be looked for inside of words: no small words, and three letters of a script that needs few of them. */
function isPiece(word: string, telling: ReadonlySet<string>): boolean {
  if (isUnsegmented(word)) return [...word].length > 1;
  return telling.has(word) && [...word].length > (/^[\x00-\x7f]*$/.test(word) ? 2 : 1);
}

/** Whether some document has a word of it; single signs of scripts without spaces prove nothing. */
const isKnown = (index: RecallIndex, word: string): boolean =>
  tokenize(word).some(
    (term) => index.documentsWith(term) > 0 && !(isUnsegmented(term) && [...term].length < 2),
  );

/** The documents of each piece of a word that some hold: the whole of it, else its pairs of signs, or what is left without an ending. */
function holding(index: RecallIndex, word: string, among: Among): number[][] {
  const signs = [...word];
  const whole = index.containing(word, among);
  if (whole.length > 0) return [whole];
  if (isUnsegmented(word)) {
    const pairs = signs.slice(1, maxPairs + 1).map((sign, at) => `${signs[at] ?? ''}${sign}`);
    return pairs.map((pair) => index.containing(pair, among)).filter((rows) => rows.length > 0);
  }
  for (
    let length = signs.length - 1;
    length >= Math.max(shortestStem(word), signs.length - maxEnding);
    length--
  ) {
    const rows = index.containing(signs.slice(0, length).join(''), among);
    if (rows.length > 0) return [rows];
  }
  return [];
}
