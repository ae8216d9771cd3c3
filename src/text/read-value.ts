import type { NamedValue, Tie } from './named-value.ts';
import type { SecretName } from './secret-names.ts';

const opening = /(?:@|[bBfFrRuULS$]{1,2})?("""|'''|["'`])/y;
const bare = /[^\s"'`]{1,4000}/y;
const mostClosers = 12;

/** The value at a place of a text, quoted or bare, without the syntax behind it; undefined when none is there. */
export function readValue(
  text: string,
  { tie, at }: { tie: Tie; at: number },
  name: SecretName,
): NamedValue | undefined {
  const { kind } = name;
  const setting = /^[A-Z][A-Z0-9_]*$/.test(name.name) && at === name.to + 1 && text[name.to] === '=';
  opening.lastIndex = at;
  const quote = opening.exec(text)?.[1];
  if (quote !== undefined) return { ...readQuoted(text, opening.lastIndex, quote), tie, kind, setting };
  if (tie === 'literal' || tie === 'argument') return undefined;
  bare.lastIndex = at;
  const run = bare.exec(text)?.[0];
  if (run === undefined) return undefined;
  const value = trimBare(run);
  return { value, from: at, quoted: false, tie, kind, setting };
}

function readQuoted(text: string, from: number, quote: string): Omit<NamedValue, 'tie' | 'kind' | 'setting'> {
  const line = text.slice(from, from + 4000);
  const end = findClose(line, quote);
  const broken = line.search(/[\r\n]/);
  const to = end >= 0 ? end : broken >= 0 ? broken : line.length;
  return { value: line.slice(0, to), from, quoted: true };
}

function findClose(line: string, quote: string): number {
  let end = line.indexOf(quote);
  while (end > 0 && /(?:^|[^\\])(?:\\\\){0,4}\\$/.test(line.slice(Math.max(0, end - 10), end)))
    end = line.indexOf(quote, end + 1);
  const broken = line.indexOf('\n');
  return broken >= 0 && broken < end && quote.length === 1 ? -1 : end;
}

// `;` and `&` end a value of a connection string or a query, `<` one of XML, a closing bracket or a comma code.
function trimBare(run: string): string {
  const head = run.split(/[;&<]|,(?=[A-Za-z_][\w ]{0,30}[=:])|\\[nr]/, 1)[0] ?? '';
  return trimClosers(head.replace(/[,.:]{1,3}$/, ''));
}

function trimClosers(value: string): string {
  let rest = value;
  for (let left = mostClosers; left > 0 && /[)\]},]$/.test(rest) && !isBalancedTail(rest); left -= 1) {
    rest = rest.slice(0, -1);
  }
  return rest;
}

function isBalancedTail(value: string): boolean {
  const last = value.at(-1);
  const open = last === ')' ? '(' : last === ']' ? '[' : '{';
  return last !== ',' && value.split(open).length >= value.split(last ?? '').length;
}
