/** Cuts a text to at most `length` characters, marked by `…`; never through a surrogate pair. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
