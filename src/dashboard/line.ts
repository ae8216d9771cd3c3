import stringWidth from 'string-width';
import { readable } from '../text/readable.ts';

/** What a piece of a line means; colour follows from it, and nothing is said by colour alone. */
export type Tone = 'good' | 'warn' | 'bad';

/** Text of one look. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  readonly bold?: boolean;
  readonly dim?: boolean;
  /** What is chosen: shown by a mark as well, where a terminal has no such look. */
  readonly inverse?: boolean;
}

/** One row of the screen. */
export type Line = readonly Span[];

/** What a line is made from: plain texts have no look. */
export type Piece = Span | string;

/** A line of these pieces; texts that are not printable are made so. */
export const line = (...pieces: readonly Piece[]): Line =>
  pieces.map((piece) =>
    typeof piece === 'string' ? { text: readable(piece) } : { ...piece, text: readable(piece.text) },
  );

/** An empty row. */
export const blank: Line = [];

/** A text that stands out. */
export const bold = (text: string): Span => ({ text, bold: true });

/** A text that stays back. */
export const dim = (text: string): Span => ({ text, dim: true });

/** A text with a meaning. */
export const toned = (tone: Tone, text: string): Span => ({ text, tone });

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Columns that a text takes. */
export const widthOf = (text: string): number => (isAscii(text) ? text.length : stringWidth(text));

/** Columns that a line takes. */
export const lineWidth = (spans: Line): number => spans.reduce((sum, { text }) => sum + widthOf(text), 0);

/** Made when the first text needs it: it loads tables. */
let segmenter: Intl.Segmenter | undefined;

function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The beginning of a text that fits into so many columns, whole signs only. */
function beginning(text: string, columns: number): string {
  if (isAscii(text)) return text.slice(0, columns);
  let taken = '';
  let width = 0;
  // No sign is narrower than a part of a column, so a long text is not looked at to its end.
  for (const sign of graphemesOf(text.slice(0, columns * 8))) {
    width += widthOf(sign);
    if (width > columns) break;
    taken += sign;
  }
  return taken;
}

/** A text in at most so many columns, with `…` where something is missing. */
export function cut(text: string, columns: number): string {
  if (columns <= 0) return '';
  return widthOf(text) <= columns ? text : `${beginning(text, columns - 1).trimEnd()}…`;
}

/** A text in exactly so many columns. */
export function fill(text: string, columns: number): string {
  const shown = cut(text, columns);
  return shown + ' '.repeat(Math.max(0, columns - widthOf(shown)));
}

/** A number or the like, at the right end of its column. */
export const right = (text: string, columns: number): string =>
  ' '.repeat(Math.max(0, columns - widthOf(text))) + cut(text, columns);

/** A line in exactly so many columns. */
export function fitLine(spans: Line, columns: number): Line {
  const missing = columns - lineWidth(spans);
  if (missing >= 0) return missing === 0 ? spans : [...spans, { text: ' '.repeat(missing) }];
  const shown: Span[] = [];
  let room = columns;
  for (const span of spans) {
    const width = widthOf(span.text);
    if (width >= room) return [...shown, { ...span, text: fill(`${span.text} …`, room) }];
    shown.push(span);
    room -= width;
  }
  return shown;
}

function splitLong(word: string, columns: number): string[] {
  const parts: string[] = [];
  for (let rest = word; rest !== ''; ) {
    const part = beginning(rest, columns) || (graphemesOf(rest)[0] ?? rest);
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return parts;
}

/** A text broken at spaces, or where a word is too long within it; at least one row. All rows begin where the first one does. */
export function wrap(text: string, columns: number): string[] {
  const whole = readable(text);
  const indent = ' '.repeat(Math.min(whole.length - whole.trimStart().length, Math.floor(columns / 2)));
  const room = columns - indent.length;
  const rows: string[] = [];
  let row = '';
  const words = whole.trimStart().split(' ');
  for (const word of words.flatMap((one) => (widthOf(one) > room ? splitLong(one, room) : [one]))) {
    const longer = row === '' ? word : `${row} ${word}`;
    if (row !== '' && widthOf(longer) > room) {
      rows.push(row);
      row = word;
    } else row = longer;
  }
  return [...rows, row].map((one) => (indent + one).trimEnd());
}

/** Two blocks beside one another with a line between them, each cut to its columns. */
export function beside(
  left: readonly Line[],
  rightSide: readonly Line[],
  columns: readonly [number, number],
): Line[] {
  return Array.from({ length: Math.max(left.length, rightSide.length) }, (_, at) => [
    ...fitLine(left[at] ?? blank, columns[0]),
    dim(' │ '),
    ...fitLine(rightSide[at] ?? blank, columns[1]),
  ]);
}

/** The letters alone, without spaces at the end. */
export const plainOf = (spans: Line): string =>
  spans
    .map(({ text }) => text)
    .join('')
    .trimEnd();

const codes = { good: '32', warn: '33', bad: '31' } as const;

function lookOf({ tone, bold: isBold, dim: isDim, inverse }: Span, colour: boolean): string {
  const parts = [
    ...(isBold ? ['1'] : []),
    ...(isDim ? ['2'] : []),
    ...(inverse ? ['7'] : []),
    ...(tone && colour ? [codes[tone]] : []),
  ];
  return parts.join(';');
}

/** A line as a terminal draws it. Without colour, bold, dim and inverse stay: they work on any background. */
export const drawnOf = (spans: Line, colour: boolean): string =>
  spans
    .map((span) => {
      const look = lookOf(span, colour);
      return look === '' ? span.text : `\u001b[${look}m${span.text}\u001b[0m`;
    })
    .join('');
