import { dim, type Piece } from './line.ts';

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const heights = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** A value of 0..1 as a bar of so many columns, and what is missing to 1 as dots. */
export function bar(value: number, columns: number): [full: string, rest: Piece] {
  const parts = Math.round(Math.min(1, Math.max(0, value)) * columns * 8);
  const full = '█'.repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? '');
  return [full, dim('·'.repeat(columns - full.length))];
}

/** Values as a line of bars: nothing is the lowest one, anything is above it, the largest the highest. */
export function spark(values: readonly number[], most = Math.max(...values, 0)): string {
  const height = (value: number): number =>
    value <= 0 || most <= 0
      ? 0
      : Math.max(1, Math.round((Math.min(value, most) / most) * (heights.length - 1)));
  return values.map((value) => heights[height(value)] ?? '').join('');
}

/** One value of 0..1 as a bar of one column. */
export const level = (value: number): string => spark([value], 1);
