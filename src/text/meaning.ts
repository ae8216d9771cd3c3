import data from '../../templates/merge-words.yaml';
import { foldCase } from './normalize.ts';
import { joinNumbers, numberWord, readQuantity } from './numbers.ts';
import { dropSmallWords, readSmallWords, type Word } from './small-words.ts';
import { baseForms } from './stem.ts';
import { guessLanguage } from './stop-words.ts';
import type { Lexicon } from './synonyms.ts';
import { isCamel, isUnsegmented } from './tokens.ts';
import { readLines, readSections } from './word-lists.ts';

export type ItemKind = 'word' | 'code' | 'number' | 'path' | 'sign' | 'break';

/** One thing that a text says. Two items answer one another when a merge may take either for the other (areSame). */
export interface Item {
  readonly kind: ItemKind;
  /** As written, and case-folded; of a number, its value. */
  readonly surface: string;
  readonly folded: string;
  /** Words that this may be a form of, and the synonym classes of any of them; both empty where only the exact counts. */
  readonly bases: ReadonlySet<string>;
  readonly classes: ReadonlySet<number>;
  /** Case belongs to the name: paths, flags, snake_case, quoted pieces. */
  readonly cased: boolean;
}

const units = new Map(
  readLines(readSections(data).get('units')).flatMap((line) => line.map((unit) => [unit, line[0] ?? unit])),
);
const NOTHING: ReadonlySet<never> = new Set();

/** May one stand for the other: the same word in another form, a listed synonym, the same number, the same name? */
export function areSame(a: Item, b: Item): boolean {
  if (a.folded === b.folded && a.kind === b.kind)
    return a.surface === b.surface || !(isFixed(a, b) || (isCamel(a.surface) && isCamel(b.surface)));
  return meet(a.bases, b.bases) || meet(a.classes, b.classes);
}

function isFixed(a: Item, b: Item): boolean {
  return a.kind === 'path' || (a.cased && b.cased);
}

function meet<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  for (const entry of a) if (b.has(entry)) return true;
  return false;
}

/** Neighbouring English number words make one number; each unit after a number is spelled one way. */
function joinNumberWords(words: readonly Word[], language: string): Item[] {
  const out: Item[] = [];
  let open: number | undefined;
  for (const word of words) {
    const value =
      /^(?:word|identifier)$/.test(word.kind) && !word.quoted ? numberWord(word.folded, language) : undefined;
    const joined = value !== undefined && open !== undefined ? joinNumbers(open, value) : undefined;
    if (joined !== undefined) out.pop();
    open = joined ?? value;
    if (open !== undefined) out.push(numberItem(String(open)));
    else out.push(...readItems(word, out.at(-1)?.kind === 'number'));
  }
  return out;
}

function readItems(word: Word, afterNumber: boolean): Item[] {
  if (word.kind === 'number') {
    const { value, unit } = readQuantity(word.text);
    return unit === '' ? [numberItem(value)] : [numberItem(value), exactItem('code', unitOf(unit))];
  }
  const unit = afterNumber && word.kind === 'word' && !word.quoted;
  if (unit && (word.text.length === 1 || units.has(unitKey(word.text))))
    return [exactItem('code', unitOf(word.text))];
  return [readItem(word)];
}

function unitKey(text: string): string {
  return text.length > 2 ? text.toLowerCase() : text;
}

/** "10 m" and "10 M" are minutes and millions: short units keep their case unless the table lists them. */
function unitOf(unit: string): string {
  return units.get(unitKey(unit)) ?? unitKey(unit);
}

function readItem(word: Word): Item {
  if (word.kind === 'punct')
    return { ...exactItem('break', /[.;\n]/.test(word.text) ? '.' : ','), cased: false };
  if (word.kind === 'symbol') return exactItem('sign', word.text);
  if (word.kind === 'path') return exactItem('path', word.text);
  const folded = word.folded;
  if (word.kind === 'identifier' || isUnsegmented(folded) || word.quoted) {
    return { ...exactItem('word', word.text), cased: word.quoted || /[_$@#.]|^-/.test(word.text) };
  }
  return {
    kind: 'word',
    surface: word.text,
    folded,
    bases: baseForms(folded),
    classes: NOTHING,
    cased: false,
  };
}

function numberItem(value: string): Item {
  return { ...exactItem('number', value), cased: false };
}

function exactItem(kind: ItemKind, surface: string): Item {
  return { kind, surface, folded: foldCase(surface), bases: NOTHING, classes: NOTHING, cased: true };
}

/** Listed phrases become one item; every word learns its synonym classes. */
function joinPhrases(items: readonly Item[], lexicon: Lexicon): Item[] {
  const out: Item[] = [];
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (item === undefined) continue;
    const phrase = findPhrase(items, at, lexicon);
    out.push(phrase ?? { ...item, classes: classesOf(item, lexicon) });
    if (phrase !== undefined) at += phrase.folded.split(' ').length - 1;
  }
  return out;
}

function classesOf(item: Item, lexicon: Lexicon): ReadonlySet<number> {
  if (item.kind !== 'word') return NOTHING;
  const found = [item.folded, ...item.bases].flatMap((base) => [...(lexicon.classes.get(base) ?? [])]);
  return new Set(found);
}

function findPhrase(items: readonly Item[], at: number, lexicon: Lexicon): Item | undefined {
  for (const length of [3, 2]) {
    const parts = items.slice(at, at + length);
    const last = parts.at(-1);
    if (parts.length < length || last === undefined || parts.some(({ kind }) => kind !== 'word')) continue;
    const start = parts
      .slice(0, -1)
      .map(({ folded }) => folded)
      .join(' ');
    for (const end of [last.folded, ...last.bases]) {
      const classes = lexicon.classes.get(`${start} ${end}`);
      if (classes !== undefined)
        return { ...last, surface: `${start} ${end}`, folded: `${start} ${end}`, bases: NOTHING, classes };
    }
  }
  return undefined;
}

/**
 * What two texts say, in order, without the words that carry no meaning of their own, both read in the language whose small
 * words the pair holds most of. Breaks (comma, full stop) remain, for the reader of the order.
 */
export function readPair(a: string, b: string, lexicon: Lexicon): [Item[], Item[]] {
  const [left, right] = [readSmallWords(a), readSmallWords(b)];
  const language = guessLanguage([...left, ...right].map(({ folded }) => folded));
  const read = (words: readonly Word[]): Item[] =>
    joinPhrases(joinNumberWords(dropSmallWords(words, language), language), lexicon);
  return [read(left), read(right)];
}
