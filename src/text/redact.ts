import { findAssignedSecrets } from './find-assigned-secrets.ts';
import { findPrivateKeys } from './find-private-keys.ts';
import { findTokenSecrets } from './find-token-secrets.ts';
import { keepJson } from './keep-json.ts';
import { type Reading, readDecoded, readJoined, readPlain } from './readings.ts';
import { redactionRules } from './redaction-rules.ts';
import { mergeSpans, type SecretSpan } from './secret-span.ts';

/** What one rule masked in a text. */
export interface Found {
  readonly rule: string;
  readonly kind: string;
  readonly count: number;
}

/** A text without its secrets, and what was masked in it. */
export interface Redacted {
  readonly text: string;
  readonly found: readonly Found[];
}

// A mask can be the context of a further find; each round masks more, so that this many is far more than enough.
const rounds = 16;
const longestMask = 60;
const mask = /\[redacted:[a-z0-9-]{1,40}\]/g;

/**
 * Masks every secret of a text by its kind, `[redacted:github-token]`. Never throws; a text without secrets comes
 * back as it is; masking twice is masking once.
 */
export function redact(text: string): Redacted {
  const counts = new Map<string, Found>();
  let current = text;
  for (let round = 0; round < rounds; round += 1) {
    const spans = findSecrets(current);
    if (spans.length === 0) break;
    for (const span of spans) count(counts, span);
    current = maskSpans(current, spans);
  }
  return { text: current, found: [...counts.values()] };
}

/** True when redaction would mask anything. */
export const hasSecret = (text: string): boolean => findSecrets(text).length > 0;

function count(counts: Map<string, Found>, { rule, kind }: SecretSpan): void {
  counts.set(rule, { rule, kind, count: (counts.get(rule)?.count ?? 0) + 1 });
}

function maskSpans(text: string, spans: readonly SecretSpan[]): string {
  const parts: string[] = [];
  let last = 0;
  for (const { from, to, kind } of spans) {
    parts.push(text.slice(last, from), `[redacted:${kind}]`);
    last = to;
  }
  return parts.join('') + text.slice(last);
}

function findSecrets(text: string): SecretSpan[] {
  const plain = readPlain(text);
  const decoded = readDecoded(plain);
  const joined = readJoined(decoded);
  const spans = [
    ...(decoded === plain ? [] : findTokens(plain)),
    ...findTokens(decoded),
    ...findNamed(decoded),
  ];
  if (joined !== decoded) spans.push(...findTokens(joined), ...findNamed(joined));
  return keepJson(text, mergeSpans(withoutMasks(text, spans)));
}

function findTokens(reading: Reading): SecretSpan[] {
  return [...findTokenSecrets(reading.text, redactionRules), ...findPrivateKeys(reading.text)].map((span) =>
    place(reading, span),
  );
}

function findNamed(reading: Reading): SecretSpan[] {
  return findAssignedSecrets(reading.text, redactionRules).map((span) => place(reading, span));
}

const place = (reading: Reading, span: SecretSpan): SecretSpan => ({
  ...span,
  from: reading.start(span.from),
  to: reading.end(span.to),
});

// What is masked stays as it is: a find that touches a mask is none.
function withoutMasks(text: string, spans: readonly SecretSpan[]): SecretSpan[] {
  if (!text.includes('[redacted:')) return [...spans];
  return spans.filter((span) => !touchesMask(text, span));
}

function touchesMask(text: string, { from, to }: SecretSpan): boolean {
  const start = Math.max(0, from - longestMask);
  for (const match of text.slice(start, to + longestMask).matchAll(mask)) {
    const at = start + match.index;
    if (at < to && at + match[0].length > from) return true;
  }
  return false;
}
