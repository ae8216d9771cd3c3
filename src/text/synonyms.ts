import data from '../../templates/synonyms.yaml';
import { rarityOf } from './background.ts';
import { foldCase } from './normalize.ts';
import { stemWord } from './stem.ts';
import { readLines, readSections } from './word-lists.ts';

/** Lists that a user adds: each inner list is one class of interchangeable words or phrases ("pull request"). */
export type SynonymLists = readonly (readonly string[])[];

/** The synonym tables, built once. Make one with buildLexicon; everything takes the default when none is given. */
export interface Lexicon {
  /** Stem, or stems of a phrase joined by a blank, to the stem that stands for its class in a score. */
  readonly canonical: ReadonlyMap<string, string>;
  /** The rarity of each class: that of its most common member. */
  readonly rarity: ReadonlyMap<string, number>;
  /** Word form, or phrase, to the numbers of the interchangeable classes that it is in. */
  readonly classes: ReadonlyMap<string, ReadonlySet<number>>;
  /** Stem to the other single stems of every class that lists it, in the order of the lists: what a search may look for instead. */
  readonly others: ReadonlyMap<string, readonly string[]>;
  /** First stems of the phrases (two or three words) that some class lists. */
  readonly phraseHeads: ReadonlySet<string>;
}

const shipped = readSections(data);

/** The shipped synonyms with more of the user's. Cost: about a millisecond; build it once a run. */
export function buildLexicon(extra: SynonymLists = []): Lexicon {
  const same = [
    ...readLines(shipped.get('same')).map(readClass),
    ...extra.map((line) => line.map(readPhrase)),
  ];
  const near = readLines(shipped.get('near')).map(readClass);
  const phrases = [...same, ...near].flat().filter((entry) => entry.includes(' '));
  const canonical = unite([...same, ...near]);
  return {
    canonical,
    rarity: commonest(canonical),
    classes: numberClasses(same),
    others: othersOf([...same, ...near]),
    phraseHeads: new Set(phrases.map((phrase) => stemPhrase(phrase).split(' ')[0] ?? '')),
  };
}

/** The lexicon of the shipped table alone. */
export const defaultLexicon: Lexicon = buildLexicon();

function readClass(line: readonly string[]): string[] {
  return line.filter((entry) => entry !== '-').map((entry) => entry.replaceAll('_', ' '));
}

function readPhrase(entry: string): string {
  return foldCase(entry.normalize('NFKC')).trim().replace(/\s+/g, ' ');
}

/** Each word stands for the first class that names it: classes do not chain, or "list" would end up meaning "swap". */
function unite(classes: readonly (readonly string[])[]): Map<string, string> {
  const head = new Map<string, string>();
  for (const members of classes) {
    const stems = members.map(stemPhrase);
    const known = stems.map((stem) => head.get(stem)).find((stem) => stem !== undefined);
    const target = known ?? stems[0];
    if (target !== undefined) for (const stem of stems) if (!head.has(stem)) head.set(stem, target);
  }
  return head;
}

function commonest(canonical: ReadonlyMap<string, string>): Map<string, number> {
  const rarity = new Map<string, number>();
  for (const [stem, head] of canonical) {
    rarity.set(head, Math.min(rarity.get(head) ?? Number.POSITIVE_INFINITY, rarityOf(stem)));
  }
  return rarity;
}

/** What a term may be found by instead of itself; nothing for most. */
export const synonymsOf = (term: string, lexicon: Lexicon = defaultLexicon): readonly string[] =>
  lexicon.others.get(term) ?? [];

function othersOf(classes: readonly (readonly string[])[]): Map<string, string[]> {
  const others = new Map<string, Set<string>>();
  for (const members of classes) {
    const stems = members.map(stemPhrase).filter((stem) => !stem.includes(' '));
    for (const stem of stems) {
      const known = others.get(stem) ?? new Set<string>();
      others.set(stem, known);
      for (const other of stems) if (other !== stem) known.add(other);
    }
  }
  return new Map([...others].map(([stem, set]) => [stem, [...set]]));
}

/** The stem of a word, or of each word of a phrase. */
export function stemPhrase(phrase: string): string {
  return phrase.split(' ').map(stemWord).join(' ');
}

function numberClasses(classes: readonly (readonly string[])[]): Map<string, Set<number>> {
  const numbers = new Map<string, Set<number>>();
  classes.forEach((members, index) => {
    for (const member of members) numbers.set(member, (numbers.get(member) ?? new Set<number>()).add(index));
  });
  return numbers;
}
