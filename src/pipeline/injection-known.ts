import { mergeable } from '../text/mergeable.ts';
import { ownSentences } from '../text/sentences.ts';
import { profileText, similarityOf, type TextProfile } from '../text/similarity.ts';
import { readTerms } from '../text/terms.ts';

/** A sentence of an instruction file, and its terms: read once, so that a prompt need not. */
export interface KnownSentence {
  readonly text: string;
  readonly terms: readonly string[];
}

/** Above this similarity, and mergeable, two sentences say the same: as for duplicates at the door. */
const sameAbove = 0.85;
/** Share of a text's terms that a sentence must hold to be compared at all; two that are the same hold nearly all. */
const worthComparing = 0.5;

/** The sentences of these lines: whole lines as well, since a bullet may be one fact in two sentences. */
export function readKnown(lines: readonly string[]): KnownSentence[] {
  const sentences = new Set(lines.flatMap((line) => [line, ...ownSentences(line)]));
  return [...sentences].map((text) => ({ text, terms: readTerms(text).map(({ term }) => term) }));
}

/** Whether one of the sentences says what a text says. */
export function knownBy(sentences: readonly KnownSentence[]): (text: string) => boolean {
  const profiles = new Map<string, TextProfile>();
  const profileOf = (text: string): TextProfile => {
    const profile = profiles.get(text) ?? profileText(text);
    profiles.set(text, profile);
    return profile;
  };
  const holding = holdersOf(sentences);
  return (said) => {
    const text = said.replace(/^- /, '');
    const terms = readTerms(text).map(({ term }) => term);
    return [...near(terms, holding)].some(
      (sentence) =>
        similarityOf(profileOf(text), profileOf(sentence)) > sameAbove && mergeable(text, sentence).mergeable,
    );
  };
}

function holdersOf(sentences: readonly KnownSentence[]): Map<string, string[]> {
  const holding = new Map<string, string[]>();
  for (const { text, terms } of sentences)
    for (const term of terms) {
      const held = holding.get(term);
      if (held) held.push(text);
      else holding.set(term, [text]);
    }
  return holding;
}

function near(terms: readonly string[], holding: ReadonlyMap<string, string[]>): Set<string> {
  const shared = new Map<string, number>();
  for (const term of terms)
    for (const text of holding.get(term) ?? []) shared.set(text, (shared.get(text) ?? 0) + 1);
  const enough = [...shared].filter(([, count]) => count >= terms.length * worthComparing);
  return new Set(enough.map(([text]) => text));
}
