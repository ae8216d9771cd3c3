import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from 'yaml';

/** What a key of front matter holds: a text, texts by name, or something that no key of a skill may hold. */
export type SkillValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'map'; readonly pairs: readonly { key: string; text?: string; line: number }[] }
  | { readonly kind: 'other' };

/** One key of front matter, and its 1-based line in the text. */
export interface SkillField {
  readonly key: string;
  readonly line: number;
  readonly value: SkillValue;
}

/** What is wrong with the YAML of front matter; the names that the problems of a skill have. */
export interface YamlProblem {
  readonly rule:
    | 'yaml.syntax'
    | `frontmatter.${'flow-style' | 'anchor' | 'tag' | 'duplicate-key' | 'not-a-map'}`;
  readonly line: number;
  readonly text: string;
}

/** Front matter as it was read: every scalar is a text. `fields` is absent when it is no YAML. */
export interface SkillYaml {
  readonly fields?: readonly SkillField[];
  readonly problems: readonly YamlProblem[];
}

/** Front matter longer than this, in UTF-16 units, is not read: the standard's fields fill a tenth of it. */
const LONGEST = 20_000;
/** Openings in a row that no skill needs; what is nested so takes a parser seconds. */
const NESTED = /(?:[?:-][ \t]{1,9}){12}|(?:[[{][ \t\n]{0,9}){12}/;

/**
 * Reads the front matter of a skill. Plain block YAML is all that is allowed, because that is all that the strict readers
 * of skills understand; what else there is gets a problem and is read where that is safe. No tag and no alias is resolved.
 */
export function readSkillYaml(text: string): SkillYaml {
  if (text.length > LONGEST || NESTED.test(text)) return { problems: [tooMuch] };
  const lines = new LineCounter();
  const document = parseDocument(text, {
    schema: 'failsafe',
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  const lineOf = (node: unknown): number => lineAt(isNode(node) ? (node.range?.[0] ?? 0) : 0);
  const problems = [
    ...errorsOf(document, lineAt),
    ...earlyEnd(text),
    ...extrasIn(document, lineOf),
    ...(isMap(document.contents) ? [] : [notAMap]),
  ];
  const isReadable = isMap(document.contents) && !problems.some(({ rule }) => rule === 'yaml.syntax');
  return { problems, ...(isReadable ? { fields: fieldsOf(document, lineOf) } : {}) };
}

const tooMuch: YamlProblem = {
  rule: 'yaml.syntax',
  line: 1,
  text: `the front matter is too long (more than ${LONGEST} characters) or nested too deeply to be read`,
};

const isNode = (value: unknown): value is Node => isScalar(value) || isCollection(value) || isAlias(value);

const notAMap: YamlProblem = {
  rule: 'frontmatter.not-a-map',
  line: 1,
  text: 'the front matter is not a list of "key: value" lines',
};

/** The commonest slips, in words that say what to do. */
const SLIPS: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'a value with a colon and a space in it: put the value in quotes',
  BAD_SCALAR_START: 'a value that begins with a reserved sign (@ or `): put the value in quotes',
  TAB_AS_INDENT: 'a line is indented with a tab: use spaces',
};

function errorsOf({ errors }: Document, lineAt: (offset: number) => number): YamlProblem[] {
  return errors.map(({ code, message, pos: [offset] }) =>
    code === 'DUPLICATE_KEY'
      ? { rule: 'frontmatter.duplicate-key', line: lineAt(offset), text: 'a key stands here a second time' }
      : { rule: 'yaml.syntax', line: lineAt(offset), text: `not YAML: ${SLIPS[code] ?? message}` },
  );
}

/** `...` ends a document of YAML: what follows would be read by nobody. */
function earlyEnd(text: string): YamlProblem[] {
  const at = text.split('\n').findIndex((line) => /^\.\.\.(?:\s|$)/.test(line));
  return at < 0
    ? []
    : [{ rule: 'yaml.syntax', line: at + 1, text: 'not YAML: "..." ends the front matter early' }];
}

function extrasIn(document: Document, lineOf: (node: unknown) => number): YamlProblem[] {
  const found: YamlProblem[] = [];
  visit(document, {
    Node: (_, node) => {
      const line = lineOf(node);
      if (isCollection(node) && node.flow)
        found.push({
          rule: 'frontmatter.flow-style',
          line,
          text: 'a value in [ ] or { }: write it as plain text',
        });
      if (isAlias(node) || node.anchor !== undefined)
        found.push({
          rule: 'frontmatter.anchor',
          line,
          text: 'an anchor or alias (& or *): write the value out',
        });
      if (!isAlias(node) && node.tag !== undefined)
        found.push({ rule: 'frontmatter.tag', line, text: `a tag (${node.tag}): take it off` });
    },
  });
  return found;
}

function fieldsOf({ contents }: Document, lineOf: (node: unknown) => number): SkillField[] {
  return isMap(contents)
    ? contents.items.map((pair) => ({ ...keyOf(pair, lineOf), value: fieldValue(pair, lineOf) }))
    : [];
}

function keyOf({ key }: Pair, lineOf: (node: unknown) => number): { key: string; line: number } {
  return { key: textOf(key) ?? '', line: lineOf(key) };
}

/** The text of a scalar; undefined for anything else, aliases too. */
const textOf = (node: unknown): string | undefined => (isScalar(node) ? String(node.value ?? '') : undefined);

function fieldValue({ value }: Pair, lineOf: (node: unknown) => number): SkillValue {
  if (value === null) return { kind: 'text', text: '' };
  const text = textOf(value);
  if (text !== undefined) return { kind: 'text', text };
  if (!isMap(value)) return { kind: 'other' };
  const pairs = value.items.map((pair) => {
    const inner = pair.value === null ? '' : textOf(pair.value);
    return { ...keyOf(pair, lineOf), ...(inner === undefined ? {} : { text: inner }) };
  });
  return { kind: 'map', pairs };
}

/** Words and numbers that some reader of YAML takes for more than a text. */
const TYPED =
  /^(?:~|=|<<|null|true|false|yes|no|on|off|y|n|[-+]?(?:\.?\d[\d_,.:]*(?:e[-+]?\d+)?|0[xob][\da-f_]+|\.inf|\.nan))$|^\d{4}-\d\d?-\d\d?/i;
/** A text that every reader takes as it stands. */
const PLAIN = /^[\p{L}\p{N}(/][^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]*$/u;

/** Whether every reader of YAML takes a text as it stands for that text. */
export const isPlainYaml = (text: string): boolean =>
  PLAIN.test(text) && !TYPED.test(text) && !/:(?:\s|$)|\s#|---|\s$/u.test(text);

/** Written as an escape: what does not show or ends a line for some reader, quotes and backslashes. */
const ESCAPED = /["\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufeff]/gu;

function escapeOne(sign: string): string {
  if (sign === '"' || sign === '\\') return `\\${sign}`;
  if (sign === '\n') return '\\n';
  if (sign === '\t') return '\\t';
  const code = sign.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 0x10000
    ? `\\u${code.toString(16).padStart(4, '0')}`
    : `\\U${code.toString(16).padStart(8, '0')}`;
}

/**
 * A text as a value on one line that every reader gives back unchanged: as it stands, or in double quotes where it must be.
 * Never holds `---`, on which the reference reader splits the file.
 */
export const writeYamlText = (text: string): string =>
  isPlainYaml(text) ? text : `"${text.replace(ESCAPED, escapeOne).replaceAll('---', '--\\x2d')}"`;
