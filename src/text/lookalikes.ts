import data from '../../templates/lookalikes.yaml';
import { tombstoneKey } from '../domain/identity.ts';
import type { Owned } from '../domain/memory.ts';
import { composeText, normalizeText } from './normalize.ts';
import { readLines } from './word-lists.ts';

const latin: ReadonlyMap<string, string> = new Map(
  readLines(data).flatMap(([letter = '', ...others]) => others.map((other) => [other, letter] as const)),
);
/** Everything that shows nothing: joiners, direction marks, tags, fillers, variation selectors. */
const INVISIBLE = /\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0|[\ufe00-\ufe0f]/gu;
/** Accents tell words apart in scripts of other families, so only these lose them. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}{1,20}/gu;
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′ʼ`´]/gu, "'"],
  [/[“”„‟″«»]/gu, '"'],
  [/[‐‑‒–—―−]/gu, '-'],
  [/…/gu, '...'],
];

/**
 * A text as the eye takes it: Latin for the Cyrillic, Greek, Armenian, Cherokee and Lisu letters that pass for it, no
 * accents on these, nothing invisible, one kind of quote and dash. Different words may become one; it serves to
 * recognise what was forgotten, where that errs on the side of staying forgotten.
 */
export function foldLookalikes(text: string): string {
  const visible = composeText(text.replace(INVISIBLE, '')).normalize('NFD').replace(ACCENTED, '$1');
  const signs = SIGNS.reduce((folded, [look, sign]) => folded.replace(look, sign), visible);
  return normalizeText(Array.from(signs, (letter) => latin.get(letter) ?? letter).join(''));
}

/** What a tombstone is a key of: a fact with its owner. */
export interface Fact extends Owned {
  readonly entityType: string;
  readonly summary: string;
}

/** Key of the tombstone of a fact, the same for every spelling that looks the same: the only way to make one. */
export const factKey = ({ entityType, scope, project, user, summary }: Fact): string =>
  tombstoneKey({ entityType, scope, project, user, text: foldLookalikes(summary) });
