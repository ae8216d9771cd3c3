import { measureEntropy } from './entropy.ts';
import { keywordFilterOf } from './keyword-filter.ts';
import { isPlaceholder } from './placeholder.ts';
import type { RedactionRules, TokenRule } from './redaction-rules.ts';
import type { SecretSpan } from './secret-span.ts';
import { tokenChecks } from './token-checks.ts';

/** Spans of a text that have the format of some vendor's token. Linear in the text for every rule. */
export function findTokenSecrets(text: string, rules: RedactionRules): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const rule of keywordFilterOf(rules)(text)) findByRule(text, rule, spans);
  return spans;
}

function findByRule(text: string, rule: TokenRule, spans: SecretSpan[]): void {
  for (const match of text.matchAll(rule.expression)) {
    const [from, to] = match.indices?.groups?.secret ?? [match.index, match.index + match[0].length];
    if (isLive(text.slice(from, to), rule)) spans.push({ from, to, rule: rule.id, kind: rule.kind });
  }
}

function isLive(value: string, rule: TokenRule): boolean {
  if (value.includes('[redacted:')) return false;
  if (rule.placeholders && isPlaceholder(value)) return false;
  if (rule.entropy > 0 && measureEntropy(value) < rule.entropy) return false;
  return tokenChecks[rule.check]?.(value) ?? true;
}
