import type { Instruction } from '../domain/session.ts';
import { findDirectives } from '../text/directives.ts';
import { isJunk } from '../text/junk.ts';
import { normalizeText } from '../text/normalize.ts';
import { findReaction } from '../text/reactions.ts';
import { ownSentences } from '../text/sentences.ts';

/** A prompt longer than this is a brief: its sentences are no short instructions. */
const MAX_PROMPT = 600;
const MAX_SENTENCE = 160;
/** Fewer words than this ("go on", "commit") say nothing about a project; a script without spaces counts in characters. */
const MIN_WORDS = 3;
const MIN_CHARACTERS = 6;

const isLongEnough = (sentence: string): boolean =>
  /[\u3040-\u30ff\u4e00-\u9fff]/u.test(sentence)
    ? sentence.length >= MIN_CHARACTERS
    : sentence.split(/\s+/).length >= MIN_WORDS;

const isInstruction = (sentence: string): boolean =>
  sentence.length <= MAX_SENTENCE &&
  isLongEnough(sentence) &&
  !/[?？]["”’»)]?$/.test(sentence) &&
  findReaction(sentence) === undefined &&
  !isJunk(sentence);

/** The short instructions of a prompt (already redacted), for counting over sessions. Lasting rules are candidates of their own and left out. */
export function instructionsOf(prompt: string, row: number, at: string): Instruction[] {
  if (prompt.length > MAX_PROMPT) return [];
  const rules = new Set(findDirectives(prompt).map(({ sentence }) => sentence));
  return ownSentences(prompt)
    .filter((sentence) => isInstruction(sentence) && !rules.has(sentence))
    .map((text) => ({ key: normalizeText(text).replace(/[.!。！…\s]{1,10}$/u, ''), text, row, at }));
}
