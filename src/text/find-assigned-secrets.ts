import { isSecretValue } from './judge-value.ts';
import type { NamedValue } from './named-value.ts';
import { readTie } from './read-tie.ts';
import { readValue } from './read-value.ts';
import type { RedactionRules } from './redaction-rules.ts';
import { findSecretNames, type SecretName } from './secret-names.ts';
import type { SecretSpan } from './secret-span.ts';

const jsonLiteral = /^(?:-?\d[\d.eE+-]{0,40}|true|false|null|[[{].{0,4000})?(?:[,}\]]|$)/;
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
