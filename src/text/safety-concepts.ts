import data from '../../templates/safety/concepts.yaml';
import { textOf } from './rule-data.ts';

/** Where a sentence speaks of a concept, in UTF-16 units. */
export interface Mention {
  readonly from: number;
  readonly to: number;
}

/** The concepts that a sentence speaks of, each with its places in order. */
export type Concepts = ReadonlyMap<string, readonly Mention[]>;

interface Word {
  readonly text: string;
  readonly concept: string;
  /** Whether the word may go on (`send*`). */
  readonly open: boolean;
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const CONCEPTS = entriesOf(data).flatMap(([key, value]) => (key === 'concepts' ? entriesOf(value) : []));

/** The name of every concept of the data file. */
export const CONCEPT_NAMES: ReadonlySet<string> = new Set(CONCEPTS.map(([name]) => name));

const EXPRESSIONS = CONCEPTS.flatMap(([concept, fields]) =>
  entriesOf(fields)
    .filter(([field]) => field === 'expression')
    .map(([, source]) => ({ concept, expression: new RegExp(textOf(source), 'g') })),
);

function parseWords(concept: string, list: string): Word[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ text: part.replace(/\*$/, ''), concept, open: part.endsWith('*') }));
}

const WORDS: readonly Word[] = CONCEPTS.flatMap(([concept, fields]) =>
  entriesOf(fields)
    .filter(([field]) => field !== 'expression')
    .flatMap(([, list]) => parseWords(concept, textOf(list))),
);

// One look-up by the first two letters for each place of a sentence: some 1,500 searches in one. A word of one letter (别) has 0.
const keyOf = (first: number, second: number): number => first * 65_536 + second;

function indexWords(words: readonly Word[]): ReadonlyMap<number, readonly Word[]> {
  const index = new Map<number, Word[]>();
  for (const word of words) {
    const key = keyOf(word.text.charCodeAt(0), word.text.length > 1 ? word.text.charCodeAt(1) : 0);
    const row = index.get(key);
    if (row) row.push(word);
    else index.set(key, [word]);
  }
  return index;
}

const INDEX = indexWords(WORDS);

/** Letters, digits and `_` of the scripts that divide words: Latin, Greek and Cyrillic. */
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  (code >= 0xc0 && code <= 0x52f && code !== 0xd7 && code !== 0xf7);

function fits(sentence: string, at: number, { text, open }: Word): boolean {
  if (!sentence.startsWith(text, at)) return false;
  if (at > 0 && isLetter(text.charCodeAt(0)) && isLetter(sentence.charCodeAt(at - 1))) return false;
  if (text.startsWith('.') && at > 0 && isLetter(sentence.charCodeAt(at - 1))) return false;
  const end = at + text.length;
  return open || !isLetter(text.charCodeAt(text.length - 1)) || !isLetter(sentence.charCodeAt(end));
}

/** Reads the concepts of one sentence (lower case, one space between words). */
export function readConcepts(sentence: string): Concepts {
  const found = new Map<string, Mention[]>();
  const note = (concept: string, from: number, to: number): void => {
    const row = found.get(concept);
    if (row) row.push({ from, to });
    else found.set(concept, [{ from, to }]);
  };
  for (let at = 0; at < sentence.length; at += 1) {
    const first = sentence.charCodeAt(at);
    if (first === 32) continue;
    const second = at + 1 < sentence.length ? sentence.charCodeAt(at + 1) : 0;
    for (const word of INDEX.get(keyOf(first, second)) ?? [])
      if (fits(sentence, at, word)) note(word.concept, at, at + word.text.length);
    if (first < 0x3000) continue;
    for (const word of INDEX.get(keyOf(first, 0)) ?? []) note(word.concept, at, at + 1);
  }
  for (const { concept, expression } of EXPRESSIONS)
    for (const match of sentence.matchAll(expression))
      note(concept, match.index, match.index + match[0].length);
  return found;
}
