import { isDict, stringAt } from '../../domain/json.ts';
import { injectedTag } from '../../domain/own-agent.ts';
import { withoutTag } from '../without-tag.ts';

/** Where the client begins to quote the files that a prompt named with `@`. */
const quotedFiles = '--- Content from referenced files ---';

/** Openings of messages that the client wrote in the user's name: surroundings, summaries of a compressed chat. */
const injectedOpenings = ['<session_context>', '<state_snapshot>', '<system-reminder>'];

/** Tags whose content hooks put inside real prompts. */
const embeddedTags = ['hook_context', injectedTag];

/** What the person typed in a user message, or undefined when nothing of it is theirs. `/` and `?` are words to the client itself; a path is none. */
export function parseGeminiUserText(text: string): string | undefined {
  const quoted = text.indexOf(quotedFiles);
  const typed = embeddedTags.reduce(withoutTag, quoted < 0 ? text : text.slice(0, quoted)).trim();
  if (typed === '' || typed === '?' || /^\/[a-z][\w:-]{0,60}(?:\s|$)/i.test(typed)) return undefined;
  return injectedOpenings.some((opening) => typed.startsWith(opening)) ? undefined : typed;
}

/** Whether a message holds the summary that took the place of a compressed chat. */
export const isSnapshot = (text: string): boolean => text.trimStart().startsWith('<state_snapshot>');

/** Text of a content that is a string, a part, or a list of both. */
export function textOfParts(content: unknown): string {
  if (typeof content === 'string') return content;
  if (isDict(content)) return stringAt(content, 'text') ?? '';
  return Array.isArray(content) ? content.map(textOfParts).filter(Boolean).join('') : '';
}
