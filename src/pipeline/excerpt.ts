import { excerptLength } from '../domain/event.ts';
import { redact } from '../text/redact.ts';

/** What is redacted of one text, in UTF-16 units: far more than is ever kept of it. */
const MAX_READ = 32_000;

/** Cuts a text to at most `length` characters, marked by `…`; never through a surrogate pair. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A text without its secrets, read to at most 32,000 characters. */
export const redacted = (text: string): string => redact(text.slice(0, MAX_READ)).text;

/** What may be kept of a text: redacted, then cut. */
export const excerpt = (text: string, length: number = excerptLength): string =>
  cut(redacted(text).trim(), length);

/** The same on one line. */
export const excerptLine = (text: string, length: number = excerptLength): string =>
  cut(redacted(text).replace(/\s+/g, ' ').trim(), length);
