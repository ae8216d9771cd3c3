/** Buckets that the features of a text are hashed into; the weights of the linear model have one each. */
export const BUCKETS = 65_536;

const mostWords = 600;
const longestWord = 24;
const TOKEN = /[\p{L}\p{N}_]{1,200}|[^\s\p{L}\p{N}_]/gu;

/** FNV-1a over UTF-16 units: the same on every machine. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return (Math.imul(hash, 0x2c1b3c6d) >>> 0) % BUCKETS;
}

/**
 * The features of a reading as distinct buckets: runs of one to three words, pairs with one word skipped, and four or
 * five letters within a word. The first 600 words count.
 */
export function featuresOf(reading: string): ReadonlySet<number> {
  const words = (reading.match(TOKEN) ?? []).slice(0, mostWords).map((word) => word.slice(0, longestWord));
  const found = new Set<number>();
  for (const [at, word] of words.entries()) {
    const [next, third] = [words[at + 1], words[at + 2]];
    found.add(hashText(`1 ${word}`));
    if (next !== undefined) found.add(hashText(`2 ${word} ${next}`));
    if (third !== undefined) {
      found.add(hashText(`3 ${word} ${next} ${third}`));
      found.add(hashText(`s ${word} ${third}`));
    }
    addLetters(found, `<${word}>`);
  }
  return found;
}

function addLetters(found: Set<number>, word: string): void {
  for (let at = 0; at + 4 <= word.length; at += 1) {
    found.add(hashText(`c ${word.slice(at, at + 4)}`));
    if (at + 5 <= word.length) found.add(hashText(`c ${word.slice(at, at + 5)}`));
  }
}
