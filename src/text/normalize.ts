const RAISED: Readonly<Record<string, string>> = Object.fromEntries(
  [...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((sign, digit) => [sign, String(digit)]),
);

/** What is read of one text, in UTF-16 units; the rest is ignored by every reader of this room. */
export const MAX_TEXT = 32_000;

/**
 * NFKC without invisible characters. Powers and vulgar fractions are spelled out first, since NFKC alone
 * would make 10² the same text as 102 and 1½ the same as 11⁄2.
 */
export function composeText(text: string): string {
  if (isPlain(text)) return text;
  return text
    .replace(/\u00ad|\u200b|\u2060|\ufeff|\u200e|\u200f|\ufe0e|\ufe0f/g, '')
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,20}/g, (run) => `^${[...run].map((sign) => RAISED[sign] ?? sign).join('')}`)
    .replace(/[¼-¾⅐-⅞]/g, ' $&')
    .normalize('NFKC')
    .replace(/[^\P{Nd}0-9]/gu, plainDigit);
}

/** ASCII has one form only: most text of a store takes this short way. */
export function isPlain(text: string): boolean {
  return !/[^\x00-\x7f]/.test(text);
}

/** Decimal digits of every script stand in runs of ten from zero to nine, so counting down to the run's start reads one. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

/** Lower case by the simple rules of Unicode case folding that matter: ß is ss, final sigma is sigma. */
export function foldCase(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  return text.toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ').normalize('NFC');
}

/** The form in which two texts are "the same text": NFKC, case folded, white space collapsed and trimmed. */
export function normalizeText(text: string): string {
  return foldCase(composeText(text)).replace(/\s+/g, ' ').trim();
}
