import { estimateTokens } from '../models/meter.ts';
import { fenceTag, fenceText } from '../text/fence.ts';

/** The longest answer to an agent, in tokens as `estimateTokens` counts them: UTF-8 bytes divided by three, rather too many. */
export const answerTokens = 2000;

/** Tokens kept free for the line that says how to read on. */
const lastLineTokens = 60;

/** A list to be shown page by page. */
export interface Listing {
  /** What is shown, in hebb's own words; no text of others. */
  readonly head: string;
  /** One text each, the id first. Texts of others: they are fenced. */
  readonly entries: readonly string[];
  /** Where the entries stand in the whole list. */
  readonly offset: number;
  /** How many the whole list holds. */
  readonly total: number;
}

/** The beginning of a text, never through a surrogate pair. */
const beginning = (text: string, share: number): string =>
  text.slice(0, Math.floor(text.length * share)).replace(/[\ud800-\udbff]$/, '');

const cutTo = (text: string, tokens: number): string => {
  let cut = text;
  while (estimateTokens(cut) > tokens) cut = beginning(cut, 0.8);
  return cut === text ? text : `${cut.trimEnd()} …`;
};

/** One page of a list: as many entries as there is room for, at least one; then how to read on. */
export function pageOf({ head, entries, offset, total }: Listing): string {
  if (entries.length === 0) return head;
  const tag = fenceTag(entries);
  const page = (shown: readonly string[]): string =>
    `${head}\n${fenceText(tag, { text: shown.join('\n'), attributes: {} })}`;
  const room = answerTokens - lastLineTokens;
  const shown: string[] = [];
  for (const entry of entries) {
    if (estimateTokens(page([...shown, entry])) > room) break;
    shown.push(entry);
  }
  const [first = ''] = entries;
  if (shown.length === 0) shown.push(cutTo(first, room - estimateTokens(page(['']))));
  const next = offset + shown.length;
  return next < total ? `${page(shown)}\n${total - next} more: ask again with offset ${next}.` : page(shown);
}

/** A piece of a long text, fenced, and where it goes on. */
export interface Excerpt {
  readonly head: string;
  readonly text: string;
  /** Characters of the text that were shown before. */
  readonly offset: number;
}

/** As much of a text as there is room for, from an offset on. */
export function pieceOf({ head, text, offset }: Excerpt): string {
  const rest = text.slice(offset);
  const tag = fenceTag([rest]);
  const piece = (shown: string): string => `${head}\n${fenceText(tag, { text: shown, attributes: {} })}`;
  const room = answerTokens - lastLineTokens;
  let shown = rest;
  while (estimateTokens(piece(shown)) > room) shown = beginning(shown, 0.9);
  const next = offset + shown.length;
  return next < text.length
    ? `${piece(shown)}\n${text.length - next} characters more: ask again with offset ${next}.`
    : piece(shown);
}
