import { injectedTag } from '../../domain/own-agent.ts';
import { isSlashCommand } from '../hook-fields.ts';
import { withoutTag } from '../without-tag.ts';

/** What the person typed in a text of a user message, or undefined when nothing of it is theirs. `opencode run` puts quotes around its argument. */
export function parseOpencodeUserText(text: string): string | undefined {
  const quoted = /^"((?:[^"\\]|\\[\s\S])*)"\s*$/.exec(text.trim())?.[1];
  const told = quoted?.replaceAll('\\"', '"') ?? text;
  const typed = withoutTag(withoutTag(told, 'system-reminder'), injectedTag).trim();
  return typed === '' || isSlashCommand(typed) ? undefined : typed;
}
