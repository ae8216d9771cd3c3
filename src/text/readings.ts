/** A text as a reader would see it, with the place in the original of each of its characters. */
export interface Reading {
  readonly text: string;
  /** Original offset at which the character at `at` begins. */
  readonly start: (at: number) => number;
  /** Original offset just behind the character before `at`. */
  readonly end: (at: number) => number;
}

interface Cut {
  /** Offset in the new text at which the replacement begins. */
  readonly at: number;
  readonly length: number;
  readonly from: number;
  readonly to: number;
}

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** The text itself. */
export function readPlain(text: string): Reading {
  return { text, start: (at) => at, end: (at) => at };
}

function rewrite(reading: Reading, pieces: readonly Piece[]): Reading {
  const parts: string[] = [];
  const cuts: Cut[] = [];
  let last = 0;
  let length = 0;
  for (const piece of pieces) {
    parts.push(reading.text.slice(last, piece.from), piece.by);
    length += piece.from - last;
    cuts.push({ at: length, length: piece.by.length, from: piece.from, to: piece.to });
    length += piece.by.length;
    last = piece.to;
  }
  parts.push(reading.text.slice(last));
  return {
    text: parts.join(''),
    start: (at) => reading.start(placeStart(cuts, at)),
    end: (at) => reading.end(placeEnd(cuts, at)),
  };
}

function findCut(cuts: readonly Cut[], at: number): Cut | undefined {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return cuts[low - 1];
}

function placeStart(cuts: readonly Cut[], at: number): number {
  const cut = findCut(cuts, at);
  if (cut === undefined) return at;
  return at < cut.at + cut.length ? cut.from : at - (cut.at + cut.length) + cut.to;
}

function placeEnd(cuts: readonly Cut[], at: number): number {
  if (at === 0) return 0;
  const cut = findCut(cuts, at - 1);
  if (cut === undefined) return at;
  return at - 1 < cut.at + cut.length ? cut.to : at - (cut.at + cut.length) + cut.to;
}

const escapes =
  /\\{1,8}(?:(["'/])|([nrt])|u00([2-7][0-9a-fA-F]))|%(?:25)?(0[9AaDd]|[2-7][0-9A-Fa-f])|&(quot|amp|apos|lt|gt|#34|#39);/g;
const entities: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  apos: "'",
  lt: '<',
  gt: '>',
  '#34': '"',
  '#39': "'",
};
const blanks: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function decodeEscape(match: RegExpMatchArray): string {
  const [, literal, blank, unicode, percent, entity] = match;
  if (literal !== undefined) return literal;
  if (blank !== undefined) return blanks[blank] ?? '';
  if (entity !== undefined) return entities[entity] ?? '';
  return String.fromCharCode(Number.parseInt(unicode ?? percent ?? '20', 16));
}

/** JSON, shell, URL and HTML escapes resolved, whatever their depth. The same object when there are none. */
export function readDecoded(reading: Reading): Reading {
  if (!/[\\%&]/.test(reading.text)) return reading;
  const pieces: Piece[] = [];
  for (const match of reading.text.matchAll(escapes)) {
    pieces.push({ from: match.index, to: match.index + match[0].length, by: decodeEscape(match) });
  }
  return pieces.length === 0 ? reading : rewrite(reading, pieces);
}

const lineBreak =
  /(?<=[A-Za-z0-9_+/=.-])(?:\\?\r?\n[ \t]{0,40}(?:[>|#*+]{1,2}[ \t]{1,4})?|=\r?\n)(?=[A-Za-z0-9_+/=.-])/g;

/** Lines joined where a token was wrapped: both sides of the break look generated. The same object when none is. */
export function readJoined(reading: Reading): Reading {
  if (!reading.text.includes('\n')) return reading;
  const pieces: Piece[] = [];
  for (const match of reading.text.matchAll(lineBreak)) {
    const to = match.index + match[0].length;
    if (isWrap(reading.text, match.index, to)) pieces.push({ from: match.index, to, by: '' });
  }
  return pieces.length === 0 ? reading : rewrite(reading, pieces);
}

function isWrap(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 80), from).match(/[A-Za-z0-9_+/=.-]{4,80}$/)?.[0] ?? '';
  const after = text.slice(to, to + 80).match(/^[A-Za-z0-9_+/=.-]{1,80}/)?.[0] ?? '';
  // The next line of an environment file is no continuation; the padding of base64 is.
  if (/^[A-Za-z_][\w.-]{0,60}=(?![=\s"'&;)]|$)/.test(text.slice(to, to + 80))) return false;
  if (/[A-Z0-9]{6}$/.test(before) && /^[A-Z0-9]{6}/.test(after) && /\d/.test(before + after)) return true;
  return isMixed(before) && (isMixed(after) || before.length + after.length >= 24);
}

const isMixed = (run: string): boolean =>
  /\d/.test(run) ? /[A-Za-z]/.test(run) || run.length > 6 : /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(run);
