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

const LETTER = '\\p{L}\\p{N}_';
const BOUNDARY = `(?:(?<![${LETTER}])(?=[${LETTER}])|(?<=[${LETTER}])(?![${LETTER}]))`;

/** JavaScript's `\b` and `\w` know ASCII only; a rule means them for every script. */
function widenToUnicode(source: string): string {
  let inClass = false;
  return source.replace(/\\[\s\S]|[[\]]/g, (part) => {
    if (part === '[') inClass = true;
    if (part === ']') inClass = false;
    if (part === '\\w') return inClass ? LETTER : `[${LETTER}]`;
    return part === '\\b' ? BOUNDARY : part;
  });
}

/** Compile an expression of a data file. Throws SyntaxError on a bad one, at start and in tests. */
function compile(source: string, macros: Fields, flags: string): RegExp {
  let expanded = source;
  for (let depth = 0; depth < 2; depth++)
    expanded = expanded.replace(/\{([a-z]\w{0,20})\}/g, (_, name: string) => textOf(macros.get(name)));
  return new RegExp(widenToUnicode(expanded), flags);
}

function parseRule(value: unknown, macros: Fields): Rule {
  const fields = fieldsOf(value);
  return {
    id: textOf(fields.get('id')),
    language: textOf(fields.get('language')) || 'any',
    expression: compile(
      textOf(fields.get('expression')),
      macros,
      fields.get('sensitive') === true ? 'u' : 'iu',
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
