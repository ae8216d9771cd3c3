/**
 * Shannon entropy of the characters of a text, in bits per character: -sum(p log2 p). Empty text has 0.
 * Counted by the low byte of each UTF-16 unit, which is exact for Latin text and fast for all.
 */
export function measureEntropy(text: string): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < text.length; at += 1) {
    const low = text.charCodeAt(at) & 255;
    counts[low] = (counts[low] ?? 0) + 1;
  }
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const separators = /[-_./:,@+ ]+/;
const word = /^(?:[A-Z]{1,20}|[A-Z]?[a-z]{1,24}(?:[A-Z][a-z]{1,24}){0,8})s?$/;
const numberOrVersion = /^v?\d{1,12}(?:rc|beta|alpha)?\d{0,4}$/i;
const wordWithNumber = /^[A-Z]?[a-z]{2,24}(?:[A-Z][a-z]{2,24}){0,8}\d{1,4}$|^[A-Z]{2,12}\d{1,4}$/;

/** True for what people name things: words, numbers and words that end in a number (`us-east-1`, `myBox2`). */
export function isWordLike(value: string): boolean {
  const pieces = value.split(separators).filter((piece) => piece !== '');
  return pieces.every(
    (piece) => word.test(piece) || numberOrVersion.test(piece) || wordWithNumber.test(piece),
  );
}

/** True when letters and digits are mixed as a generator mixes them: not a word, a date, a version or a name. */
export function looksRandom(value: string): boolean {
  if (!/[A-Za-z]/.test(value) || isWordLike(value)) return false;
  if (/\d/.test(value)) return measureEntropy(value) >= (value.length < 16 ? 2.4 : 2.8);
  return value.length >= 16 && looksScrambled(value);
}

// Without a digit only the order of the letters can tell: long consonant runs, or a case that jumps about.
function looksScrambled(value: string): boolean {
  const letters = value.replace(/[^A-Za-z]/g, '');
  const vowels = letters.replace(/[^aeiouyAEIOUY]/g, '').length;
  const jumps = letters.match(/[a-z][A-Z]|[A-Z]{2}[a-z]/g)?.length ?? 0;
  const knots = letters.match(/[bcdfghjklmnpqrstvwxz]{5,}/gi)?.length ?? 0;
  if (measureEntropy(value) < 3.2) return false;
  return knots > 0 || jumps > letters.length / 5 || vowels < letters.length / 5;
}
