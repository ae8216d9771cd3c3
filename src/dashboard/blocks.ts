import type { Block, Tone as BlockTone } from '../domain/report.ts';
import { blank, bold, dim, fill, type Line, line, type Piece, toned, widthOf, wrap } from './line.ts';

const looked = (text: string, tone: BlockTone | undefined): Piece =>
  tone === undefined ? text : tone === 'dim' ? dim(text) : toned(tone, text);

const rows = (text: string, columns: number, look: (row: string) => Piece = (row) => row): Line[] =>
  wrap(text, columns).map((row) => line(look(row)));

function itemLines(block: Extract<Block, { kind: 'item' }>, columns: number): Line[] {
  const [first = '', ...more] = wrap(block.text, columns - 4);
  const detail = (block.detail ?? []).flatMap((text) => wrap(text, columns - 6));
  return [
    line('  ', looked('•', block.tone), ' ', first),
    ...more.map((row) => line('    ', row)),
    ...detail.map((row) => line('      ', dim(row))),
  ];
}

function tableLines({ head, rows: cells }: Extract<Block, { kind: 'table' }>, columns: number): Line[] {
  const widths = head.map((name, at) =>
    Math.max(widthOf(name), ...cells.map((row) => widthOf(row[at] ?? ''))),
  );
  const last = head.length - 1;
  const offset = widths.slice(0, last).reduce((sum, width) => sum + width + 2, 2);
  const drawn = (row: readonly string[], look: (text: string) => Piece): Line[] => {
    const before = row.slice(0, last).map((cell, at) => fill(cell, (widths[at] ?? 0) + 2));
    return wrap(row[last] ?? '', Math.max(20, columns - offset)).map((part, at) =>
      line(look(at === 0 ? `  ${before.join('')}` : ' '.repeat(offset)), look(part)),
    );
  };
  const named = head.some((name) => name !== '') ? drawn(head, dim) : [];
  return [...named, ...cells.flatMap((row) => drawn(row, (text) => line(text)[0] ?? text))];
}

function blockLines(block: Block, columns: number): Line[] {
  switch (block.kind) {
    case 'title':
      return rows(block.text, columns, bold);
    case 'heading':
      return [blank, ...rows(block.text, columns, bold)];
    case 'line':
      return rows(block.text, columns, (row) => looked(row, block.tone));
    case 'item':
      return itemLines(block, columns);
    case 'table':
      return tableLines(block, columns);
    case 'raw':
      return block.text.split('\n').flatMap((text) => rows(text, columns));
  }
}

/** What a command says, as rows of a screen: the same words as in a terminal. */
export const drawBlocks = (blocks: readonly Block[], columns: number): Line[] =>
  blocks.flatMap((block) => blockLines(block, columns));
