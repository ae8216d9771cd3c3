/** From here on lie the scripts in which words are not, or not always, set apart: Thai to Chinese, Japanese and Korean. */
const firstDense = 0x0e00;

/** No token begins like this. */
const mark = '\u0001';

const isDense = (sign: string | undefined): sign is string => (sign?.codePointAt(0) ?? 0) >= firstDense;

/**
 * The pairs of letters by which pieces of scripts without spaces are found: each two neighbours of a normalised text, as
 * terms of their own kind. A text in Latin letters has none.
 */
export function gramsOf(folded: string): Set<string> {
  const grams = new Set<string>();
  if (!/[\u0e00-\u{10ffff}]/u.test(folded)) return grams;
  let before: string | undefined;
  for (const sign of folded) {
    if (isDense(before) && isDense(sign)) grams.add(`${mark}${before}${sign}`);
    before = sign;
  }
  return grams;
}
