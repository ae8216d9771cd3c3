import data from '../../templates/number-words.yaml';
import { foldCase } from './normalize.ts';
import { readSections, readWords } from './word-lists.ts';

const VALUES = [...Array(21).keys(), 30, 40, 50, 60, 70, 80, 90, 100, 1000];

const words: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  [...readSections(data)].map(([language, list]) => [language, pairUp(readWords(list))]),
);
const english = words.get('en') ?? new Map<string, number>();

/** Words of four letters and more whose value no other language disputes, but for those that are also common words. */
const ALSO_WORDS = new Set(['once', 'sept', 'null', 'cent', 'mille', 'zero']);
const anywhere: ReadonlyMap<string, number> = new Map(
  [...words.values()]
    .flatMap((list) => [...list])
    .filter(([word]) => word.length >= 4 && !ALSO_WORDS.has(word)),
);

const HAN_DIGITS = new Map(
  [...'零一二三四五六七八九', '〇', '两', '兩'].map((sign, at) => [
    sign,
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 2, 2][at] ?? 0,
  ]),
);
const HANGUL_DIGITS = new Map([...'영일이삼사오육칠팔구'].map((sign, at) => [sign, at]));
const SCALES = new Map(
  [...'十百千万', ...'십백천만'].map((sign, at) => [sign, [10, 100, 1000, 10_000][at % 4] ?? 1]),
);

/** A number as two texts may both write it, and the unit glued to it ("10MB": 10, MB). */
export interface Quantity {
  readonly value: string;
  readonly unit: string;
}

/**
 * Reads a token of digits. Thousands commas go ("1,024" is 1024), a "v" before a version goes; nothing is rounded:
 * 3.1 and 3.10 stay apart, as do -7 and +7. What is more than a number and a unit is its own value.
 */
export function readQuantity(token: string): Quantity {
  const plain = /^([-+]?(?:\d{1,3}(?:,\d{3}){1,6}|\d{1,40}(?:\.\d{1,40})?))(%|[A-Za-zµ]{1,12})?$/.exec(token);
  if (plain === null) return { value: foldCase(token).replace(/^v(?=\d)/, ''), unit: '' };
  const unit = plain[2] ?? '';
  const value = (plain[1] ?? '').replaceAll(',', '');
  return /^(?:st|nd|rd|th|x)$/i.test(unit)
    ? { value: value + unit.toLowerCase(), unit: '' }
    : { value, unit };
}

/**
 * The value of a folded number word: English, or of the text's language, or of any language where the word is nothing
 * else ("treinta"), or a run of CJK numerals. "Twenty-five" is read too.
 */
export function numberWord(word: string, language: string): number | undefined {
  const plain = english.get(word) ?? words.get(language)?.get(word) ?? anywhere.get(word) ?? hanNumber(word);
  if (plain !== undefined || !word.includes('-')) return plain;
  const [tens, ones] = [
    english.get(word.slice(0, word.indexOf('-'))),
    english.get(word.slice(word.indexOf('-') + 1)),
  ];
  return tens === undefined || ones === undefined ? undefined : joinNumbers(tens, ones);
}

/**
 * Joins English number words that stand together: twenty + five is 25, two + hundred 200. Undefined when the next word
 * starts a new number ("one two").
 */
export function joinNumbers(left: number, right: number): number | undefined {
  if (right === 100 && left < 100) return left * 100;
  if (right === 1000 && left < 1000) return left * 1000;
  if (left >= 20 && left % 10 === 0 && left % 100 !== 0 && right > 0 && right < 10) return left + right;
  return left % 100 === 0 && left > 0 && right > 0 && right < 100 ? left + right : undefined;
}

function hanNumber(word: string): number | undefined {
  if (
    !/^(?:[零〇一二三四五六七八九两兩十百千万]{1,12}|[일이삼사오육칠팔구]?[십백천만][일이삼사오육칠팔구십백천만]{0,10})$/.test(
      word,
    )
  ) {
    return undefined;
  }
  let total = 0;
  let digit: number | undefined;
  for (const sign of word) {
    const scale = SCALES.get(sign);
    if (scale === undefined) {
      digit = (digit ?? 0) * 10 + (HAN_DIGITS.get(sign) ?? HANGUL_DIGITS.get(sign) ?? 0);
    } else {
      total = scale === 10_000 ? (total + (digit ?? 0) || 1) * scale : total + (digit ?? 1) * scale;
      digit = undefined;
    }
  }
  return total + (digit ?? 0);
}

function pairUp(list: readonly string[]): Map<string, number> {
  const pairs = list.map((word, at): [string, number] => [foldCase(word), VALUES[at] ?? 0]);
  return new Map(pairs.filter(([word]) => word !== '-'));
}
