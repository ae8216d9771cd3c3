import { styleText } from 'node:util';
import type { Terminal } from '../domain/host.ts';
import type { Block, Report, Tone } from '../domain/report.ts';
import { readableLines } from '../text/readable.ts';

type Style = (text: string, look: Parameters<typeof styleText>[0]) => string;

const looks: Readonly<Record<Tone, Parameters<typeof styleText>[0]>> = {
  good: 'green',
  warn: 'yellow',
  bad: 'red',
  dim: 'dim',
};

const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

/** Made when the first text needs it: it loads tables, which takes as long as half of Node's own start. */
let segmenter: Intl.Segmenter | undefined;

/** Columns a text takes in a terminal: wide characters take two, marks none. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2190-\u21ff]*$/.test(text)) return text.length;
  segmenter ??= new Intl.Segmenter();
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Rows in columns. The last column breaks at spaces where the terminal ends; nothing is cut off. */
function tableLines(
  { head, rows }: Extract<Block, { kind: 'table' }>,
  style: Style,
  columns: number,
): string[] {
  const widths = head.map((name, column) =>
    Math.max(widthOf(name), ...rows.map((row) => widthOf(row[column] ?? ''))),
  );
  const last = head.length - 1;
  const offset = widths.slice(0, last).reduce((sum, width) => sum + width + 2, 2);
  const lines = (cells: readonly string[]): string[] => {
    const before = cells.slice(0, last).map((cell, column) => `${pad(cell, widths[column] ?? 0)}  `);
    const rest = wrap(cells[last] ?? '', Math.max(20, columns - offset), ' '.repeat(offset));
    return rest.map((line, index) => (index === 0 ? `  ${before.join('')}${line}` : line).trimEnd());
  };
  const isNamed = head.some((name) => name !== '');
  return [...(isNamed ? lines(head).map((line) => style(line, 'dim')) : []), ...rows.flatMap(lines)];
}

/** Breaks a text at spaces so that no line is wider than the terminal; a long word stands alone. */
function wrap(text: string, width: number, indent: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].map((part, index) => (index === 0 ? part : indent + part));
}

function blockLines(block: Block, style: Style, columns: number): string[] {
  switch (block.kind) {
    case 'title':
      return [style(block.text, 'bold')];
    case 'heading':
      return ['', style(block.text, 'bold')];
    case 'line': {
      const indent = ' '.repeat(block.text.length - block.text.trimStart().length);
      const text = indent + wrap(block.text.trimStart(), columns - indent.length, indent).join('\n');
      return [block.tone ? style(text, looks[block.tone]) : text];
    }
    case 'item': {
      const [first = '', ...rest] = wrap(block.text, columns - 4, '    ');
      const detail = (block.detail ?? []).flatMap((text) =>
        wrap(text, columns - 6, '      ').map((line, index) => (index === 0 ? `      ${line}` : line)),
      );
      const mark = block.tone ? style('•', looks[block.tone]) : '•';
      return [`  ${mark} ${first}`, ...rest, ...detail.map((line) => style(line, 'dim'))];
    }
    case 'table':
      return tableLines(block, style, columns);
    case 'raw':
      return [block.text.replace(/\n$/, '')];
  }
}

/** A block in which no text is anything but text to a terminal. What is printed as it is stays so where it goes into a file or a pipe. */
function readableBlock(block: Block, isSeen: boolean): Block {
  if (block.kind === 'raw' && !isSeen) return block;
  if (block.kind === 'table')
    return {
      ...block,
      head: block.head.map(readableLines),
      rows: block.rows.map((row) => row.map(readableLines)),
    };
  const text = readableLines(block.text);
  return block.kind === 'item' && block.detail
    ? { ...block, text, detail: block.detail.map(readableLines) }
    : { ...block, text };
}

/** The face for people. Colour only where the terminal has it; what a memory says moves no cursor. */
export function renderHuman(report: Report, terminal: Terminal): string {
  const style: Style = (text, look) =>
    terminal.colour ? styleText(look, text, { validateStream: false }) : text;
  const columns = Math.max(40, Math.min(terminal.columns, 120));
  return report.human
    .flatMap((block) => blockLines(readableBlock(block, terminal.output), style, columns))
    .map((line) => `${line}\n`)
    .join('');
}

/** The face for programs: one versioned document. */
export const renderJson = (report: Report, command: string): string =>
  `${JSON.stringify({ v: 1, command, exit: report.exit, ...report.data })}\n`;
