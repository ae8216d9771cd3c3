import type { QueryWord, RecallIndex } from '../domain/recall.ts';
import type { FeedbackPolicy } from '../domain/recall-policy.ts';
import { defaultLexicon, type Lexicon, synonymsOf } from '../text/synonyms.ts';
import { readQueryTerms } from '../text/terms.ts';

/** A word of a query as it was written, with what may stand for it. */
export interface ExpandedWord extends QueryWord {
  readonly word: string;
}

/** What expansion is done with. */
export interface ExpansionOptions {
  /** What a synonym counts beside the word itself. */
  readonly synonym: number;
  readonly lexicon?: Lexicon;
}

/** The distinct words of a query, each with itself (compounds at their weight) and its synonyms. Repeats say nothing more. */
export function expandQuery(
  query: string,
  { synonym, lexicon = defaultLexicon }: ExpansionOptions,
): ExpandedWord[] {
  const words = new Map<string, ExpandedWord>();
  for (const { term, weight, word } of readQueryTerms(query)) {
    if (words.has(term)) continue;
    const others = synonymsOf(term, lexicon).map((other) => ({ term: other, weight: weight * synonym }));
    words.set(term, { word, alternatives: [{ term, weight }, ...others] });
  }
  return [...words.values()];
}

/**
 * RM3: the best documents lend the query the terms that tell most about them (share of the document × rarity), `weight` for all
 * of them together beside the mean weight of the query's own words. Rows best first.
 */
export function feedbackWords(
  index: RecallIndex,
  { words, hits }: { words: readonly QueryWord[]; hits: readonly { row: number; score: number }[] },
  { documents, terms, weight }: FeedbackPolicy,
): QueryWord[] {
  const own = new Set(words.flatMap(({ alternatives }) => alternatives.map(({ term }) => term)));
  const best = hits.slice(0, documents);
  const total = best.reduce((sum, { score }) => sum + score, 0);
  const lent = new Map<string, number>();
  for (const { row, score } of best) {
    const counts = index.termsOf(row);
    const length = [...counts.values()].reduce((sum, count) => sum + count, 0);
    for (const [term, count] of counts)
      if (!own.has(term)) lent.set(term, (lent.get(term) ?? 0) + ((score / total) * count) / length);
  }
  const chosen = [...lent].sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1)).slice(0, terms);
  const sum = chosen.reduce((all, [, share]) => all + share, 0);
  return chosen.map(([term, share]) => ({
    alternatives: [{ term, weight: (weight * words.length * share) / sum }],
  }));
}
