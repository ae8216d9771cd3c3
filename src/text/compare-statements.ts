import { type Claim, isDenial, readClaims, statementWords, wordSet } from './claims.ts';
import { areSame, type Item, readPair } from './meaning.ts';
import { mergeable } from './mergeable.ts';
import { foldCase, normalizeText } from './normalize.ts';
import { type Slot, slotOf } from './slots.ts';
import { defaultLexicon, type Lexicon } from './synonyms.ts';
import { readTokens } from './tokens.ts';
import { readLines } from './word-lists.ts';
import { settleOrder } from './word-order.ts';

/** What one statement is to another; of a contradiction, the reason in words. */
export interface Comparison {
  readonly kind: 'same' | 'restates' | 'contradicts' | 'unrelated';
  readonly reason: string;
}

const emphasis = wordSet('emphasis');
const take = wordSet('take');
const takeBegin = [...wordSet('takeBegin')];
const speaker = wordSet('speaker');
const imperatives = wordSet('imperatives');
const many = wordSet('many');
const labels = wordSet('labels');
const slotNouns = wordSet('slotNouns');
const copula = wordSet('copula');
const onlyWords = wordSet('only');
const pairsOf = (name: string): string[] =>
  readLines(statementWords.get(name)).flatMap(([a = '', b = '']) => [`${a} ${b}`, `${b} ${a}`]);
const exclusive: ReadonlySet<string> = new Set(pairsOf('exclusive'));
const alternatives: ReadonlyMap<string, ReadonlySet<number>> = numberLines();
const articles = /^(?:a|an|one|ein|eine|einer|un|une|una|uno|um|uma|одна|один|一个|一種)$/;
/** A value that holds beside others: "the port is configurable". */
const adjective =
  /(?:able|ible|ed|ing|ful|less|ous|ive)$|^(?:new|old|slow|fast|important|wrong|correct|different|same|unique|random|dynamic|static|empty|missing|set|required|optional|big|small|long|short|good|bad|free|ready|done|here|there)$/;
const qualifier =
  /^(?:in|on|for|at|under|with|without|from|by|during|via|per|to|of|inside|within|after|before|als|bei|für|auf|en|para|con|dans|pour|avec|sur|em|com|в|на|для|при|с)$/;

/** Longest differing piece that is taken for a value, in items. */
const MAX_VALUE = 3;

/**
 * Compares what two texts claim. Only what cannot both hold contradicts: one denies what the other says, or both give the
 * same thing another value. Another condition, place, unit or amount of detail leaves room for both. Symmetric.
 */
export function compareStatements(a: string, b: string, lexicon: Lexicon = defaultLexicon): Comparison {
  if (normalizeText(a) === normalizeText(b)) return { kind: 'same', reason: 'the same text' };
  if (mergeable(a, b, lexicon).mergeable) return { kind: 'restates', reason: 'the same in other words' };
  const reason = contradictionOf(a, b, lexicon);
  return reason === undefined
    ? { kind: 'unrelated', reason: 'both can hold' }
    : { kind: 'contradicts', reason };
}

/** Why two texts cannot both hold; undefined when they can. What `compareStatements` asks last, for those who ask only that. */
export function contradictionOf(a: string, b: string, lexicon: Lexicon = defaultLexicon): string | undefined {
  const others = readClaims(b);
  for (const claim of readClaims(a)) {
    for (const other of others) {
      const reason = isNear(claim, other) ? conflictOf(claim, other, lexicon) : undefined;
      if (reason !== undefined) return reason;
    }
  }
  return undefined;
}

/** Claims of fewer words are always compared. */
const FEW_WORDS = 5;

/** Whether two claims share enough words to differ in one place only; synonyms may take the place of a half. */
function isNear({ words: a }: Claim, { words: b }: Claim): boolean {
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a];
  if (fewer.size <= FEW_WORDS) return more.size <= 4 * FEW_WORDS;
  let shared = 0;
  for (const word of fewer) if (more.has(word)) shared++;
  return shared >= fewer.size / 2 && more.size <= 2 * fewer.size;
}

function conflictOf(a: Claim, b: Claim, lexicon: Lexicon): string | undefined {
  if (a.hedged || b.hedged || isPartly(a) || isPartly(b) || !sayTheSame(a.condition, b.condition, lexicon))
    return undefined;
  const [left, right] = readMarked(a.text, b.text, lexicon);
  if (a.denied !== b.denied) return polarityConflict(left, right);
  if (a.denied || a.task || b.task) return undefined;
  return valueConflict({ a, b, left, right, lexicon });
}

const isPartly = ({ partly, task, denied }: Claim): boolean => partly || (task && denied);

function sayTheSame(a: string, b: string, lexicon: Lexicon): boolean {
  return (
    normalizeText(a) === normalizeText(b) || (a !== '' && b !== '' && mergeable(a, b, lexicon).mergeable)
  );
}

