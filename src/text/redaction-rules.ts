import data from '../../templates/redaction.yaml';

/** One format: `expression` is global; where it has a group `secret`, only that group is masked. */
export interface TokenRule {
  readonly id: string;
  readonly kind: string;
  /** Lower-case texts, two letters or more, of which one must occur; empty means that the expression always runs. */
  readonly keywords: readonly string[];
  readonly expression: RegExp;
  /** Least Shannon entropy of the masked text, bits per character. */
  readonly entropy: number;
  /** Name of a check in token-checks.ts, '' for none. */
  readonly check: string;
  /** False for formats whose fixed part looks like a placeholder. */
  readonly placeholders: boolean;
  readonly positive: string;
  readonly negative: string;
}

/** A group of words that make the value behind them a secret. */
export interface NameRule {
  readonly kind: string;
  /** True when the word must stand alone among the words of a name (`db_pass`, not `compass`). */
  readonly whole: boolean;
  readonly words: readonly string[];
}

/** All of templates/redaction.yaml, parsed. */
export interface RedactionRules {
  readonly tokens: readonly TokenRule[];
  readonly names: readonly NameRule[];
  readonly harmlessAfter: ReadonlySet<string>;
  readonly harmlessBefore: ReadonlySet<string>;
  readonly readingVerbs: ReadonlySet<string>;
  readonly placeholderParts: readonly string[];
  readonly commonPasswords: ReadonlySet<string>;
  readonly placeholderWords: ReadonlySet<string>;
  readonly published: ReadonlySet<string>;
}

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseRow(value: unknown): Row {
  if (!isRow(value)) throw new Error('redaction.yaml: a mapping was expected');
  return value;
}

function parseRows(value: unknown): readonly Row[] {
  if (!Array.isArray(value)) throw new Error('redaction.yaml: a list was expected');
  return value.map(parseRow);
}

function parseWords(value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw new Error('redaction.yaml: a list of texts was expected');
  return value.map((item) => String(item));
}

const parseText = (value: unknown, fallback: string): string =>
  typeof value === 'string' ? value : fallback;

function parseToken(row: Row): TokenRule {
  const id = parseText(row.id, '');
  const pattern = parseText(row.pattern, '');
  if (id === '' || pattern === '') throw new Error(`redaction.yaml: rule "${id}" lacks an id or a pattern`);
  const keywords = parseWords(row.keywords);
  if (keywords.some((word) => word.length < 2 || word !== word.toLowerCase())) {
    throw new Error(`redaction.yaml: keywords of "${id}" must be lower case and two letters or more`);
  }
  const indices = pattern.includes('(?<secret>') ? 'd' : '';
  return {
    id,
    kind: parseText(row.kind, id),
    keywords,
    expression: new RegExp(pattern, `g${indices}${parseText(row.flags, '')}`),
    entropy: typeof row.entropy === 'number' ? row.entropy : 0,
    check: parseText(row.check, ''),
    placeholders: row.placeholders !== false,
    positive: parseWords(row.positive).join(''),
    negative: parseWords(row.negative).join(''),
  };
}

const parseName = (row: Row): NameRule => ({
  kind: parseText(row.kind, 'secret'),
  whole: row.whole === true,
  words: parseWords(row.words),
});

/** Parses rule data; throws an error that names the fault when it has another shape. */
export function parseRedactionRules(value: unknown): RedactionRules {
  const root = parseRow(value);
  const published = Array.isArray(root.published) ? root.published : [];
  return {
    tokens: parseRows(root.tokens).map(parseToken),
    names: parseRows(root.names).map(parseName),
    harmlessAfter: new Set(parseWords(root.harmlessAfter)),
    harmlessBefore: new Set(parseWords(root.harmlessBefore)),
    readingVerbs: new Set(parseWords(root.readingVerbs)),
    placeholderParts: parseWords(root.placeholderParts),
    commonPasswords: new Set(parseWords(root.commonPasswords)),
    placeholderWords: new Set(parseWords(root.placeholderWords)),
    published: new Set(published.map((pieces) => parseWords(pieces).join(''))),
  };
}

/** The rules of the house, parsed once. */
export const redactionRules: RedactionRules = parseRedactionRules(data);
