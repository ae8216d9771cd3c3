import type { Block } from '../domain/report.ts';

const cell = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('|', '\\|');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

function linesOf(block: Block): string[] {
  switch (block.kind) {
    case 'title':
      return [`# ${block.text}`, ''];
    case 'heading':
      return ['', `## ${block.text}`, ''];
    case 'line':
      return [block.text.trim(), ''];
    case 'item':
      return [`- ${block.text}`, ...(block.detail ?? []).map((text) => `  - ${text}`)];
    case 'table':
      return [row(block.head), row(block.head.map(() => '---')), ...block.rows.map(row)];
    case 'raw':
      return [block.text];
  }
}

/** Blocks as a Markdown file: what the terminal shows, to keep. */
export const blocksToMarkdown = (blocks: readonly Block[]): string =>
  `${blocks
    .flatMap(linesOf)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
