/** One simple command of a shell line. */
export interface ShellCommand {
  /** `NAME=value` before the program. */
  readonly env: readonly string[];
  /** Program and arguments, quotes taken off; redirections are left out. */
  readonly words: readonly string[];
  /** What ends it: `&&`, `||`, `;`, `|`, `&`, or nothing at the end of the line. */
  readonly end: '&&' | '||' | ';' | '|' | '&' | '';
}

/** What is read of one line, in UTF-16 units. */
export const MAX_LINE = 10_000;

type Token = { readonly kind: 'word' | 'end' | 'redirect'; readonly text: string };

/** Position after the `)` that closes the `(` before `from`; quotes inside are honoured. */
function skipParens(line: string, from: number): number {
  let depth = 1;
  let at = from;
  while (at < line.length && depth > 0) {
    const sign = line.charAt(at);
    if (sign === '\\') at += 1;
    else if (sign === "'") at = endOf(line.indexOf("'", at + 1), line);
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    at += 1;
  }
  return at;
}

const endOf = (found: number, line: string): number => (found < 0 ? line.length : found);

/** Reads a double-quoted part that begins after `from`; an escaped character stands for itself. */
function readDouble(line: string, from: number): { text: string; next: number } {
  let text = '';
  let at = from;
  while (at < line.length && line.charAt(at) !== '"') {
    if (line.charAt(at) === '\\') at += 1;
    if (line.startsWith('$(', at)) {
      const close = skipParens(line, at + 2);
      text += line.slice(at, close);
      at = close;
    } else {
      text += line.charAt(at);
      at += 1;
    }
  }
  return { text, next: at + 1 };
}

const ENDS_WORD = /^(?![<>]\()[\s;&|<>()]/;

/** One word from `from`: quoted and bare parts joined. */
function readWord(line: string, from: number): { text: string; next: number } {
  let text = '';
  let at = from;
  while (at < line.length && !ENDS_WORD.test(line.slice(at, at + 2))) {
    const part = readPart(line, at);
    text += part.text;
    at = part.next;
  }
  return { text, next: at };
}

function readPart(line: string, at: number): { text: string; next: number } {
  const sign = line.charAt(at);
  if (sign === '\\') return { text: line.charAt(at + 1).replace('\n', ''), next: at + 2 };
  if (sign === '"') return readDouble(line, at + 1);
  if (sign === "'" || sign === '`') {
    const close = endOf(line.indexOf(sign, at + 1), line);
    return {
      text: line.slice(sign === '`' ? at : at + 1, sign === '`' ? close + 1 : close),
      next: close + 1,
    };
  }
  if (/^[$<>]\(/.test(line.slice(at, at + 2))) {
    const close = skipParens(line, at + 2);
    return { text: line.slice(at, close), next: close };
  }
  return { text: sign, next: at + 1 };
}

const OPERATOR = /^(?:&&|\|\||\|&?|;;?|&(?!>)|\n|[(){}](?=\s|;|$)|[()])/;
const REDIRECT = /^(?:\d{0,3}|&)(?:>>?|<<?<?-?|>\||<>)(?:&\d{0,2}-?)?/;

/** Position after the body of a here-document whose opening word was `mark`. */
function skipHereDocument(line: string, from: number, mark: string): number {
  const close = new RegExp(`\\n[ \\t]{0,40}${mark.replace(/[^\w]/g, '\\$&')}[ \\t]{0,40}(?=\\n|$)`).exec(
    line.slice(from),
  );
  return close ? from + close.index + close[0].length : line.length;
}

interface Cursor {
  at: number;
  readonly heredocs: string[];
}

/** The next token at the cursor, which moves on; undefined for blanks and comments. */
function readToken(line: string, cursor: Cursor): Token | undefined {
  const rest = line.slice(cursor.at, cursor.at + 8);
  const blank = /^(?:[ \t\r]|#)/.exec(rest)?.[0];
  if (blank) {
    cursor.at = blank === '#' ? endOf(line.indexOf('\n', cursor.at), line) : cursor.at + 1;
    return undefined;
  }
  const redirect = REDIRECT.exec(rest);
  if (redirect && !/^[<>]\(/.test(rest)) {
    cursor.at += redirect[0].length;
    return { kind: 'redirect', text: redirect[0] };
  }
  const operator = /^[<>]\(/.test(rest) ? null : OPERATOR.exec(rest);
  if (!operator) {
    const word = readWord(line, cursor.at);
    cursor.at = Math.max(word.next, cursor.at + 1);
    return { kind: 'word', text: word.text };
  }
  cursor.at += operator[0].length;
  for (const mark of operator[0] === '\n' ? cursor.heredocs.splice(0) : [])
    cursor.at = skipHereDocument(line, cursor.at - 1, mark);
  return { kind: 'end', text: operator[0] };
}

function* readTokens(line: string): Generator<Token> {
  const cursor: Cursor = { at: 0, heredocs: [] };
  let redirect = '';
  while (cursor.at < line.length) {
    const token = readToken(line, cursor);
    if (token?.kind === 'redirect') redirect = /&(?:\d{1,2}-?|-)$/.test(token.text) ? '' : token.text;
    else if (token?.kind === 'word' && redirect) {
      if (/<<-?$/.test(redirect) && !redirect.endsWith('<<<')) cursor.heredocs.push(token.text);
      redirect = '';
    } else if (token) yield token;
  }
}

/** Words that begin or end a compound command: what follows is a command of its own. */
const KEYWORDS = new Set([
  'if',
  'then',
  'else',
  'elif',
  'fi',
  'while',
  'until',
  'do',
  'done',
  '!',
  'time',
  '{',
  '}',
]);
const ASSIGNMENT = /^[A-Za-z_]\w{0,80}\+?=/;

const endingOf = (operator: string): ShellCommand['end'] =>
  operator === '&&' || operator === '||' || operator === '&'
    ? operator
    : operator.startsWith('|')
      ? '|'
      : ';';

function commandOf(words: readonly string[], end: ShellCommand['end']): ShellCommand[] {
  const start = words.findIndex((word) => !KEYWORDS.has(word));
  const own = start < 0 ? [] : words.slice(start);
  if (own[0] === 'for' || own[0] === 'case' || own[0] === 'function') return [];
  const first = own.findIndex((word) => !ASSIGNMENT.test(word));
  const cut = first < 0 ? own.length : first;
  return own.length === 0 ? [] : [{ env: own.slice(0, cut), words: own.slice(cut), end }];
}

/**
 * The simple commands of a shell line, in order: quotes, escapes, substitutions, here-documents, comments and redirections as a POSIX shell
 * reads them; subshells, groups and compound commands are flattened. Never throws; reads at most `MAX_LINE` characters.
 */
export function parseShell(line: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let words: string[] = [];
  for (const token of readTokens(line.slice(0, MAX_LINE).replaceAll('\\\n', ' '))) {
    if (token.kind === 'word') words.push(token.text);
    else {
      commands.push(...commandOf(words, endingOf(token.text)));
      words = [];
    }
  }
  return [...commands, ...commandOf(words, '')];
}
