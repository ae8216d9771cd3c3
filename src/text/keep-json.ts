import type { SecretSpan } from './secret-span.ts';

/**
 * Finds fitted to a text that looks like JSON, so that masking leaves it parseable: one that would swallow the end of
 * a string is cut back to the quote, and a number stays a number. Other text passes as it is.
 */
export function keepJson(text: string, spans: readonly SecretSpan[]): SecretSpan[] {
  if (spans.length === 0 || !/^\s{0,100}[{["]/.test(text)) return [...spans];
  return spans
    .map((span) => cutAtQuote(text, span))
    .filter((span) => span.to > span.from && !isLiteral(text, span));
}

function cutAtQuote(text: string, span: SecretSpan): SecretSpan {
  const inside = text.slice(span.from, span.to);
  if (span.kind === 'private-key' && isListOfLines(inside, text.slice(span.to, span.to + 200))) return span;
  const quote = [...inside.matchAll(/\\[\s\S]|"/g)].find((match) => match[0] === '"');
  const kept = inside.slice(0, quote?.index).replace(/\\{1,80}$/, '');
  return { ...span, to: span.from + kept.length };
}

// A key may be written as a list of strings: all of them go, as long as both ends of the find lie within one.
const isListOfLines = (inside: string, after: string): boolean =>
  !/\\$/.test(inside) &&
  !/(?<!\\)"/.test(inside.replace(/"\s{0,80},\s{0,80}"/g, '')) &&
  !/^[^"]{0,180}"\s{0,20}:/.test(after);

const isLiteral = (text: string, { from, to }: SecretSpan): boolean =>
  /"\s{0,20}:\s{0,20}$/.test(text.slice(Math.max(0, from - 42), from)) &&
  /^(?:-?\d[\d.eE+-]{0,40}|true|false|null|[[{].{0,4000})(?:[,}\]]|$)/.test(text.slice(from, to));
