import { rarityOf } from './background.ts';
import { normalizeText } from './normalize.ts';
import { defaultLexicon, type Lexicon } from './synonyms.ts';
import { readTerms, type Term } from './terms.ts';

/** At or under this Jaccard of terms no score passes REVIEW: what the join may leave out. The tau of docs/similarity.md. */
export const MIN_OVERLAP = 0.25;

/** Scores above REVIEW are worth a look, above MERGE safe to merge when the pair is also mergeable. */
export const REVIEW = 0.7;
export const MERGE = 0.85;

/** Weighted cosine to score, straight lines between: chosen on public pairs, see docs/similarity.md. */
const CALIBRATION = [
  [0, 0],
  [0.53, REVIEW],
  [0.69, MERGE],
  [1, 0.99],
] as const;

/** Rarity is lowered by one, floored here, so that very common words still count a little. */
const MIN_WEIGHT = 0.5;

/** A text made ready for comparison: distinct terms in code-unit order, and their weights scaled to length one. */
export interface TextProfile {
  readonly text: string;
  readonly normalized: string;
  readonly terms: readonly string[];
  readonly weights: Float64Array;
}

/** One score in 0..1 for "these two say the same thing"; symmetric, 1 only for equal normalised texts. */
export function similarity(a: string, b: string, lexicon: Lexicon = defaultLexicon): number {
  return similarityOf(profileText(a, lexicon), profileText(b, lexicon));
}

/** Reads a text once for any number of comparisons. Profiles of different lexicons must not be compared. */
export function profileText(text: string, lexicon: Lexicon = defaultLexicon): TextProfile {
  const read = readTerms(text, lexicon).sort((a, b) => (a.term < b.term ? -1 : 1));
  const weights = Float64Array.from(read, (term) => weightOf(term, lexicon));
  const length = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0));
  return {
    text,
    normalized: normalizeText(text),
    terms: read.map(({ term }) => term),
    weights: weights.map((weight) => weight / length),
  };
}

/** min(cap(overlap), model(cosine)). Two texts without terms are equal or have nothing in common. */
export function similarityOf(a: TextProfile, b: TextProfile): number {
  if (a.normalized === b.normalized) return 1;
  const { shared, cosine } = compareTerms(a, b);
  return scoreOf(shared, a.terms.length + b.terms.length - shared, cosine);
}

/** The score of two different texts with `shared` of `union` distinct terms in common. */
export function scoreOf(shared: number, union: number, cosine: number): number {
  if (shared === 0) return 0;
  const score = calibrate(Math.min(1, cosine));
  return shared / union < MIN_OVERLAP ? Math.min(REVIEW, score) : score;
}

/** The weighted cosine that a score stands for: every pair above the score has a cosine above this. */
export function cosineFor(score: number): number {
  let [fromX, fromY]: readonly [number, number] = CALIBRATION[0];
  for (const [x, y] of CALIBRATION) {
    if (score <= y) return y === fromY ? x : fromX + ((score - fromY) / (y - fromY)) * (x - fromX);
    [fromX, fromY] = [x, y];
  }
  return fromX;
}

function weightOf({ term, weight }: Term, lexicon: Lexicon): number {
  return weight * Math.max(MIN_WEIGHT, (lexicon.rarity.get(term) ?? rarityOf(term)) - 1);
}

/** Distinct terms that two profiles share, and the cosine of their weights, 0..1. */
export function compareTerms(a: TextProfile, b: TextProfile): { shared: number; cosine: number } {
  let shared = 0;
  let cosine = 0;
  for (let i = 0, j = 0; i < a.terms.length && j < b.terms.length; ) {
    const left = a.terms[i] ?? '';
    const right = b.terms[j] ?? '';
    if (left === right) {
      shared++;
      cosine += (a.weights[i++] ?? 0) * (b.weights[j++] ?? 0);
    } else if (left < right) i++;
    else j++;
  }
  return { shared, cosine };
}

function calibrate(cosine: number): number {
  let [fromX, fromY]: readonly [number, number] = CALIBRATION[0];
  for (const [x, y] of CALIBRATION) {
    if (cosine <= x) return x === fromX ? y : fromY + ((cosine - fromX) / (x - fromX)) * (y - fromY);
    [fromX, fromY] = [x, y];
  }
  return fromY;
}
