/** Thirds of a token by the estimate below; adds up over parts of a text. */
export function tokenThirds(text: string): number {
  let thirds = 0;
  for (const sign of text) thirds += thirdsOf(sign.codePointAt(0) ?? 0);
  return thirds;
}

/**
 * How many tokens a text costs at most: three small Latin letters or blanks make one, any other ASCII character is one, and a
 * character beyond ASCII is one less than its bytes in UTF-8 (ф 1, 漢 2, 😀 3). Measured on 3,740 lines of code, prose, JSON and
 * tokens with two public tokenizers: never more than 1.04 × the estimate, in the middle 0.55 × (docs/injection.md).
 */
export const estimateTokens = (text: string): number => Math.ceil(tokenThirds(text) / 3);

const isSmallOrBlank = (code: number): boolean => code === 0x20 || (code >= 0x61 && code <= 0x7a);

function thirdsOf(code: number): number {
  if (code < 0x80) return isSmallOrBlank(code) ? 1 : 3;
  if (code < 0x800) return 3;
  return code < 0x10000 ? 6 : 9;
}
