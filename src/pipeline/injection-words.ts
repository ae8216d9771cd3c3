import words from '../../templates/inject/words.yaml';
import { dictAt, isDict, stringAt } from '../domain/json.ts';

/** A text that hebb writes around the facts of a block: `{name}` stands for a value. Throws on a name the file does not have. */
export function injectionText(path: string, values: Readonly<Record<string, string>> = {}): string {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const dict = keys.reduce((found, key) => dictAt(found, key) ?? {}, isDict(words) ? words : {});
  const text = stringAt(dict, last);
  if (text === undefined) throw new Error(`templates/inject/words.yaml says nothing for ${path}`);
  return text.replace(/\{(\w{1,20})\}/g, (_, name: string) => values[name] ?? '');
}
