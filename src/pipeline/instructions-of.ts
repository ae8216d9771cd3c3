import type { Instruction } from '../domain/session.ts';
import type { Directive } from '../text/directives.ts';
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

/** The short instructions of a prompt, for counting over sessions. Its lasting rules are candidates of their own and left out. */
export function instructionsOf({ text, row, at }: Prompt, rules: readonly Directive[]): Instruction[] {
  if (text.length > MAX_PROMPT) return [];
  const lasting = new Set(rules.map(({ sentence }) => sentence));
  return ownSentences(text)
    .filter((sentence) => isInstruction(sentence) && !lasting.has(sentence))
    .map((sentence) => ({ key: keyOf(sentence), text: sentence, row, at }));
}

/** A prompt, already redacted, with its place. */
interface Prompt {
  readonly text: string;
  readonly row: number;
  readonly at: string;
}

const keyOf = (sentence: string): string => normalizeText(sentence).replace(/[.!。！…\s]{1,10}$/u, '');
