/**
 * A print of a text, 16 hex digits: names a file or tells that something changed, never that somebody is who they say. Two lanes of
 * FNV-1a over UTF-16 units, with other starts. For where the library of ciphers would take longer to load than the question.
 */
export function printOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01234567];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x01000193) ^ (a >>> 15);
  }
  return [a, b].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
