import porter from 'natural/lib/natural/stemmers/porter_stemmer.js';
import forms from '../../templates/word-forms.yaml';
import { readLines } from './word-lists.ts';

/** Irregular forms to their base: "went" to "go", "indices" to "index". */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  readLines(forms).flatMap(([base = '', ...rest]) => rest.map((form): [string, string] => [form, base])),
);

const CACHE_LIMIT = 50_000;
const cache = new Map<string, string>();

/**
 * The Porter stem of a case-folded Latin word, irregular forms first; anything else comes back as it is.
 * Stems serve scores and retrieval; what may merge is decided on word forms, which is stricter.
 */
export function stemWord(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const base = irregularForms.get(word) ?? word;
  const stem = /^[a-z]{3,40}$/.test(base) ? porter.stem(base) : base;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(word, stem);
  return stem;
}

/**
 * What a case-folded word may be a plural, tense or participle of, itself included: "caching" gives cach and cache,
 * "planned" gives plan, "planes" gives plane. Two words are forms of one another when these meet.
 */
export function baseForms(word: string): ReadonlySet<string> {
  const bases = new Set([word]);
  const irregular = irregularForms.get(word);
  if (irregular !== undefined) bases.add(irregular);
  if (/^[\p{Script=Latin}\p{M}]{4,40}$/u.test(word)) for (const base of regularBases(word)) bases.add(base);
  return bases;
}

const UNINFLECTED = new Set(
  (
    'this thus less news lens bias alias status process access address pass class cross across always perhaps series species ' +
    'something nothing anything everything during morning evening string spring speed indeed exceed proceed succeed need feed seed ' +
    'hundred sacred naked wicked css https dns tls ms os js ts sms gps rss aws kubernetes redis windows rails pandas canvas atlas teams plus sans mais moins dans sous'
  ).split(' '),
);

function regularBases(word: string): string[] {
  if (UNINFLECTED.has(word)) return [];
  if (/(?:ies|ied)$/.test(word)) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (/(?:s|x|z|ch|sh|o)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)];
  if (/[^su]s$/.test(word) || /[^o]us$/.test(word))
    return /(?:ous|is)$/.test(word) ? [] : [word.slice(0, -1)];
  if (/ing$/.test(word)) return unsuffixed(word.slice(0, -3));
  return /[^e]ed$/.test(word) ? unsuffixed(word.slice(0, -2)) : [];
}

/** "stopp" may be stop, "cach" may be cache; a remainder without a vowel ("str") was no stem. */
function unsuffixed(rest: string): string[] {
  if (rest.length < 2 || !/[aeiouy]/.test(rest)) return [];
  const doubled = /([bdfglmnprt])\1$/.test(rest);
  return doubled ? [rest.slice(0, -1), rest] : [rest, `${rest}e`];
}
