/** Characters of an error text that are kept: its beginning names the error, its end the cause. */
const keep = 4000;

/** Cuts a long text in the middle. */
export function cutMiddle(text: string): string {
  if (text.length <= keep) return text;
  return `${text.slice(0, keep / 2)}\n[…]\n${text.slice(-keep / 2)}`;
}
