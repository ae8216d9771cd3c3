import type { Block, Tone } from '../domain/report.ts';
import { cut } from '../text/cut.ts';

/** Lines of a section before the rest is only counted; all of it is in `--json`. */
const SHOWN = 5;

/** A text of somebody else for one line of a terminal: no line breaks, no control characters. */
export const lineOf = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** The same, shortened. */
export const briefLine = (text: string, length = 100): string => cut(lineOf(text), length);

/** `once`, `3 times`. */
export const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
/** `1 session`, `3 sessions`. */
export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** A point with what belongs to it. */
export const item = (text: string, detail: readonly string[] = [], tone?: Tone): Block => ({
  kind: 'item',
  text,
  detail,
  ...(tone ? { tone } : {}),
});

/** A quiet line. */
export const dim = (text: string): Block => ({ kind: 'line', text, tone: 'dim' });

/** A heading with its items, the first of many; without items the sentence that says what belongs here. */
export function section(heading: string, items: readonly Block[], empty: string, shown = SHOWN): Block[] {
  const rest = items.length - shown;
  return [
    { kind: 'heading', text: heading },
    ...(items.length === 0 ? [dim(`  ${empty}`)] : items.slice(0, shown)),
    ...(rest > 0 ? [dim(`  … and ${rest} more: --json has all`)] : []),
  ];
}
