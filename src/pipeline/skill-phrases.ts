import data from '../../templates/skill/words.yaml';
import { dictAt, isDict, stringAt } from '../domain/json.ts';

/** Names of the sentences in `templates/skill/words.yaml`. */
export type Phrase =
  | 'description'
  | 'examples'
  | 'occasionVerb'
  | 'occasionNoun'
  | 'useWhen'
  | 'asked'
  | 'notSame'
  | 'notAfter'
  | 'run'
  | 'editFile'
  | 'editKind'
  | 'editAny'
  | 'useTool'
  | 'failing'
  | 'symptom'
  | 'cause'
  | 'fix'
  | 'uncaught'
  | 'unfixed'
  | 'rerun'
  | 'avoid'
  | 'edit'
  | 'runIt'
  | 'noPitfall'
  | 'check'
  | 'noCheck'
  | 'file'
  | 'anyFile'
  | 'address'
  | 'value';

/** A sentence of a skill with its words filled in. Throws when the template lacks it. */
export function phrase(name: Phrase, words: Readonly<Record<string, string>> = {}): string {
  const text = isDict(data) ? stringAt(data, name) : undefined;
  if (text === undefined) throw new Error(`templates/skill/words.yaml: no ${name}`);
  return text.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '');
}

/** A programming language as its people write it. */
export const languageName = (language: string): string =>
  (isDict(data) && stringAt(dictAt(data, 'languages') ?? {}, language)) || language;