/** An item that carries content, and whether a verb of the rule stands before it. */
interface Marked {
  readonly item: Item;
  readonly afterVerb: boolean;
}

function readMarked(a: string, b: string, lexicon: Lexicon): [Marked[], Marked[]] {
  const [left, right] = readPair(a, b, lexicon);
  return [mark(settleOrder(left)), mark(settleOrder(right))];
}

function mark(items: readonly Item[]): Marked[] {
  const out: Marked[] = [];
  let afterVerb = false;
  let started = false;
  for (const item of items) {
    if (isTake(item)) afterVerb = true;
    else if (!isWeightless(item) && (started || !speaker.has(item.folded))) {
      out.push({ item, afterVerb });
      if (!started && isImperative(item)) afterVerb = true;
      started = true;
    }
  }
  return out;
}

const hasBase = ({ folded, bases }: Item, words: ReadonlySet<string>): boolean =>
  words.has(folded) || [...bases].some((base) => words.has(base));

const isImperative = (item: Item): boolean => imperatives.has(item.folded);

const isTake = (item: Item): boolean =>
  hasBase(item, take) || takeBegin.some((begin) => item.folded.startsWith(begin));

const isWeightless = ({ folded, kind }: Item): boolean =>
  kind === 'break' || isDenial(folded) || emphasis.has(folded) || copula.has(folded);

const isOnly = ({ item }: Marked): boolean => onlyWords.has(item.folded);
const withoutOnly = (marked: readonly Marked[]): Marked[] => marked.filter((one) => !isOnly(one));

function polarityConflict(a: readonly Marked[], b: readonly Marked[]): string | undefined {
  const [left, right] = [withoutOnly(a), withoutOnly(b)];
  if (left.length === 0 || left.length !== right.length) return undefined;
  if (!left.every(({ item }, at) => areSame(item, right[at]?.item ?? item))) return undefined;
  return `polarity: one says to, the other not to (${left.map(({ item }) => item.surface).join(' ')})`;
}

interface Values {
  readonly a: Claim;
  readonly b: Claim;
  readonly left: readonly Marked[];
  readonly right: readonly Marked[];
  readonly lexicon: Lexicon;
}

function valueConflict(values: Values): string | undefined {
  const { a, b, left, right } = values;
  const [slot, other] = [slotOf(a), slotOf(b)];
  if (slot !== undefined && other !== undefined) return slotConflict(slot, other, values);
  if (slot !== undefined || other !== undefined) return undefined;
  if ([...left, ...right].some(({ item }) => hasBase(item, many))) return undefined;
  const only = a.only || b.only;
  const segment = differenceOf(withoutOnly(left), withoutOnly(right));
  if (segment === undefined || isAttribute(segment) || !(isValuePlace(segment) || only)) return undefined;
  return segmentConflict(segment, a.among || b.among) ?? onlyConflict(segment, only);
}

/** The one piece in which two sequences differ. */
interface Segment {
  readonly left: readonly Item[];
  readonly right: readonly Item[];
  /** What stands directly before it, if anything. */
  readonly before: Item | undefined;
  readonly at: number;
  readonly afterVerb: boolean;
  /** How many items both share, and how many of these are no mere prepositions. */
  readonly shared: number;
  readonly said: number;
}

function differenceOf(left: readonly Marked[], right: readonly Marked[]): Segment | undefined {
  const same = (i: number, j: number): boolean => {
    const [one, other] = [left[i]?.item, right[j]?.item];
    return one !== undefined && other !== undefined && areSame(one, other);
  };
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  while (head < shorter && same(head, head)) head++;
  let tail = 0;
  while (tail < shorter - head && same(left.length - 1 - tail, right.length - 1 - tail)) tail++;
  const cut = (side: readonly Marked[]): Item[] =>
    side.slice(head, side.length - tail).map(({ item }) => item);
  const segment = { left: cut(left), right: cut(right) };
  if (segment.left.length === 0 || segment.right.length === 0) return undefined;
  const afterVerb = left[head]?.afterVerb === true && right[head]?.afterVerb === true;
  const common = [...left.slice(0, head), ...left.slice(left.length - tail)];
  const said = common.filter(({ item }) => !qualifier.test(item.folded)).length;
  return { ...segment, before: left[head - 1]?.item, at: head, afterVerb, shared: head + tail, said };
}

/** "Enabled users" and "disabled users" are others, not one in two states. */
const isAttribute = ({ left, at }: Segment): boolean => at === 0 && /ed$/.test(left[0]?.folded ?? '');

const isValuePlace = ({ afterVerb, at, said, left, right }: Segment): boolean =>
  afterVerb || (at >= 2 && said >= 2) || isExclusive(left[0], right[0]);

const isExclusive = (a: Item | undefined, b: Item | undefined): boolean => {
  if (a === undefined || b === undefined) return false;
  const forms = (item: Item): string[] => [item.folded, ...item.bases];
  return forms(a).some((one) => forms(b).some((other) => exclusive.has(`${one} ${other}`)));
};

