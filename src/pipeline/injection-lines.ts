import type { InjectionLine, SkillLine } from '../domain/injection.ts';
import { cut } from '../text/cut.ts';
import { neutralizeTags } from '../text/fence.ts';
import { injectionText } from './injection-words.ts';

/** Longest line of a memory, in characters (spec 4). */
export const memoryLength = 240;
/** Longest line of anything else. */
export const lineLength = 400;
/** Longest line of a skill. */
const skillLength = 160;

/** A text on one line, in which nothing opens or closes a tag. */
export const tidyLine = (text: string, length: number): string =>
  cut(neutralizeTags(text).replace(/\s+/g, ' ').trim(), length);

/** A line of a list. */
export const listLine = (id: string, text: string, length: number): InjectionLine => ({
  id,
  text: `- ${tidyLine(text, length - 2)}`,
});

/** One line for a skill; that of role developer says that a person let it. */
export function skillLine({ slug, description, role }: SkillLine): InjectionLine {
  const name = role === 'developer' ? injectionText('reviewed', { slug }) : slug;
  return listLine(slug, `${name}: ${description}`, skillLength);
}

/** The lines of a Markdown text that say something; front matter is left out. An id is a name and the number of a line of the rest. */
export function markdownLines(text: string, name: string): InjectionLine[] {
  const body = neutralizeTags(text).replace(/^---\n[\s\S]*?\n---(?:\n|$)/, '');
  return body.split('\n').flatMap((line, at) => {
    const said = cut(line.trimEnd(), lineLength);
    return said.trim() === '' ? [] : [{ id: `${name}/${at + 1}`, text: said }];
  });
}
