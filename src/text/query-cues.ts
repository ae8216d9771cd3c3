import data from '../../templates/recall.yaml';
import { addDays, dayOf } from '../domain/time.ts';
import { foldCase, isPlain } from './normalize.ts';
import { plainPattern } from './plain-pattern.ts';
import { readSections, readWords } from './word-lists.ts';

/** What a question says beside its words: whom it names, when it means, and what kind of answer it waits for. */
export interface QueryCues {
  /** Its words, case folded: a speaker is named when all of their name is among them. */
  readonly words: ReadonlySet<string>;
  readonly asksWhen: boolean;
  readonly asksNumber: boolean;
  /** Whether a time is one that the query names; undefined when it names none. */
  readonly isMeant?: (at: string) => boolean;
}

const WORDS = /[\p{L}\p{M}]+/gu;
const PLAIN_WORDS = plainPattern(WORDS);
const sections = readSections(data);
const wordsOf = (section: string): string[] => readWords(sections.get(section));
const shapeOf = (section: string): string => wordsOf(section).join(' ').replaceAll(' |', '|');

const months = wordsOf('months');
const ambiguous = new Set(wordsOf('ambiguous-months'));
const MONTH = new RegExp(
  String.raw`(?:\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? |\b(${wordsOf('before-month').join('|')}) )?\b(${months.join('|')})\b(?: (\d{1,2})(?:st|nd|rd|th)?\b)?(?:,? ((?:19|20)\d\d)\b)?`,
  'g',
);
const ASKS_WHEN = new RegExp(String.raw`^\W*(?:${shapeOf('asks-when')})\b`);
const ASKS_NUMBER = new RegExp(String.raw`\b(?:${shapeOf('asks-number')})\b`);
const TIME = new RegExp(
  String.raw`\b(?:${shapeOf('time')}|${months.filter((month) => !ambiguous.has(month)).join('|')})\b`,
);
const NUMBER = new RegExp(String.raw`\d|\b(?:${wordsOf('numbers').join('|')})\b`);

/** Reads a query. `now` is what "last week" counts from. */
export function readCues(query: string, now: string): QueryCues {
  const text = foldCase(query);
  const ranges = [...monthRanges(text), ...dayRanges(text), ...relativeRanges(text, now)];
  return {
    words: new Set(text.match(isPlain(text) ? PLAIN_WORDS : WORDS) ?? []),
    asksWhen: ASKS_WHEN.test(text),
    asksNumber: ASKS_NUMBER.test(text),
    ...(ranges.length === 0 ? {} : { isMeant: (at: string) => ranges.some((holds) => holds(at)) }),
  };
}

/** Whether a text says when something is. */
export const tellsTime = (text: string): boolean => TIME.test(foldCase(text));

/** Whether a text holds a number, as digits or as an English word. */
export const tellsNumber = (text: string): boolean => NUMBER.test(foldCase(text));

/** The day that a text names with day, month and year ("1:56 pm on 8 May, 2023"), as ISO midnight UTC; undefined when it names none. */
export function dayNamedIn(text: string): string | undefined {
  for (const [, before, , month = '', after, year] of foldCase(text).matchAll(MONTH)) {
    const day = Number(before ?? after);
    if (year === undefined || !(day >= 1 && day <= 31)) continue;
    return `${year}-${two(months.indexOf(month) + 1)}-${two(day)}T00:00:00.000Z`;
  }
  return undefined;
}

type Holds = (at: string) => boolean;

/** "May 2023", "on 8 May", "in March": each part that is named must agree. */
function monthRanges(text: string): Holds[] {
  return [...text.matchAll(MONTH)].flatMap(([, dayBefore, lead, month = '', dayAfter, year]) => {
    const day = dayBefore ?? dayAfter;
    if (ambiguous.has(month) && day === undefined && year === undefined && lead === undefined) return [];
    const wanted = `-${two(months.indexOf(month) + 1)}${day === undefined ? '' : `-${two(Number(day))}`}`;
    return [(at: string) => dayOf(at).slice(4).startsWith(wanted) && at.startsWith(year ?? '')];
  });
}

/** "2023-05-08", "2023-05", and "in 2023" where no month goes with it. */
function dayRanges(text: string): Holds[] {
  const days = [...text.matchAll(/\b(?:19|20)\d\d-\d\d(?:-\d\d)?\b/g)].map(([day]) => day);
  const years = [...text.matchAll(/\b(?:in|during|of|since) ((?:19|20)\d\d)\b(?!-)/g)].map(
    ([, year = '']) => year,
  );
  return [...days, ...years].map((start) => (at: string) => at.startsWith(start));
}

/** Ranges that count from now, in days back: from the first up to the second. */
const relative: readonly (readonly [RegExp, number, number])[] = [
  [/\btoday\b/, 0, 0],
  [/\byesterday\b/, 1, 1],
  [/\bthis week\b/, 6, 0],
  [/\blast week\b/, 13, 1],
  [/\bthis month\b/, 30, 0],
  [/\blast month\b/, 61, 1],
  [/\blast year\b/, 730, 30],
];

function relativeRanges(text: string, now: string): Holds[] {
  return relative
    .filter(([shape]) => shape.test(text))
    .map(([, oldest, newest]) => {
      const [from, to] = [dayOf(addDays(now, -oldest)), dayOf(addDays(now, -newest))];
      return (at: string) => dayOf(at) >= from && dayOf(at) <= to;
    });
}

const two = (value: number): string => String(value).padStart(2, '0');
