import { composeText, foldCase } from '../text/normalize.ts';

/** Letters and digits of a text in the one form that all its spellings share, and where each of them stands. */
export interface Folded {
  /** UTF-16 units of the folded text. */
  readonly units: readonly number[];
  /** Start of the character that a unit came from, and the end of it, in the text. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Code units of ASCII after folding; 0 for what is no letter or digit. */
const ascii: readonly number[] = Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : 0;
});

const cache = new Map<string, string>();
const cacheLimit = 20_000;

/** One character without case, accents, width and composition. */
function foldPoint(point: string): string {
  const known = cache.get(point);
  if (known !== undefined) return known;
  const folded = foldCase(composeText(point))
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '');
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(point, folded);
  return folded;
}

/** How backslashes are read: as signs like others, or as the escapes of JSON, however often nested. */
export type Reading = 'plain' | 'escaped';

interface Read {
  readonly point: string;
  readonly end: number;
}

const escapeSign = /\\{1,64}(?:u([0-9a-fA-F]{4})|[nrtbf]|)/y;

function readEscape(text: string, at: number): Read {
  escapeSign.lastIndex = at;
  const [whole = '\\', digits] = escapeSign.exec(text) ?? [];
  const end = at + whole.length;
  if (digits === undefined) return { point: ' ', end };
  const first = String.fromCharCode(Number.parseInt(digits, 16));
  if (!/[\ud800-\udbff]/.test(first) || text[end] !== '\\') return { point: first, end };
  const rest = readEscape(text, end);
  return /[\udc00-\udfff]/.test(rest.point)
    ? { point: first + rest.point, end: rest.end }
    : { point: first, end };
}

function readPoint(text: string, at: number, reading: Reading): Read {
  if (reading === 'escaped' && text[at] === '\\') return readEscape(text, at);
  const point = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { point, end: at + point.length };
}

/**
 * Folds a text to its letters and digits: case, spacing, punctuation, accents, width and Unicode composition make no
 * difference, so that a summary, its slug and its key in core memory are one.
 */
export function foldText(text: string, reading: Reading = 'plain'): Folded {
  const units: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  const add = (unit: number, start: number, end: number): void => {
    units.push(unit);
    from.push(start);
    to.push(end);
  };
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code < 128 && code !== 92) {
      const unit = ascii[code];
      if (unit) add(unit, at, at + 1);
      at++;
      continue;
    }
    const { point, end } = readPoint(text, at, reading);
    const folded = foldPoint(point);
    for (let index = 0; index < folded.length; index++) add(folded.charCodeAt(index), at, end);
    at = end;
  }
  return { units, from, to };
}

/** The folded text alone. */
export const foldedText = (text: string): string => {
  const { units } = foldText(text);
  let folded = '';
  for (const unit of units) folded += String.fromCharCode(unit);
  return folded;
};
