import { dayOf, daysBetween } from '../domain/time.ts';
import { blank, bold, dim, type Line, line, wrap } from './line.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day as `15 Jun`, with its year where that is another one than now. In UTC, like everything hebb prints. */
export function dayText(at: string, now: string): string {
  const [year = '', month = '', day = ''] = dayOf(at).split('-');
  const name = months[Number(month) - 1] ?? month;
  return `${day} ${name}${now.startsWith(year) ? '' : ` ${year}`}`;
}

/** `15 Jun 09:12`. */
export const timeText = (at: string, now: string): string => `${dayText(at, now)} ${at.slice(11, 16)}`;

/** How long ago, in whole days of the calendar. */
export function agoText(at: string, now: string): string {
  const days = Math.round(daysBetween(`${dayOf(at)}T00:00:00Z`, `${dayOf(now)}T00:00:00Z`));
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

/** A number with its noun. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** A share as a whole per cent. */
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A heading within a detail, with an empty row before it. */
export const heading = (title: string): Line[] => [blank, line(bold(title))];

/** A text over as many rows as it needs; those after the first stand under its first word. */
export function paragraph(text: string, columns: number, mark = ''): Line[] {
  const indent = ' '.repeat(mark.length);
  return wrap(text, Math.max(10, columns - mark.length)).map((row, at) =>
    line(at === 0 ? mark : indent, row),
  );
}

/** Names with their values, the values under one another; what has no value is left out. */
export function facts(pairs: readonly (readonly [string, string])[], columns: number): Line[] {
  const shown = pairs.filter(([, value]) => value !== '');
  const width = Math.max(0, ...shown.map(([name]) => name.length)) + 2;
  return shown.flatMap(([name, value]) =>
    wrap(value, Math.max(10, columns - width)).map((row, at) =>
      line(dim(at === 0 ? name.padEnd(width) : ' '.repeat(width)), row),
    ),
  );
}
