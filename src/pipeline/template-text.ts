import { dictAt, isDict, stringAt } from '../domain/json.ts';

/** A file of texts, as the build read it. */
export interface TextFile {
  /** Its name, for the error that a missing text is. */
  readonly file: string;
  readonly words: unknown;
}

/** The text at a dotted path of a file of texts: `{name}` stands for a value. Throws on a path that the file does not have. */
export function fillText(
  { file, words }: TextFile,
  path: string,
  values: Readonly<Record<string, string>>,
): string {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const dict = keys.reduce((found, key) => dictAt(found, key) ?? {}, isDict(words) ? words : {});
  const text = stringAt(dict, last);
  if (text === undefined) throw new Error(`${file} says nothing for ${path}`);
  return text.replace(/\{(\w{1,20})\}/g, (_, name: string) => values[name] ?? '');
}
