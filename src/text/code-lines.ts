/** How a language writes comments. */
interface Marks {
  readonly line: readonly string[];
  readonly blocks: ReadonlyMap<string, string>;
  /** Characters with which a comment or a string can begin: all others are passed over in one step. */
  readonly first: RegExp;
}

const QUOTES = ['"""', "'''", '"', "'", '`'] as const;

function makeMarks(line: readonly string[], blocks: readonly (readonly [string, string])[]): Marks {
  const openers = [...line, ...blocks.map(([open]) => open), ...QUOTES].map((mark) => mark.charAt(0));
  return { line, blocks: new Map(blocks), first: new RegExp(`[\\${openers.join('\\')}]`, 'g') };
}

const C_LIKE = makeMarks(['//'], [['/*', '*/']]);
const HASH = makeMarks(['#'], []);
const SQL = makeMarks(['--'], [['/*', '*/']]);
const MARKUP = makeMarks(
  ['//'],
  [
    ['/*', '*/'],
    ['<!--', '-->'],
  ],
);

const PYTHON_LIKE = new Set(['python', 'ruby', 'shell', 'elixir', 'data']);
const MARKUP_LIKE = new Set(['html', 'vue', 'svelte']);

function marksOf(language: string): Marks {
  if (PYTHON_LIKE.has(language)) return HASH;
  if (MARKUP_LIKE.has(language)) return MARKUP;
  return language === 'sql' ? SQL : C_LIKE;
}

/** The quote mark that opens a string here. An apostrophe after a letter, or without a partner in its line (`&'a str`), opens none. */
function openQuote(line: string, at: number): string | undefined {
  const quote = QUOTES.find((mark) => line.startsWith(mark, at));
  const isApostrophe = quote === "'" && (/\w/.test(line.charAt(at - 1)) || line.indexOf("'", at + 1) < 0);
  return isApostrophe ? undefined : quote;
}

function endOf(line: string, from: number, close: string): number {
  let at = from;
  while (at < line.length && !line.startsWith(close, at)) at += line.charAt(at) === '\\' ? 2 : 1;
  return at < line.length ? at + close.length : -1;
}

/** What is left of one line, and what is still open after it. */
interface Reading {
  readonly code: string;
  /** The mark that would close what is open; empty when nothing is. */
  readonly open: string;
}

const LASTING = new Set(['"""', "'''", '`', '*/', '-->']);

function readString(line: string, at: number, quote: string): { text: string; end: number; open: string } {
  const end = endOf(line, at + quote.length, quote);
  if (end >= 0) return { text: line.slice(at, end), end, open: '' };
  return { text: line.slice(at), end: line.length, open: LASTING.has(quote) ? quote : '' };
}

/** Where the next comment or string may begin, from `at` on. */
function nextMark(line: string, at: number, { first }: Marks): number {
  first.lastIndex = at;
  return first.exec(line)?.index ?? line.length;
}

function readLine(line: string, opened: string, options: { marks: Marks; keepStrings: boolean }): Reading {
  let at = 0;
  let code = '';
  if (opened !== '') {
    at = endOf(line, 0, opened);
    if (at < 0) return { code: '', open: opened };
    code = '""';
  }
  while (at < line.length) {
    if (options.marks.line.some((mark) => line.startsWith(mark, at))) break;
    const block = [...options.marks.blocks].find(([mark]) => line.startsWith(mark, at));
    const quote = openQuote(line, at);
    if (block) {
      const end = endOf(line, at + block[0].length, block[1]);
      if (end < 0) return { code, open: block[1] };
      at = end;
    } else if (quote) {
      const read = readString(line, at, quote);
      code += options.keepStrings ? read.text : '""';
      if (read.open !== '') return { code, open: read.open };
      at = read.end;
    } else {
      const end = nextMark(line, at + 1, options.marks);
      code += line.slice(at, end);
      at = end;
    }
  }
  return { code, open: '' };
}

/**
 * Lines of code without comments; the insides of strings are blanked (`""`) unless kept. State is carried from line to line; a line that
 * begins with `*` inside an unseen block comment counts as comment. Lines are cut at 1,000 characters.
 */
export function codeOnly(lines: readonly string[], language: string, keepStrings = false): string[] {
  const marks = marksOf(language);
  const kept: string[] = [];
  let open = '';
  for (const line of lines) {
    if (open === '' && marks !== HASH && /^\s{0,40}\*(?:\s|\/|$)/.test(line)) {
      kept.push('');
      continue;
    }
    const reading = readLine(line.slice(0, 1000), open, { marks, keepStrings });
    open = reading.open;
    kept.push(reading.code);
  }
  return kept;
}
