/** One rule of a data file: an expression, its examples, and what else the file says of it. */
export interface Rule {
  readonly id: string;
  readonly language: string;
  readonly expression: RegExp;
  readonly positive: readonly string[];
  readonly negative: readonly string[];
  /** Every field of the rule as written, for those that know more fields. */
  readonly field: (name: string) => unknown;
}

type Fields = ReadonlyMap<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value as text; anything else is the empty string. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const textsOf = (value: unknown): string[] => listOf(value).filter((item) => typeof item === 'string');

/** Letters that words are made of where words have boundaries: Latin and Cyrillic. Kana, Han and Hangul run together. */
const LETTER = 'A-Za-z0-9_\\u00c0-\\u024f\\u0400-\\u04ff';
const ANY_LETTER = `${LETTER}\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af`;
const BOUNDARY = `(?:(?<![${LETTER}])(?=[${LETTER}])|(?<=[${LETTER}])(?![${LETTER}]))`;

const CLASSES = new Map([
  ['\\w', LETTER],
  ['\\p{L}', ANY_LETTER],
  ['\\p{N}', '0-9'],
]);

/** JavaScript's `\b` and `\w` know ASCII only, and its Unicode mode takes long to compile: write the few scripts out. */
function widenToScripts(source: string): string {
  let inClass = false;
  return source.replace(/\\p\{\w\}|\\[\s\S]|[[\]]/g, (part) => {
    if (part === '[') inClass = true;
    if (part === ']') inClass = false;
    if (part === '\\b') return BOUNDARY;
    const letters = CLASSES.get(part);
    if (letters === undefined) return part;
    return inClass ? letters : `[${letters}]`;
  });
}

/** Compile an expression of a data file. Throws SyntaxError on a bad one, at start and in tests. */
function compile(source: string, macros: Fields, flags: string): RegExp {
  let expanded = source;
  for (let depth = 0; depth < 2; depth++)
    expanded = expanded.replace(/\{([a-z]\w{0,20})\}/g, (_, name: string) => textOf(macros.get(name)));
  return new RegExp(widenToScripts(expanded), flags);
}

function parseRule(value: unknown, macros: Fields): Rule {
  const fields = fieldsOf(value);
  return {
    id: textOf(fields.get('id')),
    language: textOf(fields.get('language')) || 'any',
    expression: compile(
      textOf(fields.get('expression')),
      macros,
      fields.get('sensitive') === true ? '' : 'i',
    ),
    positive: textsOf(fields.get('positive')),
    negative: textsOf(fields.get('negative')),
    field: (name) => fields.get(name),
  };
}

/** The rules of one data file `{macros?: {name: expression}, rules: [...]}`, in their order. */
export function parseRules(data: unknown): Rule[] {
  const file = fieldsOf(data);
  const macros = fieldsOf(file.get('macros'));
  return listOf(file.get('rules')).map((rule) => parseRule(rule, macros));
}

/** True when one of the rules matches the text. */
export const matchesAny = (rules: readonly Rule[], text: string): boolean =>
  rules.some((rule) => rule.expression.test(text));
