import { areSame, type Item, readPair } from './meaning.ts';
import { normalizeText } from './normalize.ts';
import { areOpposites, isNegation } from './polarity.ts';
import { defaultLexicon, type Lexicon } from './synonyms.ts';
import { settleOrder } from './word-order.ts';

/** Why a pair may not be merged without a person: the kind of difference, and the words that make it. */
export interface Difference {
  readonly mergeable: false;
  readonly reason: 'polarity' | 'number' | 'path' | 'identifier' | 'word' | 'order' | 'empty';
  readonly left: readonly string[];
  readonly right: readonly string[];
}

export type Mergeability = { readonly mergeable: true } | Difference;

/**
 * May two texts be taken for one another whatever their score? Only when all that differs is case, punctuation, Unicode
 * form, small words, word forms, free order or listed synonyms. Symmetric. Anything it cannot tell is a difference.
 */
export function mergeable(a: string, b: string, lexicon: Lexicon = defaultLexicon): Mergeability {
  const [left, right] = readPair(a, b, lexicon).map(settleOrder);
  if (left === undefined || right === undefined || left.length + right.length === 0) {
    return normalizeText(a) === normalizeText(b) ? { mergeable: true } : difference('empty', [], []);
  }
  if (left.length === right.length && left.every((item, at) => areSame(item, right[at] ?? item)))
    return { mergeable: true };
  return explain(left, right);
}

const differing: Readonly<Record<Exclude<Difference['reason'], 'order' | 'empty'>, string>> = {
  polarity: 'one says do, the other do not',
  number: 'other numbers',
  path: 'other paths',
  identifier: 'other names',
  word: 'other words',
};

/** Words of one side without the marks that stand for grammar. */
const saidBy = (side: readonly string[]): string =>
  side.filter((word) => !word.startsWith('#')).join(' ') || 'nothing';

/** Why not, for people: `other numbers: 30 against 60`. */
export function describeDifference({ reason, left, right }: Difference): string {
  if (reason === 'order') return 'the words stand in another order';
  if (reason === 'empty') return 'one of them says nothing';
  return `${differing[reason]}: ${saidBy(left)} against ${saidBy(right)}`;
}

function explain(left: readonly Item[], right: readonly Item[]): Difference {
  const alone = [...right];
  const onlyLeft = left.filter((item) => {
    const at = alone.findIndex((other) => areSame(item, other));
    if (at >= 0) alone.splice(at, 1);
    return at < 0;
  });
  return difference(kindOfDifference(onlyLeft, alone), onlyLeft, alone);
}

function kindOfDifference(left: readonly Item[], right: readonly Item[]): Difference['reason'] {
  const all = [...left, ...right];
  if (all.length === 0) return 'order';
  if (all.some(({ folded }) => isNegation(folded))) return 'polarity';
  if (left.some((a) => right.some((b) => areOpposites(a.folded, b.folded)))) return 'polarity';
  if (all.some(({ kind }) => kind === 'number')) return 'number';
  if (all.some(({ kind }) => kind === 'path')) return 'path';
  return all.some((item) => item.cased || /\p{Ll}\p{Lu}|[_.\d]/u.test(item.surface)) ? 'identifier' : 'word';
}

function difference(reason: Difference['reason'], left: readonly Item[], right: readonly Item[]): Difference {
  return {
    mergeable: false,
    reason,
    left: left.map(({ surface }) => surface),
    right: right.map(({ surface }) => surface),
  };
}
