import data from '../../templates/merge-words.yaml';
import { foldCase } from './normalize.ts';
import { joinNumbers, numberWord, readQuantity } from './numbers.ts';
import { baseForms } from './stem.ts';
import { guessLanguage } from './stop-words.ts';
import type { Lexicon } from './synonyms.ts';
import { isCamel, isUnsegmented, readTokens, type Token } from './tokens.ts';
import { readLines, readSections, readWords } from './word-lists.ts';

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

const sections = readSections(data);
const drops: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...readSections(sections.get('drop'))].map(([language, words]) => [language, new Set(readWords(words))]),
);
const cjkDrops = drops.get('cjk') ?? new Set<string>();
const subjects = new Set(readWords(sections.get('subject')));
const duties = readWords(sections.get('duty')).map((entry) => entry.replaceAll('_', ' '));
const units = new Map(
  readLines(sections.get('units')).flatMap((line) => line.map((unit) => [unit, line[0] ?? unit])),
);
const BE = new Set('is are was were be been being am'.split(' '));
const RELATIVE = new Set('that which who'.split(' '));
/** The segmenter cuts this Japanese "please" into pieces that are no words. */
const POLITE = /ください|下さい/g;
const NOTHING: ReadonlySet<never> = new Set();

/** The folded words of a text, for the guess of the language that a pair shares. */
export function foldedWords(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => (token.kind === 'word' ? [foldCase(token.text)] : []));
}

/**
 * What a text says, in order, without the words that carry no meaning of their own. Breaks (comma, full stop) remain,
 * for the reader of the order. A passive leaves a mark, since "is notified" and "notifies" swap the roles.
 */
export function readMeaning(tokens: readonly Token[], language: string, lexicon: Lexicon): Item[] {
  const words = expand(tokens);
  const kept = dropEmptyWords(dropOpening(words), language);
  return joinPhrases(joinNumberWords(kept, language), lexicon);
}

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

interface Word extends Token {
  readonly folded: string;
}

/** Contractions are spelled out, bullets and lone bangs go, quantities fall into number and unit. */
function expand(tokens: readonly Token[]): Word[] {
  return tokens.flatMap((token, at) => {
    const before = tokens[at - 1];
    const lineStart = before === undefined || before.text === '\n';
    if (token.kind === 'symbol' && (/^!+$/.test(token.text) || (lineStart && /^[*+>#]$/.test(token.text))))
      return [];
    if (token.text === '&') return [{ ...token, text: 'and', folded: 'and', kind: 'word' as const }];
    if (token.kind === 'punct' && token.quoted)
      return [{ ...token, kind: 'symbol' as const, folded: token.text }];
    const glob = token.joined && before?.text === '*';
    const texts = token.kind === 'word' ? spellOut(token) : [token.text];
    return texts.map((text) => ({ ...token, text, folded: foldCase(text), quoted: token.quoted || glob }));
  });
}

function spellOut(token: Token): string[] {
  const text = token.text.replace(/’/g, "'");
  if (token.quoted || !text.includes("'")) return /^cannot$/i.test(text) ? ['can', 'not'] : [text];
  if (/^(?:won't|can't|shan't)$/i.test(text))
    return [/^w/i.test(text) ? 'will' : /^c/i.test(text) ? 'can' : 'shall', 'not'];
  if (/n't$/i.test(text)) return [text.slice(0, -3), 'not'];
  return text
    .replace(/'(?:s|re|ll|ve|d|m)?$/i, '')
    .split("'")
    .filter((part) => part !== '');
}

/**
 * "We should use x", "You must use x" and "Please use x" open like "Use x": only at the very start, and only where no one
 * else is spoken of ("we use tabs, you use spaces").
 */
function dropOpening(words: readonly Word[]): readonly Word[] {
  const length = openingLength(words);
  return words.slice(length).some(({ folded }) => subjects.has(folded)) ? words : words.slice(length);
}

function openingLength(words: readonly Word[]): number {
  const folded = (index: number): string => words[index]?.folded ?? '';
  let at = folded(0) === 'please' ? 1 : 0;
  const subject = subjects.has(folded(at));
  if (subject) at++;
  const duty = duties.find((entry) => entry.split(' ').every((part, index) => folded(at + index) === part));
  if (duty !== undefined) return at + duty.split(' ').length;
  return subject && /^(?:can|could|may|might|will|would|have|had|are|were)$/.test(folded(at)) ? at - 1 : at;
}

function dropEmptyWords(words: readonly Word[], language: string): Word[] {
  return words.flatMap((word, at): Word[] => {
    if (word.kind !== 'word' || word.quoted) return [word];
    const passive = isPassive(words, at)
      ? [{ ...word, text: '#passive', folded: '#passive', kind: 'symbol' as const }]
      : [];
    return passive.length > 0 || isEmptyWord(words, at, language) ? passive : [word];
  });
}

function isEmptyWord(words: readonly Word[], at: number, language: string): boolean {
  const folded = words[at]?.folded ?? '';
  const next = words[at + 1];
  if (folded === 'a' || folded === 'A') return /^(?:en|pt)$/.test(language) && isArticle(words, at);
  if (/^(?:do|does|did)$/.test(folded)) return next?.folded === 'not' || next?.folded === 'never';
  if (/^(?:have|has|had)$/.test(folded)) return next?.folded === 'been';
  if (RELATIVE.has(folded)) return BE.has(next?.folded ?? '');
  return (drops.get(language)?.has(folded) ?? false) || cjkDrops.has(folded);
}

/** "a" before a preposition, a sign or the end is a name ("from a to b"), and so is "A" inside a sentence. */
function isArticle(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  if (next === undefined || next.kind === 'punct' || next.kind === 'symbol') return false;
  if (words[at]?.text === 'A' && at > 0 && words[at - 1]?.kind !== 'punct') return false;
  return !/^(?:to|from|in|on|at|of|by|for|with|into|and|or|over|before|after|instead|is|are|than|as|not|few|little|lot)$/.test(
    next.folded,
  );
}

function isPassive(words: readonly Word[], at: number): boolean {
  if (!BE.has(words[at]?.folded ?? '') || RELATIVE.has(words[at - 1]?.folded ?? '')) return false;
  const next = words
    .slice(at + 1, at + 3)
    .find((word) => !/^(?:not|never|being|been)$|ly$/.test(word.folded));
  if (next === undefined || next.kind !== 'word' || BE.has(next.folded)) return false;
  return (
    /[^e]ed$/.test(next.folded) ||
    (/(?:en|wn|ne|t|de|ld|nt|un)$/.test(next.folded) && baseForms(next.folded).size > 1)
  );
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

/** Reads two texts as one language would: the one whose small words the pair holds most of. */
export function readPair(a: string, b: string, lexicon: Lexicon): [Item[], Item[]] {
  const [left, right] = [readTokens(a.replace(POLITE, '')), readTokens(b.replace(POLITE, ''))];
  const language = guessLanguage([...foldedWords(left), ...foldedWords(right)]);
  return [readMeaning(left, language, lexicon), readMeaning(right, language, lexicon)];
}
