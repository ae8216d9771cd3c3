import { FINDING_RULES } from './finding-rules.ts';
import { matchesAny } from './rule-data.ts';

const JUNK = FINDING_RULES.filter((rule) => rule.role === 'junk');

/** Letters of scripts that write a thought in few signs. */
const DENSE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

/** Words, where a Han, Kana or Hangul sign counts as half a word. */
function weightInWords(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0;
  return dense / 2 + (text.replace(DENSE, ' ').match(/[\p{L}\p{N}]{1,100}/gu)?.length ?? 0);
}

/**
 * True for talk that no later session is helped by: process talk ("now let me run"), self-criticism, progress notes, plans, restated boot
 * files, and what is shorter than three words. For an agent's text or a note; a user's rule is judged by `findDirectives`. Reads 500 characters.
 */
export function isJunk(text: string): boolean {
  const head = text.trim().slice(0, 500);
  return weightInWords(head) < 3 || matchesAny(JUNK, head);
}
