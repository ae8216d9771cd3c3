import type { SecretSpan } from './secret-span.ts';

const header = /-----BEGIN[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/g;
const footer = /-----END[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/g;
const keyLine =
  /^[\s"'+,>|#*\\-]{0,60}(?:[A-Za-z0-9+/=]{16,10000}|[A-Za-z]{0,15}[0-9+/=][A-Za-z0-9+/=]{0,15}|(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): [^"'\n]{1,120})?[\s"',;+\\]{0,20}$/;
const longest = 20_000;

/** PEM and OpenPGP private keys, whole or cut at either end. A header without a body is no secret. */
export function findPrivateKeys(text: string): SecretSpan[] {
  if (!text.includes('PRIVATE KEY')) return [];
  const spans: SecretSpan[] = [];
  let done = 0;
  for (const match of text.matchAll(header)) {
    const body = match.index + match[0].length;
    const to = findEnd(text, body);
    if (hasBody(text.slice(body, to))) spans.push(spanOf(match.index, to));
    done = Math.max(done, to);
  }
  return [...spans, ...findTails(text)];
}

const spanOf = (from: number, to: number): SecretSpan => ({
  from,
  to,
  rule: 'private-key',
  kind: 'private-key',
});

const hasBody = (body: string): boolean => /[A-Za-z0-9+/=]{24}/.test(body.replace(/\s/g, ''));

function findEnd(text: string, body: number): number {
  const dashes = text.indexOf('-----', body);
  if (dashes >= 0 && dashes - body < longest && text.startsWith('-----END', dashes)) {
    const close = text.indexOf('-----', dashes + 8);
    if (close >= 0 && close - dashes < 100) return close + 5;
  }
  const rest = text.slice(body, body + longest);
  // Quotes and commas behind the last line belong to the text around the key.
  return body + rest.slice(0, measureLines(rest.split('\n'))).replace(/[\s"',;+\\]{1,40}$/, '').length;
}

// A key that was cut off ends where the lines stop being base64 or key headers.
function measureLines(lines: readonly string[]): number {
  let length = 0;
  for (const [index, line] of lines.entries()) {
    const rest = index === 0 ? (line.match(/^[\sA-Za-z0-9+/=]{0,10000}/)?.[0] ?? '') : line;
    if (index > 0 && !keyLine.test(line)) return Math.max(0, length - 1) + measureStart(line);
    length += rest.length + 1;
    if (index === 0 && rest.length < line.length) return rest.length;
  }
  return length - 1;
}

// The last line may go on with a closing quote or an ellipsis.
function measureStart(line: string): number {
  const start = line.match(/^[ \t]{0,40}[A-Za-z0-9+/=]{16,10000}(?![A-Za-z0-9+/=])/)?.[0];
  return start === undefined ? 0 : start.length + 1;
}

function findTails(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const match of text.matchAll(footer)) {
    const before = text.slice(Math.max(0, match.index - longest), match.index);
    const opened = before.lastIndexOf('-----BEGIN');
    if (opened >= 0 && !before.slice(opened + 10).includes('-----END')) continue;
    const body = measureLines(before.split('\n').reverse());
    if (body > 24)
      spans.push(spanOf(match.index - Math.min(body, before.length), match.index + match[0].length));
  }
  return spans;
}
