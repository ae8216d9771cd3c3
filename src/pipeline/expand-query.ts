import type { IndexHit, QueryWord, RecallIndex } from '../domain/recall.ts';
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
  readonly lexicon?: Lexicon | undefined;
}

/**
 * The distinct words of a query, each with itself (a compound at its weight) and its synonyms. A synonym that is rarer here than
 * the word counts no more than the word does: `synonym × min(1, idf(word) / idf(synonym))`, or "show" would mostly find "dump".
 */
export function expandQuery(
  index: RecallIndex,
  query: string,
  { synonym, lexicon = defaultLexicon }: ExpansionOptions,
): ExpandedWord[] {
  const words = new Map<string, ExpandedWord>();
  for (const { term, weight, word } of readQueryTerms(query)) {
    if (words.has(term)) continue;
    const others = synonymsOf(term, lexicon).filter((other) => index.documentsWith(other) > 0);
    const alternatives = others.map((other) => ({
      term: other,
      weight: weight * synonym * Math.min(1, idfOf(index, term) / idfOf(index, other)),
    }));
    words.set(term, { word, alternatives: [{ term, weight }, ...alternatives] });
  }
  return [...words.values()];
}

/** `ln(1 + (n − df + 0.5) / (df + 0.5))`, as `RecallIndex` has it. */
export function idfOf(index: RecallIndex, term: string): number {
  const held = index.documentsWith(term);
  return Math.log(1 + (index.count - held + 0.5) / (held + 0.5));
}

/**
 * RM3: the best documents lend the query words. Of each term its share of the document, weighted by the document's share of the points
 * and by idf; the first `terms` of them share `weight × number of words`. What the query says already is counted, not lent again.
 */
export function feedbackWords(
  index: RecallIndex,
  { words, hits }: { readonly words: readonly QueryWord[]; readonly hits: readonly IndexHit[] },
  { documents, terms, weight }: FeedbackPolicy,
): QueryWord[] {
  const own = new Set(words.flatMap(({ alternatives }) => alternatives.map(({ term }) => term)));
  const best = [...sharesIn(index, hits.slice(0, documents))]
    .sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1))
    .slice(0, terms);
  const sum = best.reduce((all, [, share]) => all + share, 0);
  return best
    .filter(([term]) => !own.has(term))
    .map(([term, share]) => ({ alternatives: [{ term, weight: (weight * words.length * share) / sum }] }));
}

function sharesIn(index: RecallIndex, hits: readonly IndexHit[]): Map<string, number> {
  const total = hits.reduce((sum, { score }) => sum + score, 0);
  const shares = new Map<string, number>();
  for (const { row, score } of hits) {
    const counts = index.termsOf(row);
    const length = [...counts.values()].reduce((sum, count) => sum + count, 0);
    for (const [term, count] of counts) {
      const share = (score / total) * (count / length) * idfOf(index, term);
      shares.set(term, (shares.get(term) ?? 0) + share);
    }
  }
  return shares;
}
