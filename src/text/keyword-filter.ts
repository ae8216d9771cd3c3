import type { RedactionRules, TokenRule } from './redaction-rules.ts';

interface Keyword {
  readonly word: string;
  readonly rules: readonly TokenRule[];
}

/** Tells in one pass over a text which rules can match at all. */
export type KeywordFilter = (text: string) => ReadonlySet<TokenRule>;

const filters = new WeakMap<RedactionRules, KeywordFilter>();

/** The filter of a set of rules, built at the first call. */
export function keywordFilterOf(rules: RedactionRules): KeywordFilter {
  const known = filters.get(rules);
  if (known !== undefined) return known;
  const filter = buildFilter(rules);
  filters.set(rules, filter);
  return filter;
}

// One look-up by the first two letters for each place of the text: some 300 searches in one.
const codeAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 255) << 8) | (text.charCodeAt(at + 1) & 255);

function buildFilter(rules: RedactionRules): KeywordFilter {
  const always = rules.tokens.filter((rule) => rule.keywords.length === 0);
  const byStart = groupByStart(rules.tokens);
  return (text) => {
    const lower = text.toLowerCase();
    const possible = new Set(always);
    for (let at = 0; at + 1 < lower.length; at += 1) {
      for (const { word, rules: owners } of byStart[codeAt(lower, at)] ?? []) {
        if (lower.startsWith(word, at)) for (const rule of owners) possible.add(rule);
      }
    }
    return possible;
  };
}

function groupByStart(rules: readonly TokenRule[]): readonly (readonly Keyword[] | undefined)[] {
  const byWord = new Map<string, TokenRule[]>();
  for (const rule of rules) {
    for (const word of rule.keywords) byWord.set(word, [...(byWord.get(word) ?? []), rule]);
  }
  const byStart: (Keyword[] | undefined)[] = new Array(65_536).fill(undefined);
  for (const [word, owners] of byWord) {
    const code = codeAt(word, 0);
    byStart[code] = [...(byStart[code] ?? []), { word, rules: owners }];
  }
  return byStart;
}
