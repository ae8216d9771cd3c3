import { type Dict, isDict } from './json.ts';

/** A value, or what is wrong with the text in words that quote nothing of it. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** Wraps a problem. */
export const problemOf = (problem: string): Parsed<never> => ({ ok: false, problem });

const codeFence = /^```(?:json)?\n([\s\S]*)\n```$/;
const keyToken = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/**
 * Reads a text that is one JSON object and nothing else; a Markdown code fence around the whole is taken off. A key that
 * stands twice makes it ambiguous: JSON.parse would silently take the last.
 */
export function parseStrictObject(text: string, maxLength: number): Parsed<Dict> {
  if (text.length > maxLength) return problemOf(`the answer is longer than ${maxLength} characters`);
  const trimmed = text.trim();
  const body = codeFence.exec(trimmed)?.[1] ?? trimmed;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return problemOf('the answer is not one JSON object with nothing before or after it');
  }
  if (!isDict(value)) return problemOf('the answer is not a JSON object');
  if (countKeys(value) !== countKeyTokens(body)) return problemOf('a key stands twice in one object');
  return { ok: true, value };
}

// A list of what is still to be counted, since a reply may nest deeper than the stack.
function countKeys(value: unknown): number {
  const waiting: unknown[] = [value];
  let count = 0;
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    const inner = Array.isArray(item) ? item : isDict(item) ? Object.values(item) : [];
    if (isDict(item)) count += inner.length;
    for (const one of inner) waiting.push(one);
  }
  return count;
}

const countKeyTokens = (json: string): number =>
  [...json.matchAll(keyToken)].filter(([, colon]) => colon !== undefined).length;
