import data from '../../templates/caption-classes.yaml';
import { foldCase, normalizeText } from './normalize.ts';
import { compareTerms, profileText, type TextProfile } from './similarity.ts';
import { baseForms } from './stem.ts';
import { defaultLexicon, type Lexicon } from './synonyms.ts';
import { readTerms } from './terms.ts';
import { readTokens } from './tokens.ts';
import { readLines, readSections } from './word-lists.ts';

/** Taken off two captions that have nothing but their verbs in common. */
const verbAlone = 0.2;

/** What the parts of the likeness of two captions weigh; the sum is the likeness of equal captions. docs/patterns.md. */
const weights = { terms: 0.7, trigrams: 0.2, literals: 0.15 } as const;

interface Dimension {
  readonly apart: number;
  readonly uneven: number;
  readonly classOf: ReadonlyMap<string, number>;
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

function readDimension(section: unknown): Dimension {
  const fields = readSections(section);
  const classes = readLines(fields.get('classes')).flatMap((words, at) =>
    words.map((word) => [word, at] as const),
  );
  return {
    apart: numberOf(fields.get('apart')),
    uneven: numberOf(fields.get('uneven')),
    classOf: new Map(classes),
  };
}

const named = new Map([...readSections(data)].map(([name, section]) => [name, readDimension(section)]));
const dimensions: readonly Dimension[] = [...named.values()];
const actions = named.get('action');

/** Whether a folded word is a verb that names a kind of work. */
export const isAction = (word: string): boolean =>
  [...baseForms(word)].some((base) => actions?.classOf.has(base) ?? false);

/** A caption made ready for comparison. */
export interface Caption {
  readonly normalized: string;
  readonly profile: TextProfile;
  /** Counts of three-letter pieces. */
  readonly trigrams: ReadonlyMap<string, number>;
  /** Numbers, names and quoted pieces, folded. */
  readonly literals: ReadonlySet<string>;
  /** Its terms but for verbs that name a kind of work. */
  readonly subject: ReadonlySet<string>;
  /** Classes that it names, by dimension. */
  readonly classes: readonly ReadonlySet<number>[];
}

/** Reads a caption, or a longer text for the kind of work it names, once for any number of comparisons. */
export function readCaption(text: string, lexicon: Lexicon = defaultLexicon): Caption {
  const tokens = readTokens(text);
  const words = tokens.map((token) => foldCase(token.text));
  const isLiteral = (token: { text: string; quoted: boolean }): boolean =>
    token.quoted || /[\d$~*./_-]|\p{Ll}\p{Lu}/u.test(token.text);
  const profile = profileText(text, lexicon);
  const verbs = new Set(
    words
      .filter(isAction)
      .flatMap((word) => readTerms(word, lexicon))
      .map(({ term }) => term),
  );
  return {
    normalized: normalizeLabel(text),
    profile,
    subject: new Set(profile.terms.filter((term) => !verbs.has(term))),
    trigrams: trigramsOf(words.join(' ')),
    literals: new Set(tokens.filter(isLiteral).map((token) => foldCase(token.text).replace(/^[*.]+/, ''))),
    classes: dimensions.map(({ classOf }) => classesIn(words, classOf)),
  };
}

/** NFKC, lower case, everything that is no letter or digit one space (spec 5); a label of signs alone stays as it is. */
export function normalizeLabel(text: string): string {
  const label = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return label || normalizeText(text) || text;
}

function classesIn(words: readonly string[], classOf: ReadonlyMap<string, number>): Set<number> {
  const found = new Set<number>();
  for (const word of words)
    for (const base of baseForms(word)) {
      const at = classOf.get(base);
      if (at !== undefined) found.add(at);
    }
  return found;
}

function trigramsOf(text: string): Map<string, number> {
  const padded = ` ${text} `;
  const counts = new Map<string, number>();
  for (let at = 0; at + 3 <= padded.length; at++) {
    const piece = padded.slice(at, at + 3);
    counts.set(piece, (counts.get(piece) ?? 0) + 1);
  }
  return counts;
}

/**
 * How alike two captions are as kinds of work: weighted cosine of terms, Dice of trigrams and overlap of literals, less what
 * tells kinds of work apart. 1 for equal labels; at most 1, below 0 where everything speaks against it. Symmetric.
 */
export function captionLikeness(a: Caption, b: Caption): number {
  if (a.normalized === b.normalized) return 1;
  const alike =
    weights.terms * compareTerms(a.profile, b.profile).cosine +
    weights.trigrams * diceOf(a.trigrams, b.trigrams) +
    weights.literals * overlapOf(a.literals, b.literals);
  return Math.min(1, alike) - conflictOf(a, b) - (sharesSubject(a, b) ? 0 : verbAlone);
}

/** Whether they share more than what is done: refactoring one thing is no refactoring of another. */
const sharesSubject = (a: Caption, b: Caption): boolean => shareOf(a.subject, b.subject) > 0;

const total = (counts: ReadonlyMap<string, number>): number => {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
};

function diceOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [piece, count] of a) shared += Math.min(count, b.get(piece) ?? 0);
  return (2 * shared) / (total(a) + total(b));
}

function shareOf<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  let shared = 0;
  for (const item of a) if (b.has(item)) shared++;
  return shared;
}

const overlapOf = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  a.size === 0 || b.size === 0 ? 0 : shareOf(a, b) / Math.min(a.size, b.size);

function conflictOf(a: Caption, b: Caption): number {
  return dimensions.reduce((sum, { apart, uneven }, at) => {
    const [left, right] = [a.classes[at] ?? new Set(), b.classes[at] ?? new Set()];
    const shared = shareOf(left, right);
    const isApart = left.size > 0 && right.size > 0 && shared === 0;
    const isUneven = left.size !== shared || right.size !== shared;
    return sum + (isApart ? apart : 0) + (isUneven ? uneven : 0);
  }, 0);
}
