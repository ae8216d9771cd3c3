import { hashOf } from '../domain/identity.ts';

/** Most that a slug may hold. */
const LONGEST = 64;
/** Letters of Latin that do not fall apart into a base letter and a mark. */
const LATIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  å: 'a',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};

/** Names that some system or client keeps for itself as the name of a folder. */
const RESERVED = /^(?:con|prn|aux|nul|(?:com|lpt)\d|synced)$/;

/** Whether a name is one that the standard allows and that hebb writes. */
export const isSkillSlug = (name: string): boolean =>
  name.length <= LONGEST && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);

/**
 * The name of a skill for a label in any language: lower-case Latin letters and digits, joined by hyphens, at most 64. A label that
 * loses letters of another script on the way gets eight digits of its hash, so that it is never empty and seldom another's.
 */
export function skillSlug(label: string): string {
  const folded = label
    .normalize('NFKD')
    .replace(/['’]/g, '')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøåłđðþıħ]/g, (letter) => LATIN[letter] ?? '');
  const isWhole = !/[^\P{L}a-z]|[^\P{N}0-9]/u.test(folded);
  const words = folded.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  if (isWhole && words !== '') return RESERVED.test(words) ? `${words}-skill` : shorten(words, LONGEST);
  const hash = hashOf(label.normalize('NFKC').trim().toLowerCase()).slice(0, 8);
  return `${shorten(words, LONGEST - 9) || 'skill'}-${hash}`;
}

/** Cuts between words where there is a word that fits. */
function shorten(words: string, most: number): string {
  if (words.length <= most) return words;
  const cut = words.slice(0, most + 1).lastIndexOf('-');
  return words.slice(0, cut > 0 ? cut : most);
}
