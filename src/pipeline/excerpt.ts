import { excerptLength } from '../domain/event.ts';
import { cut } from '../text/cut.ts';
import { redact } from '../text/redact.ts';

/** What is redacted of one text, in UTF-16 units: far more than is ever kept of it. */
const MAX_READ = 32_000;

/** A text without its secrets, read to at most 32,000 characters. */
export const redacted = (text: string): string => redact(text.slice(0, MAX_READ)).text;

/** What may be kept of a text: redacted, then cut. */
export const excerpt = (text: string, length: number = excerptLength): string =>
  cut(redacted(text).trim(), length);

/** The same on one line. */
export const excerptLine = (text: string, length: number = excerptLength): string =>
  cut(redacted(text).replace(/\s+/g, ' ').trim(), length);
