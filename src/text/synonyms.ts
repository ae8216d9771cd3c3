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
  readonly others: Pick<ReadonlyMap<string, readonly string[]>, 'get'>;
  /** First stems of the phrases (two or three words) that some class lists. */
  readonly phraseHeads: ReadonlySet<string>;
}

/** The classes of the shipped table, with more of the user's: interchangeable ones, and ones that only lie near. */
function readClasses(extra: SynonymLists): { readonly same: string[][]; readonly near: string[][] } {
  const shipped = readSections(data);
  const same = [
    ...readLines(shipped.get('same')).map(readClass),
    ...extra.map((line) => line.map(readPhrase)),
  ];
  return { same, near: readLines(shipped.get('near')).map(readClass) };
}

/** What is asked for is made, once: a command that starts for one question pays for no table that it does not read. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The shipped synonyms with more of the user's; its tables are made when they are first read. Make one a run. */
export function buildLexicon(extra: SynonymLists = []): Lexicon {
  const classes = once(() => readClasses(extra));
  const all = once(() => [...classes().same, ...classes().near]);
  const canonical = once(() => unite(all()));
  const rarity = once(() => commonest(canonical()));
  const numbers = once(() => numberClasses(classes().same));
  const others = once(() => othersOf(all()));
  const phraseHeads = once(() => headsOf(all().flat()));
  return {
    get canonical() {
      return canonical();
    },
    get rarity() {
      return rarity();
    },
    get classes() {
      return numbers();
    },
    get others() {
      return others();
    },
    get phraseHeads() {
      return phraseHeads();
    },
  };
}

/** The same lexicon with what a search may look for instead read elsewhere, for example from an index. */
export const withOthers = (lexicon: Lexicon, others: Lexicon['others']): Lexicon => ({
  get canonical() {
    return lexicon.canonical;
  },
  get rarity() {
    return lexicon.rarity;
  },
  get classes() {
    return lexicon.classes;
  },
  others,
  get phraseHeads() {
    return lexicon.phraseHeads;
  },
});

/** Every stem that has others, with them: for an index that keeps them. */
export function synonymTable(extra: SynonymLists = []): ReadonlyMap<string, readonly string[]> {
  const { same, near } = readClasses(extra);
  return othersOf([...same, ...near]);
}

/** First stems of the phrases. */
const headsOf = (entries: readonly string[]): Set<string> =>
  new Set(
    entries.filter((entry) => entry.includes(' ')).map((phrase) => stemPhrase(phrase).split(' ')[0] ?? ''),
  );

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
