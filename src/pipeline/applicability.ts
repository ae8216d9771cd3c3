import { profileText, type TextProfile } from '../text/similarity.ts';
import { defaultLexicon, type Lexicon } from '../text/synonyms.ts';

/** By what a skill is known before it is read: never its body. */
export interface SkillTexts {
  readonly slug: string;
  readonly description: string;
  /** Empty where it names none. */
  readonly preconditions: string;
  /** Prompts that it was made from. */
  readonly queries: readonly string[];
}

/** How well skills apply to prompts, 0..1, and from where on one does. */
export interface ApplicabilityMeasure {
  readonly cut: number;
  of(slug: string, query: string): number;
}

/** A skill that applies to a prompt. */
export interface Applicable {
  readonly slug: string;
  readonly score: number;
}

/** Of some skills those that apply to a prompt, the most applicable first; at most so many. */
export function applicableSkills(
  slugs: readonly string[],
  query: string,
  { measure, most }: { readonly measure: ApplicabilityMeasure; readonly most: number },
): Applicable[] {
  return slugs
    .map((slug) => ({ slug, score: measure.of(slug, query) }))
    .filter(({ score }) => score >= measure.cut)
    .sort((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
    .slice(0, most);
}

/** Everything that a skill is known by, each a text of its own. */
export const textsOf = ({ slug, description, preconditions, queries }: SkillTexts): string[] =>
  [slug.replaceAll('-', ' '), description, preconditions, ...queries].filter((text) => text.trim() !== '');

/**
 * Applicability by words: the cosine of a prompt with the mean of everything that a skill is known by, each text with its words weighed by
 * their rarity. What its prompts have in common counts, what only one of them names hardly does (figures: docs/workflows.md).
 */
export function wordMeasure(
  skills: readonly SkillTexts[],
  { cut, lexicon = defaultLexicon }: { readonly cut: number; readonly lexicon?: Lexicon | undefined },
): ApplicabilityMeasure {
  const means = new Map(
    skills.map((skill) => [skill.slug, meanOf(textsOf(skill).map((text) => profileText(text, lexicon)))]),
  );
  const read = new Map<string, TextProfile>();
  const profileOf = (query: string): TextProfile => {
    const known = read.get(query) ?? profileText(query, lexicon);
    read.set(query, known);
    return known;
  };
  return {
    cut,
    of: (slug, query) => {
      const mean = means.get(slug);
      return mean ? cosineOf(profileOf(query), mean) : 0;
    },
  };
}

/** Weights by term, scaled to length one. */
type Mean = ReadonlyMap<string, number>;

function meanOf(profiles: readonly TextProfile[]): Mean {
  const sum = new Map<string, number>();
  for (const { terms, weights } of profiles)
    for (const [at, term] of terms.entries()) sum.set(term, (sum.get(term) ?? 0) + (weights[at] ?? 0));
  const length = Math.hypot(...sum.values());
  return new Map([...sum].map(([term, weight]) => [term, weight / length]));
}

const cosineOf = ({ terms, weights }: TextProfile, mean: Mean): number =>
  Math.min(
    1,
    terms.reduce((sum, term, at) => sum + (weights[at] ?? 0) * (mean.get(term) ?? 0), 0),
  );
