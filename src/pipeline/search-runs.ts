import type { RunDigest } from '../domain/run-digest.ts';
import { profileText, similarityOf, type TextProfile } from '../text/similarity.ts';
import { defaultLexicon, type Lexicon } from '../text/synonyms.ts';
import { readQueryTerms } from '../text/terms.ts';

/** A run whose prompt is near to what is looked for. */
export interface FoundRun {
  readonly digest: RunDigest;
  /** 0..1: half how much of the question the prompt speaks of, half how alike both are. */
  readonly score: number;
}

/** Distinct prompts that are compared in full: those that hold most of the asked words. */
const maxCompared = 400;

/** Below this nothing was found. */
const nearFrom = 0.3;

/** The asked words and their stems as they stand in a prompt: all that is looked for in a hundred thousand of them. */
function signsOf(question: string): string[][] {
  return readQueryTerms(question.toLowerCase()).map(({ term, word }) => [...new Set([term, word])]);
}

/** How many of the asked words a prompt holds. */
const held = (query: string, signs: readonly (readonly string[])[]): number =>
  signs.filter((words) => words.some((word) => query.includes(word))).length;

function scoreOf(asked: TextProfile, query: string, lexicon: Lexicon): number {
  const found = profileText(query, lexicon);
  const said = new Set(found.terms);
  const covered = asked.terms.reduce(
    (sum, term, at) => sum + (said.has(term) ? (asked.weights[at] ?? 0) ** 2 : 0),
    0,
  );
  return (covered + similarityOf(asked, found)) / 2;
}

/** Runs by what was asked in them, the nearest first, of equal ones the newest. */
export function searchRuns(
  digests: readonly RunDigest[],
  question: string,
  lexicon: Lexicon = defaultLexicon,
): FoundRun[] {
  const signs = signsOf(question);
  const counts = new Map<string, number>();
  for (const { query } of digests) if (!counts.has(query)) counts.set(query, held(query, signs));
  const near = [...counts]
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1])
    .slice(0, maxCompared);
  const asked = profileText(question, lexicon);
  const scores = new Map(near.map(([query]) => [query, scoreOf(asked, query, lexicon)]));
  return digests
    .map((digest) => ({ digest, score: scores.get(digest.query) ?? 0 }))
    .filter(({ score }) => score >= nearFrom)
    .sort((a, b) => b.score - a.score || (a.digest.createdAt < b.digest.createdAt ? 1 : -1));
}
