import { isPlain } from './normalize.ts';
import { plainPattern } from './plain-pattern.ts';

/** A name before a colon at the start: one or two capitalised words, as transcripts of talks have it. */
const LABEL = /^(\p{Lu}[\p{L}\p{M}'’.-]{0,30}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,30})?): /u;
const PLAIN_LABEL = plainPattern(LABEL);
/** The longest label with its colon. */
const LABEL_LENGTH = 70;
const SENTENCE_END = /(?<=[.!?？。！])\s+/;
/** What a program added to a turn: `[image: a boat]`. */
const REMARK = /\s{0,9}\[[^[\]]{1,400}\]\s{0,9}$/;
const QUESTION_END = /[?？]["'”’)]{0,2}$/;

/** Who speaks, where a text is a turn of a talk (`Mira: Where was it?`); undefined otherwise. */
export function speakerOf(text: string): string | undefined {
  const start = text.slice(0, LABEL_LENGTH);
  return (isPlain(start) ? PLAIN_LABEL : LABEL).exec(start)?.[1];
}

/** Whether a text hands over with a question: its last sentence asks, or half of them do. */
export const asksBack = (text: string): boolean =>
  QUESTION_END.test(said(text)) || questionShare(text) >= 0.5;

/** Share of the sentences of a text that ask, 0..1. */
export function questionShare(text: string): number {
  if (!/[?？]/.test(text)) return 0;
  const sentences = said(text).split(SENTENCE_END);
  return sentences.filter((sentence) => QUESTION_END.test(sentence)).length / sentences.length;
}

const said = (text: string): string => text.replace(REMARK, '').trim();
