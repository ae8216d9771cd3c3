import data from '../../templates/skill/words.yaml';
import { isDict, stringAt } from '../domain/json.ts';

/** Names of the sentences in `templates/skill/words.yaml`. */
export type Phrase =
  | 'description'
  | 'examples'
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
  | 'noPitfall'
  | 'check'
  | 'noCheck'
  | 'file'
  | 'address'
  | 'value';

/** A sentence of a skill with its words filled in. Throws when the template lacks it. */
export function phrase(name: Phrase, words: Readonly<Record<string, string>> = {}): string {
  const text = isDict(data) ? stringAt(data, name) : undefined;
  if (text === undefined) throw new Error(`templates/skill/words.yaml: no ${name}`);
  return text.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '');
}
