import data from '../../templates/contexts.yaml';
import { isFileName } from '../domain/file-name.ts';
import { type Dict, dictsAt, isDict, stringAt, stringsAt } from '../domain/json.ts';

/** What is read of one text, in UTF-16 units. */
const MAX_TEXT = 4_000;

interface Entry {
  readonly name: string;
  /** Any case. */
  readonly spellings: ReadonlySet<string>;
  /** Only in this case. */
  readonly exact: string | undefined;
}

function entryOf(item: Dict): Entry {
  const name = stringAt(item, 'name') ?? '';
  const exact = stringAt(item, 'exact');
  return { name, exact, spellings: new Set([...(exact ? [] : [name]), ...stringsAt(item, 'also')]) };
}

const entries: readonly Entry[] = ['languages', 'frameworks', 'tools'].flatMap((group) =>
  isDict(data) ? dictsAt(data, group).map(entryOf) : [],
);
const bySpelling = new Map(
  entries.flatMap(({ name, spellings }) => [...spellings].map((word) => [word, name] as const)),
);
const byExact = new Map(entries.flatMap(({ name, exact }) => (exact ? [[exact, name] as const] : [])));
const names = new Set(entries.map(({ name }) => name));

const WORD = /[\p{L}\p{N}@][\p{L}\p{N}_./@+#-]{0,80}/gu;
const trimWord = (word: string): string => word.replace(/[.,/@-]{1,3}$/, '');

/** Words of the code spans of a text: between backticks an everyday word is a name. */
const quotedWords = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]{1,120})`/g)].flatMap(([, code = '']) => code.toLowerCase().split(/\s+/));

function namesOf(text: string): string[] {
  const words = [...text.matchAll(WORD)].map(([word]) => trimWord(word));
  const pairs = words.map((word, at) => `${words[at - 1] ?? ''} ${word}`.toLowerCase());
  const inside = words.filter((_, at) => at > 0);
  return [
    ...[...words.map((word) => word.toLowerCase()), ...pairs].map((word) => bySpelling.get(word)),
    ...inside.map((word) => byExact.get(word)),
    ...quotedWords(text).map((word) => (names.has(word) ? word : bySpelling.get(word))),
  ].filter((name) => name !== undefined);
}

/** The languages, frameworks, tools and files that a text names, each once; everyday words (go, make, express) only where they are names. */
export function namedContexts(text: string): string[] {
  const read = text.slice(0, MAX_TEXT);
  const files = [...read.matchAll(WORD)]
    .map(([word]) => trimWord(word))
    .filter((word) => isFileName(word) && !bySpelling.has(word.toLowerCase()));
  return [...new Set([...namesOf(read), ...files])];
}
