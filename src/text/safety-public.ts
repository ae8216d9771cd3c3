import data from '../../templates/safety/public-rules.txt';

/** An expression of the compiled public rules that holds in a text. */
export interface PublicFind {
  readonly rule: string;
  readonly quote: string;
}

interface PublicRule {
  readonly id: string;
  readonly flags: string;
  /** Lower case; one of them stands in every text that the expression matches. */
  readonly words: readonly string[];
  readonly source: string;
}

/** What is read of a text: the public rules are company for others, no net of their own. */
const mostRead = 2_000;
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** One row of the data file: `[id, flags, [words], source]`. */
function parseRule(line: string): PublicRule {
  const row: unknown = JSON.parse(line);
  const [id = '', flags = '', source = ''] = textsOf(row);
  return { id, flags, words: Array.isArray(row) ? textsOf(row[2]) : [], source };
}

const parseRules = (file: string): PublicRule[] =>
  file
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(parseRule);

interface Index {
  readonly rules: readonly PublicRule[];
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  readonly expressions: (RegExp | undefined)[];
}

let index: Index | undefined;

function buildIndex(): Index {
  const rules = parseRules(data);
  const byWord = new Map<string, number[]>();
  for (const [at, { words }] of rules.entries())
    for (const word of words) {
      const row = byWord.get(word);
      if (row) row.push(at);
      else byWord.set(word, [at]);
    }
  return { rules, byWord, expressions: new Array(rules.length).fill(undefined) };
}

/** The first public rules, three at most, that hold in the first 2,000 characters of a text. */
export function findPublic(text: string): PublicFind[] {
  index ??= buildIndex();
  const { rules, byWord, expressions } = index;
  const head = text.slice(0, mostRead);
  const finds: PublicFind[] = [];
  for (const at of possible(head.toLowerCase(), byWord)) {
    const rule = rules[at];
    if (!rule || finds.some((find) => find.rule === rule.id)) continue;
    const expression = expressions[at] ?? new RegExp(rule.source, rule.flags);
    expressions[at] = expression;
    const match = expression.exec(head);
    if (match) finds.push({ rule: rule.id, quote: match[0].slice(0, 160) });
    if (finds.length === 3) break;
  }
  return finds;
}

function possible(lower: string, byWord: ReadonlyMap<string, readonly number[]>): number[] {
  const found = new Set<number>();
  for (const [word, rules] of byWord) if (lower.includes(word)) for (const at of rules) found.add(at);
  return [...found].sort((a, b) => a - b);
}