/** Values that exclude one another by themselves: opposites, numbers, versions, listed alternatives. */
function segmentConflict({ left, right, before }: Segment, isAmong: boolean): string | undefined {
  const [a, b] = [left[0], right[0]];
  if (left.length !== 1 || right.length !== 1 || a === undefined || b === undefined) return undefined;
  const values = `${a.surface} / ${b.surface}`;
  if (isExclusive(a, b)) return `opposite: ${values}`;
  if (isAmong) return undefined;
  if (a.kind === 'number' && b.kind === 'number')
    return before !== undefined && hasBase(before, labels) ? undefined : `number: ${values}`;
  if (isVersion(a, b)) return `version: ${values}`;
  return areAlternatives(a, b) ? `value: ${values}` : undefined;
}

/** "python3.11" and "python3.12": one name with other digits. */
function isVersion(a: Item, b: Item): boolean {
  const name = ({ surface }: Item): string => surface.replace(/\d[\d.]{0,40}/g, '#');
  return a.surface !== b.surface && name(a) === name(b) && /^[\p{L}@/:-]+#/u.test(name(a));
}

function areAlternatives(a: Item, b: Item): boolean {
  const classesOf = (item: Item): number[] =>
    [item.folded, ...item.bases].flatMap((form) => [...(alternatives.get(form) ?? [])]);
  const own = new Set(classesOf(a));
  return !areSame(a, b) && classesOf(b).some((line) => own.has(line));
}

/** The listed alternatives that a text names one of: what makes "use tabs" and "use spaces" speak of one thing. */
export function topicsOf(text: string): Set<number> {
  return new Set(readTokens(text).flatMap((token) => [...(alternatives.get(foldCase(token.text)) ?? [])]));
}

/** "From CI only" leaves no room for anything else in that place. */
function onlyConflict({ left, right, shared }: Segment, only: boolean): string | undefined {
  const fits = [left, right].every(
    (side) => side.length <= 2 && !side.some(({ folded }) => qualifier.test(folded)),
  );
  return only && fits && shared >= 2 ? `only: ${wordsOf(left)} / ${wordsOf(right)}` : undefined;
}

function slotConflict(a: Slot, b: Slot, values: Values): string | undefined {
  if (a.relation !== b.relation || !sayTheSame(a.subject, b.subject, values.lexicon)) return undefined;
  if (values.a.among || values.b.among) return undefined;
  const nominal = [a, b].some(({ value }) => articles.test(value.split(' ', 1)[0]?.toLowerCase() ?? ''));
  const [left, right] = readMarked(a.value, b.value, values.lexicon);
  const segment = differenceOf(withoutOnly(left), withoutOnly(right));
  if (segment === undefined) return undefined;
  const reason =
    segmentConflict(segment, false) ??
    onlyConflict({ ...segment, shared: segment.shared + 2 }, values.a.only || values.b.only);
  if (reason !== undefined) return `${a.subject}: ${reason}`;
  const fits = !nominal && isSingleValue(segment) && (a.relation !== 'is' || hasOneValue(a, segment));
  return fits ? `${a.subject}: value: ${wordsOf(segment.left)} / ${wordsOf(segment.right)}` : undefined;
}

/** Short pieces without a further qualification, and no amounts in different units. */
function isSingleValue({ left, right }: Segment): boolean {
  const sides = [left, right];
  if (sides.every((side) => side.some(({ kind }) => kind === 'number')) && left.length + right.length > 2)
    return false;
  return sides.every(
    (side) =>
      side.length <= MAX_VALUE &&
      !side.some(({ folded }) => qualifier.test(folded) || adjective.test(folded)),
  );
}

/** Things that have one value at a time, or a named thing that is said to be another named thing. */
function hasOneValue({ subject }: Slot, { left, right, at }: Segment): boolean {
  const words = subject.toLowerCase().split(' ');
  const head = words.findIndex((word) => /^(?:for|of|in|on|to|de|von|für|para|pour|для)$/.test(word));
  const noun = words[(head > 0 ? head : words.length) - 1] ?? '';
  if (slotNouns.has(noun) || /^(?:default|primary|current|official)$/.test(words[0] ?? '')) return true;
  const isName = ([item, more]: readonly Item[]): boolean =>
    item !== undefined && more === undefined && /^\p{Lu}|[\d_./]|\p{Ll}\p{Lu}/u.test(item.surface);
  return at === 0 && isName(left) && isName(right);
}

const wordsOf = (items: readonly Item[]): string => items.map(({ surface }) => surface).join(' ');

function numberLines(): Map<string, Set<number>> {
  const lines = new Map<string, Set<number>>();
  readLines(statementWords.get('alternatives')).forEach((line, index) => {
    for (const word of line)
      lines.set(word.toLowerCase(), (lines.get(word.toLowerCase()) ?? new Set()).add(index));
  });
  return lines;
}
