import { languageOf } from '../text/languages.ts';

/** Dialects count with their language. */
const DIALECTS: Readonly<Record<string, string>> = { tsx: 'typescript', jsx: 'javascript' };

/** The programming language of a file; undefined for prose, data and what is unknown. */
export function codeLanguageOf(path: string): string | undefined {
  const language = languageOf(path);
  if (language === undefined || language === 'prose' || language === 'data') return undefined;
  return DIALECTS[language] ?? language;
}

/** Languages of files, without doubles, in the order of the files. */
export const languagesOf = (paths: readonly string[]): string[] => [
  ...new Set(paths.flatMap((path) => codeLanguageOf(path) ?? [])),
];
