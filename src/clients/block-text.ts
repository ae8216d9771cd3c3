import { isDict, stringAt } from '../domain/json.ts';

/** Text of a content that is a string or a list of blocks. */
export function textOfBlocks(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter(isDict)
    .map((block) => stringAt(block, 'text') ?? '')
    .filter(Boolean)
    .join('\n');
}
