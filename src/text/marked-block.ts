import { failed, type Result, success } from '../domain/failure.ts';

/** A block of hebb's own in a text of somebody else, between its marks. */
export interface MarkedBlock {
  /** Where the first mark begins, and where the last one ends, in characters. */
  readonly start: number;
  readonly end: number;
  /** Line ends before the block that came with it; `new` when the whole file did. */
  readonly gap: number | 'new';
}

/** A text with a byte order mark begins its first line after it. */
const beginMark = /^\uFEFF?[ ]{0,3}<!--\s{0,5}hebb:begin\b/i;
const endMark = /^[ ]{0,3}<!--\s{0,5}hebb:end\b[^\n]*?-->/i;
const lineMark = /<!--\s{0,5}hebb:line\b[^\n]*?-->\s*$/i;

const isNewLine = (line: string): boolean => lineMark.test(line) && /hebb:line new\b/i.test(line);

interface Line {
  readonly text: string;
  readonly start: number;
  /** From 1. */
  readonly number: number;
}

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((line, at) => {
    const found = { text: line, start, number: at + 1 };
    start += line.length + 1;
    return found;
  });
}

/**
 * A text without what hebb wrote into it, line by line, so that numbers of lines stay: what stands between its marks (to the end where a
 * block is never closed), and lines that carry its mark. What hebb wrote is neither a source nor known elsewhere.
 */
export function withoutMarked(text: string): string {
  if (!/hebb:(?:begin|line)\b/i.test(text)) return text;
  let inside = false;
  return text
    .split('\n')
    .map((line) => {
      if (beginMark.test(line)) inside = true;
      const own = inside || lineMark.test(line);
      if (endMark.test(line)) inside = false;
      return own ? '' : line;
    })
    .join('\n');
}

/** The one block of a text; undefined without one. Fails, naming the line, for marks that do not belong together. */
export function findMarkedBlock(text: string, file: string): Result<MarkedBlock | undefined> {
  const marks = linesOf(text).filter(({ text: line }) => beginMark.test(line) || endMark.test(line));
  const [first, second, third] = marks;
  if (!first) return success(undefined);
  if (!beginMark.test(first.text))
    return damaged(file, first, 'an end of a block of hebb without its beginning');
  if (!second) return damaged(file, first, 'a block of hebb that is never closed');
  if (beginMark.test(second.text))
    return damaged(
      file,
      second,
      `a second block of hebb begins; the first one, of line ${first.number}, is open`,
    );
  if (third) return damaged(file, third, `a second block of hebb; the first one is in line ${first.number}`);
  const indent = first.text.indexOf('<');
  const end = second.start + (endMark.exec(second.text)?.[0].length ?? 0);
  return success({ start: first.start + indent, end, gap: gapIn(first.text) });
}

const damaged = (file: string, { number }: Line, what: string): Result<never> =>
  failed(
    'marks.damaged',
    `${file}:${number}: ${what}`,
    'mend the marks by hand, or take them out with what is between them',
  );

function gapIn(mark: string): number | 'new' {
  const [, gap = '0'] = /\bgap=(new|\d)\b/.exec(mark) ?? [];
  return gap === 'new' ? 'new' : Number(gap);
}

/** How the lines of a text end. */
const endOfLine = (text: string): string => /\r?\n/.exec(text)?.[0] ?? '\n';

/** What a block says: the words of its first mark, and the lines between the marks. */
export interface BlockText {
  readonly about: string;
  readonly body: string;
}

function render({ about, body }: BlockText, gap: number | 'new', eol: string): string {
  const lines = [`<!-- hebb:begin gap=${gap}: ${about} -->`, ...body.split('\n'), '<!-- hebb:end -->'];
  return lines.join(eol);
}

/**
 * The text with this block: in the place of the one that it has, else at its end after a blank line. Nothing else changes, neither the
 * byte order mark nor how lines end, nor that the last one does not. `text` undefined: a file that is not there yet.
 */
export function withBlock(text: string | undefined, block: MarkedBlock | undefined, said: BlockText): string {
  if (text === undefined) return `${render(said, 'new', '\n')}\n`;
  const eol = endOfLine(text);
  if (block) return text.slice(0, block.start) + render(said, block.gap, eol) + text.slice(block.end);
  const bare = text.replace(/^\uFEFF/, '');
  const endsOpen = bare !== '' && !bare.endsWith('\n');
  const gap = bare === '' || /\n\r?\n$/.test(bare) ? 0 : endsOpen ? 2 : 1;
  return text + eol.repeat(gap) + render(said, gap, eol) + (endsOpen ? '' : eol);
}

/** The text as it was before the block came, however its rest was changed since; undefined when the file came with the block and holds nothing else. */
export function withoutBlock(text: string, { start, end, gap }: MarkedBlock): string | undefined {
  let before = text.slice(0, start);
  let after = text.slice(end);
  for (let left = gap === 'new' ? 0 : gap; left > 0 && /\r?\n$/.test(before); left--)
    before = before.replace(/\r?\n$/, '');
  if (gap === 'new' && `${before}${after}`.trim() === '') return undefined;
  const cameOpen = gap === 2;
  if (!cameOpen) after = after.replace(/^\r?\n/, '');
  return before + after;
}

/** A line that is known again by its mark; `isNew`: the whole file came with it. */
export const markedLine = (said: string, isNew: boolean): string =>
  `${said} <!-- hebb:line${isNew ? ' new' : ''} -->`;

/** The text with a marked line at its end, or with this one in the place of the one that it has. */
export function withLine(text: string, line: string): string {
  const eol = endOfLine(text);
  const lines = text.split('\n');
  const at = lines.findIndex((one) => lineMark.test(one));
  if (at >= 0) {
    const old = lines[at] ?? '';
    const own = isNewLine(old) ? line.replace('hebb:line -->', 'hebb:line new -->') : line;
    return lines
      .map((one, index) => (index === at ? own + (old.endsWith('\r') ? '\r' : '') : one))
      .join('\n');
  }
  return text === '' || text.endsWith('\n') ? `${text}${line}${eol}` : `${text}${eol}${line}`;
}

/** The text without its marked lines; undefined when the file came with one and holds nothing else. */
export function withoutLine(text: string): string | undefined {
  const lines = text.split('\n');
  const rest = lines.filter((one) => !lineMark.test(one)).join('\n');
  if (rest.trim() === '' && lines.some(isNewLine)) return undefined;
  return lineMark.test(lines.at(-1) ?? '') ? rest.replace(/\r$/, '') : rest;
}
