import { labelOf } from '../domain/injection.ts';

/** How the files of a kind begin and end a comment. */
export type CommentMarks = readonly [open: string, close: string];

const escaped = (text: string): string => text.replace(/[/$()*+.?[\\\]^{|}]/g, '\\$&');

/** A file that hebb writes whole, with a mark over its text as its last line: nobody without the home's secret can write one. */
export const signedFile = (text: string, [open, close]: CommentMarks, secret: string): string =>
  `${text}${open} hebb-file ${labelOf(secret, text)}${close}\n`;

/** Whose a file is: `own` as this home wrote it, `edited` marked by a home but no longer as this one wrote it, or `foreign`. */
export type FileOwner = 'own' | 'edited' | 'foreign';

/** Tells hebb's own file from a person's, also where a person changed it. */
export function ownerOfFile(text: string, [open, close]: CommentMarks, secret: string): FileOwner {
  const line = new RegExp(`^${escaped(open)} hebb-file ([0-9a-f]{16})${escaped(close)}\\r?$`, 'm');
  const found = line.exec(text);
  if (!found) return 'foreign';
  const body = text.slice(0, found.index);
  return text === signedFile(body, [open, close], secret) ? 'own' : 'edited';
}
