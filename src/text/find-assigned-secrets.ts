import { isSecretValue } from './judge-value.ts';
import type { RedactionRules } from './redaction-rules.ts';
import { findSecretNames, type SecretName } from './secret-names.ts';
import type { SecretSpan } from './secret-span.ts';

/** How a value is tied to its name: by assignment (tight or spaced), by a loose word, or by code that only a literal may follow. */
export type Tie = 'assigned' | 'spaced' | 'loose' | 'literal' | 'argument';

/** A value behind a name, as found in a text. */
export interface NamedValue {
  readonly value: string;
  readonly from: number;
  readonly quoted: boolean;
  readonly tie: Tie;
  readonly kind: string;
  /** True for `NAME=value` of an environment, where a bare word is a value and no code. */
  readonly setting: boolean;
}

const closing = '(?:\\[[^\\]\\n]{0,12}\\]|["\'`\\]]){0,3}';
const operators: readonly { readonly tie: Tie; readonly expression: RegExp }[] = [
  // `"name": "DB_PASSWORD", "value": …`, `key="password" value=…`, a Terraform default
  {
    tie: 'assigned',
    expression: /["']?[ \t]{0,4},?\s{0,40}(?:[+-]\s{0,20})?["']?value["']?[ \t]{0,4}(?::|=(?!=))[ \t]{0,8}/iy,
  },
  {
    tie: 'assigned',
    expression: /["'][ \t]{0,4}\{\s{0,40}(?:type\s{0,4}=\s{0,4}\w{1,20}\s{1,40})?default\s{0,4}=[ \t]{0,8}/y,
  },
  // `password: string = …`, `var token string = …`
  {
    tie: 'literal',
    expression: /\??:[ \t]{0,3}[A-Za-z_][\w.<>[\]| ]{0,40}=(?![=>])\s{0,40}(?=[@brf]?["'`])/y,
  },
  {
    tie: 'literal',
    expression: /[ \t]{1,4}[A-Za-z_*][\w.]{0,24}[ \t]{1,4}:?=(?!=)\s{0,40}(?=[@brf]?["'`])/y,
  },
  {
    tie: 'literal',
    expression: new RegExp(
      `${closing}\\)?[ \\t]{0,8}(?:===?|!==?|\\|\\||\\?\\?)[ \\t]{0,8}(?=[@brf]?["'\`])`,
      'y',
    ),
  },
  {
    tie: 'spaced',
    expression: new RegExp(
      `${closing}\\)?[ \\t]{1,20}(?::=|=>|->|\\|\\|=|\\?\\?=|\\?=|\\+=|=(?!=))(?:[ \\t]{0,20}|\\s{0,60}(?=["'\`]))`,
      'y',
    ),
  },
  {
    tie: 'assigned',
    expression: new RegExp(
      `${closing}\\)?[ \\t]{0,20}(?::=|:{1,2}|[：＝]|=>|->|\\?=|=(?!=))(?:[ \\t]{0,20}|\\s{0,60}(?=["'\`]))`,
      'y',
    ),
  },
  { tie: 'argument', expression: /["'`][ \t]{0,4}(?:,|=>)\s{0,40}(?=[@brf]?["'`])/y },
  { tie: 'literal', expression: /(?:\.\w{1,20})?\([ \t]{0,8}(?=[@brf]?["'`])/y },
  { tie: 'assigned', expression: /["']?(?:[ \t][^<>\n]{0,60})?>[ \t]{0,8}(?:<!\[CDATA\[)?/y },
  { tie: 'loose', expression: /[ \t]{1,8}(?:is|was|are|ist|es|est)[ \t]{1,3}:?[ \t]{0,3}/iy },
  { tie: 'literal', expression: /[ \t]{1,8}(?=["'`])/y },
];
const flag = /(?:^|[\s"'`])--?[\w-]{0,60}$/;
const jsonLiteral = /^(?:-?\d[\d.eE+-]{0,40}|true|false|null|[[{].{0,4000})?(?:[,}\]]|$)/;
const command = /(?:^|[\s;])(?:set|set-option|config)[ \t]{1,4}(?:[\w.-]{1,40}[ \t]{1,4}){0,3}$/i;
const space = /["']?,?[ \t]{1,8}/y;
const opening = /(?:@|[bBfFrRuULS$]{1,2})?("""|'''|["'`])/y;
const bare = /[^\s"'`]{1,4000}/y;
// Names within one value that are looked at; more is no configuration but an attempt to keep the machine busy.
const mostNames = 8;
const reversed = /(["'`])([^"'`\n]{4,200})\1\s{0,3}[!=]==?\s{0,3}$/;

/** Secrets that only their name gives away: `password = "…"`, `DB_PASS=…`, `<token>…</token>`, `--api-key …`. */
export function findAssignedSecrets(text: string, rules: RedactionRules): SecretSpan[] {
  const spans: SecretSpan[] = [];
  const inside = { end: 0, names: 0 };
  for (const name of findSecretNames(text, rules)) {
    if (name.from < (spans.at(-1)?.to ?? 0)) continue;
    inside.names = name.from < inside.end ? inside.names + 1 : 0;
    if (inside.names > mostNames) continue;
    const after = readAfter(text, name, rules);
    if (after !== undefined) inside.end = after.from + after.value.length;
    for (const found of [after, readBefore(text, name)]) {
      if (found !== undefined && isSecretValue(found)) spans.push(spanOf(found));
    }
  }
  return spans;
}

const spanOf = ({ from, value, kind }: NamedValue): SecretSpan => ({
  from,
  to: from + value.length,
  rule: `named-${kind}`,
  kind,
});

function readBefore(text: string, name: SecretName): NamedValue | undefined {
  const slice = text.slice(Math.max(0, name.from - 220), name.from);
  if (!/[!=]==?\s{0,3}$/.test(slice)) return undefined;
  const match = slice.match(reversed);
  const value = match?.[2];
  if (match?.index === undefined || value === undefined) return undefined;
  const from = name.from - slice.length + match.index + 1;
  return { value, from, quoted: true, tie: 'literal', kind: name.kind, setting: false };
}

function readAfter(text: string, name: SecretName, rules: RedactionRules): NamedValue | undefined {
  const tied = readTie(text, name);
  if (tied === undefined) return undefined;
  if (tied.tie === 'literal' && text[name.to] === '(' && isReading(name.name, rules)) return undefined;
  const found = readValue(text, tied, name);
  return found !== undefined && isJsonLiteral(text, name, found) ? undefined : found;
}

// A bare number, word or list behind a quoted name is JSON: a mask without quotes would break it (redactValue can).
const isJsonLiteral = (text: string, name: SecretName, found: NamedValue): boolean =>
  !found.quoted && /["']/.test(text[name.to] ?? '') && jsonLiteral.test(found.value);

function isReading(name: string, rules: RedactionRules): boolean {
  const verb = name.slice(name.lastIndexOf('.') + 1).match(/^[a-z]{1,12}/)?.[0] ?? '';
  return rules.readingVerbs.has(verb);
}

function readTie(text: string, name: SecretName): { readonly tie: Tie; readonly at: number } | undefined {
  for (const { tie, expression } of operators) {
    expression.lastIndex = name.to;
    if (expression.test(text)) return { tie, at: expression.lastIndex };
  }
  const slice = text.slice(Math.max(0, name.from - 100), name.from);
  if (!isFlag(slice, name.name) && !command.test(slice)) return undefined;
  space.lastIndex = name.to;
  return space.test(text) ? { tie: 'assigned', at: space.lastIndex } : undefined;
}

const isFlag = (slice: string, name: string): boolean =>
  /^--?[A-Za-z]/.test(name) ? /(?:^|[\s"'`([])$/.test(slice) : flag.test(slice);

function readValue(
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
  while (/[)\]},]$/.test(rest) && !isBalancedTail(rest)) rest = rest.slice(0, -1);
  return rest;
}

function isBalancedTail(value: string): boolean {
  const last = value.at(-1);
  const open = last === ')' ? '(' : last === ']' ? '[' : '{';
  return last !== ',' && value.split(open).length >= value.split(last ?? '').length;
}
