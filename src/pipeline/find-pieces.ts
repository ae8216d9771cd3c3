import type { IndexHit, RecallIndex } from '../domain/recall.ts';
import { isUnsegmented } from '../text/tokens.ts';
import type { ExpandedWord } from './expand-query.ts';

/** Pieces of one query that are looked for, at most; letters that an ending may have; the shortest word that may lose one. */
const maxPieces = 8;
const maxEnding = 3;
const shortestStem = 4;

/** What a piece counts beside a word. */
const pieceWeight = 0.5;

/**
 * Documents that hold the words of a query which no document has as a word: inside of longer ones, across the borders that a
 * segmenter drew, or with another ending. Each counts `0.5 × ln(1 + (n − df + 0.5) / (df + 0.5))`, df being how many hold it
 * (as far as `limit`). Best first, equal points by id.
 */
export function findPieces(
  index: RecallIndex,
  words: readonly ExpandedWord[],
  among: { readonly owners: readonly string[]; readonly limit: number },
): IndexHit[] {
  const unknown = words.filter(({ alternatives }) =>
    alternatives.every(({ term }) => index.documentsWith(term) === 0),
  );
  const pieces = [...new Set(unknown.map(({ word }) => word))].filter((piece) => [...piece].length >= 2);
  const points = new Map<number, number>();
  for (const piece of pieces.slice(0, maxPieces)) {
    const rows = holding(index, piece, among);
    const worth = pieceWeight * Math.log(1 + (index.count - rows.length + 0.5) / (rows.length + 0.5));
    for (const row of rows) points.set(row, (points.get(row) ?? 0) + worth);
  }
  return [...points]
    .map(([row, score]) => ({ row, score }))
    .sort((a, b) => b.score - a.score || a.row - b.row)
    .slice(0, among.limit);
}

/** The documents with the piece; where there are none, with it less one, two, three of its last letters. */
function holding(
  index: RecallIndex,
  piece: string,
  among: Parameters<RecallIndex['containing']>[1],
): number[] {
  const signs = [...piece];
  const shortest = isUnsegmented(piece) ? 2 : Math.max(shortestStem, signs.length - maxEnding);
  for (let length = signs.length; length >= Math.min(shortest, signs.length); length--) {
    const rows = index.containing(signs.slice(0, length).join(''), among);
    if (rows.length > 0) return rows;
  }
  return [];
}
