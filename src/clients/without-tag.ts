/** Takes every `<tag …>…</tag>` out; one that never closes is taken out to the end. */
export function withoutTag(text: string, tag: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let start = openingOf(text, tag, 0); start >= 0; start = openingOf(text, tag, at)) {
    kept.push(text.slice(at, start));
    const close = text.indexOf(`</${tag}>`, start);
    at = close < 0 ? text.length : close + tag.length + 3;
  }
  return kept.join('') + text.slice(at);
}

/** Where the next tag opens: its name, then a blank or the end of the tag. */
function openingOf(text: string, tag: string, from: number): number {
  for (let at = text.indexOf(`<${tag}`, from); at >= 0; at = text.indexOf(`<${tag}`, at + 1))
    if (/[\s>]/.test(text[at + tag.length + 1] ?? '')) return at;
  return -1;
}
