import type { InjectionLine } from '../domain/injection.ts';
import { neutralizeTags } from '../text/fence.ts';
import { cut, redacted } from './excerpt.ts';

/** Longest line of a memory, in characters (spec 4). */
export const memoryLength = 240;
/** Longest line of anything else. */
export const lineLength = 400;
/** Longest line of a skill. */
export const skillLength = 160;

/** A text on one line, without secrets, in which nothing opens or closes a tag. */
export const tidyLine = (text: string, length: number): string =>
  cut(neutralizeTags(redacted(text)).replace(/\s+/g, ' ').trim(), length);

/** A line of a list. */
export const listLine = (id: string, text: string, length: number): InjectionLine => ({
  id,
  text: `- ${tidyLine(text, length - 2)}`,
});

/** The lines of a Markdown text that say something; front matter is left out. An id is a name and the number of a line of the rest. */
export function markdownLines(text: string, name: string): InjectionLine[] {
  const body = neutralizeTags(redacted(text)).replace(/^---\n[\s\S]*?\n---(?:\n|$)/, '');
  return body.split('\n').flatMap((line, at) => {
    const said = cut(line.trimEnd(), lineLength);
    return said.trim() === '' ? [] : [{ id: `${name}/${at + 1}`, text: said }];
  });
}
