import { hashOf } from '../domain/identity.ts';
import { isDict, type Json } from '../domain/json.ts';
import { type Fingerprint, purgedMark } from '../domain/purge.ts';
import { type Folded, foldedText, foldText, type Reading } from './purge-fold.ts';

/** Units by which a text is looked for before it is compared whole. */
const headLength = 16;
/** Base of the rolling hash. */
const base = 257;

const rollOf = (units: Iterable<number>): number => {
  let roll = 0;
  for (const unit of units) roll = (Math.imul(roll, base) + unit) | 0;
  return roll;
};

/** A text to be erased. */
export interface Needle {
  readonly text: string;
  /** Whether the text ends where it was cut. */
  readonly cut: boolean;
}

/** The fingerprint of a text; `salt` keeps it from being guessed. */
export function fingerprintOf({ text, cut }: Needle, salt: string): Fingerprint {
  const folded = foldedText(text);
  const head = Array.from(folded.slice(0, headLength).split(''), (unit) => unit.charCodeAt(0));
  return { length: folded.length, head: rollOf(head), hash: hashOf(salt, folded), cut };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Fingerprints by the length of their head and its rolling hash. */
type Index = ReadonlyMap<number, ReadonlyMap<number, readonly Fingerprint[]>>;

function indexPrints(prints: readonly Fingerprint[]): Index {
  const index = new Map<number, Map<number, Fingerprint[]>>();
  for (const print of prints) {
    const length = Math.min(print.length, headLength);
    const heads = index.get(length) ?? new Map<number, Fingerprint[]>();
    heads.set(print.head, [...(heads.get(print.head) ?? []), print]);
    index.set(length, heads);
  }
  return index;
}

const powerOf = (length: number): number => {
  let power = 1;
  for (let count = 1; count < length; count++) power = Math.imul(power, base);
  return power;
};

/** Calls for every place at which the next `length` units have a wanted rolling hash. */
function eachHead({ units }: Folded, length: number, found: (at: number, roll: number) => void): void {
  if (units.length < length) return;
  const power = powerOf(length);
  let roll = rollOf(units.slice(0, length));
  for (let at = 0; ; at++) {
    found(at, roll);
    const next = units[at + length];
    if (next === undefined) return;
    roll = (Math.imul(roll - Math.imul(units[at] ?? 0, power), base) + next) | 0;
  }
}

function textOf({ units }: Folded, at: number, length: number): string {
  let text = '';
  for (let index = at; index < at + length; index++) text += String.fromCharCode(units[index] ?? 0);
  return text;
}

/** The mark of a cut, in the text after a place. */
const cutMark = /…|\.\.\./g;

/** Where a copy that was cut short ends; undefined when the text goes on. */
function endOfCut(text: string, folded: Folded, at: number, length: number): number | undefined {
  cutMark.lastIndex = folded.from[at] ?? 0;
  const mark = cutMark.exec(text)?.index;
  const whole = folded.from[at + length - 1];
  return mark !== undefined && (whole === undefined || mark <= whole) ? mark : undefined;
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
};

/** Marks that belong to the last letter go with it. */
const afterMarks = (text: string, end: number): number => {
  const marks = /\p{M}{1,20}/uy;
  marks.lastIndex = end;
  return end + (marks.exec(text)?.[0].length ?? 0);
};

/** Finds texts by their fingerprints. */
export class TextFinder {
  readonly #index: Index;
  readonly #salt: string;

  constructor(prints: readonly Fingerprint[], salt: string) {
    this.#index = indexPrints(prints);
    this.#salt = salt;
  }

  #spansIn(text: string, reading: Reading): Span[] {
    const folded = foldText(text, reading);
    const spans: Span[] = [];
    for (const [length, heads] of this.#index)
      eachHead(folded, length, (at, roll) => {
        for (const print of heads.get(roll) ?? []) {
          const end = this.#endOf(text, { folded, at, print });
          if (end !== undefined) spans.push({ start: folded.from[at] ?? 0, end });
        }
      });
    return spans;
  }

  #endOf(
    text: string,
    { folded, at, print }: { folded: Folded; at: number; print: Fingerprint },
  ): number | undefined {
    const isWhole =
      at + print.length <= folded.units.length &&
      hashOf(this.#salt, textOf(folded, at, print.length)) === print.hash;
    if (!isWhole) return print.length > headLength ? endOfCut(text, folded, at, print.length) : undefined;
    const end = afterMarks(text, folded.to[at + print.length - 1] ?? 0);
    return print.cut ? endOfLine(text, end) : end;
  }

  /** The text with every erased text in it masked; the same text when it holds none. */
  mask(text: string): string {
    const escaped = text.includes('\\') ? this.#spansIn(text, 'escaped') : [];
    const spans = [...this.#spansIn(text, 'plain'), ...escaped].sort((a, b) => a.start - b.start);
    let masked = '';
    let done = 0;
    for (const { start, end } of spans) {
      if (start >= done) masked += text.slice(done, start) + purgedMark;
      done = Math.max(done, end);
    }
    return spans.length === 0 ? text : masked + text.slice(done);
  }

  /** Whether a text is one of those that are erased and nothing beside. */
  isWhole(text: string): boolean {
    return (
      foldedText(this.mask(text)) === foldedText(purgedMark) && foldedText(text) !== foldedText(purgedMark)
    );
  }

  /** A JSON value with its strings and keys masked, but for words of the format; `hit` is called for each that was. */
  maskJson(value: Json, hit: () => void): Json {
    const mask = (text: string): string => {
      const masked = this.mask(text);
      if (masked !== text) hit();
      return masked;
    };
    const deep = (item: Json, key: string): Json => {
      if (typeof item === 'string') return isFormatWord(key, item) ? item : mask(item);
      if (Array.isArray(item)) return item.map((inner: Json) => deep(inner, key));
      if (!isDict(item)) return item;
      return Object.fromEntries(
        Object.entries(item).map(([name, inner]): [string, Json] => [
          fieldName.test(name) ? name : mask(name),
          deep(inner, name),
        ]),
      );
    };
    return deep(value, '');
  }
}

/** What a field of a record is called. */
const fieldName = /^[a-z][a-zA-Z]{0,15}$/;

/** Fields whose values are words of the format or ids: a memory that is called like one must not damage the others. */
const formatFields: ReadonlySet<string> = new Set([
  'id',
  'status',
  'scope',
  'severity',
  'polarity',
  'kind',
  'type',
  'verdict',
  'decision',
  'reviewedBy',
  'entityType',
  'origin',
  'source',
  'client',
  'outcome',
  'by',
  'at',
]);

const isFormatWord = (key: string, value: string): boolean =>
  formatFields.has(key) && /^[\w.:-]{1,40}$/.test(value);
