/** Letters that move the cursor, or the reading direction, of whoever prints them. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** A text that can only be read: what a terminal would take for a command becomes a space. */
export const readable = (text: string): string => text.replace(unprintable, ' ');

const plain = /^[\x20-\x7e\n\t]*$/;

/** The same for a text of several lines: where these end, and tabs, stay. */
export const readableLines = (text: string): string =>
  plain.test(text)
    ? text
    : text.replace(unprintable, (sign) => (sign === '\n' || sign === '\t' ? sign : ' '));
