import { beside, blank, bold, dim, fitLine, type Line, line } from './line.ts';
import type { Listing } from './listing.ts';
import { chosenAt, type Place } from './ui.ts';
import type { Room } from './views/overview.ts';
import { paragraph } from './words.ts';

/** From so many columns on, list and detail stand beside one another. */
const besideFrom = 110;

/** The rows of a list that fit, with what is chosen near their middle. */
export function windowOf(count: number, chosen: number, rows: number): readonly [from: number, to: number] {
  const from = Math.max(0, Math.min(chosen - Math.floor(rows / 2), count - rows));
  return [from, Math.min(count, from + rows)];
}

function countLine({ ids, total, title }: Listing, at: number): Line {
  const count = ids.length === total ? String(total) : `${ids.length} of ${total}`;
  const place = ids.length > 0 ? dim(`  ${at + 1}/${ids.length}`) : '';
  return line(bold(count), ` ${title}`, place);
}

/** The chosen row is inverse and nothing else: dim or coloured letters would be lost on one background or the other. */
function listLines(listing: Listing, chosen: number, { columns, rows }: Room): Line[] {
  const [from, to] = windowOf(listing.ids.length, chosen, rows - 1);
  const shown = listing.ids.slice(from, to).map((id, offset): Line => {
    const row = fitLine(listing.row(id, columns - 2), columns - 2);
    return from + offset === chosen
      ? [{ text: '▸ ', inverse: true }, ...row.map(({ text }) => ({ text, inverse: true }))]
      : [{ text: '  ' }, ...row];
  });
  return [countLine(listing, chosen), ...shown];
}

/** Detail from its scrolled row on; its last row says how much is below. */
function detailLines(all: readonly Line[], scroll: number, rows: number): Line[] {
  const from = Math.max(0, Math.min(scroll, all.length - rows));
  const shown = all.slice(from, from + rows);
  const below = all.length - from - rows;
  return below > 0 ? [...shown.slice(0, -1), line(dim(`↓ ${below + 1} more rows, PgDn`))] : shown;
}

const filled = (lines: readonly Line[], rows: number): Line[] =>
  Array.from({ length: rows }, (_, at) => lines[at] ?? blank);

/** A list with everything about what is chosen: beside it where there is room, else below. */
export function drawListing(listing: Listing, place: Place, room: Room): Line[] {
  const { columns, rows } = room;
  const chosen = chosenAt(place, listing.ids);
  const id = listing.ids[chosen];
  if (id === undefined)
    return [
      countLine(listing, chosen),
      blank,
      ...listing.empty.flatMap((text) => paragraph(text, columns - 2, '  ')),
    ];
  if (place.isWhole) return detailLines(listing.detail(id, columns), place.scroll, rows);
  if (columns >= besideFrom) {
    const left = Math.floor(columns * 0.45);
    const right = columns - 3 - left;
    return beside(
      filled(listLines(listing, chosen, { columns: left, rows }), rows),
      detailLines(listing.detail(id, right), place.scroll, rows),
      [left, right],
    );
  }
  const top = Math.min(listing.ids.length + 1, Math.max(4, Math.floor(rows * 0.42)));
  return [
    ...filled(listLines(listing, chosen, { columns, rows: top }), top),
    line(dim('─'.repeat(columns))),
    ...detailLines(listing.detail(id, columns), place.scroll, rows - top - 1),
  ];
}
