import { isDict, type Json } from '../domain/json.ts';
import type { Memory } from '../domain/memory.ts';
import { targetOf } from '../domain/state.ts';
import { evidenceIds } from './evidence.ts';
import { slugOf } from './find-memories.ts';

/** Where memories of a type are promoted to. */
const sections: ReadonlyMap<string, string> = new Map([
  ['pattern', 'stablePatterns'],
  ['preference', 'preferences'],
  ['belief', 'beliefs'],
]);

/** Whether the automatic policy may promote memories of this type. */
export const isPromotableType = (entityType: string): boolean => sections.has(entityType);

/** A name without its type as a key: `pattern:use-early-returns` is `useEarlyReturns`; letters of any script stay. */
export function coreKeyOf(name: string): string {
  const words = slugOf(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map((word, index) => (index === 0 ? lowerFirst(word) : upperFirst(word))).join('') || name;
}

const lowerFirst = (word: string): string =>
  word === word.toUpperCase() ? word.toLowerCase() : recase(word, 'lower');
const upperFirst = (word: string): string => recase(word, 'upper');

function recase(word: string, to: 'lower' | 'upper'): string {
  const [first = '', ...rest] = word;
  return (to === 'lower' ? first.toLowerCase() : first.toUpperCase()) + rest.join('');
}

/** Target of a promotion, for example `core/preferences/indent`; what has no section of its own goes to stablePatterns. */
export const coreTargetOf = ({ entityType, name }: Pick<Memory, 'entityType' | 'name'>): string =>
  targetOf('core', `${sections.get(entityType) ?? 'stablePatterns'}/${coreKeyOf(name)}`);

/** What core memory says of a promoted memory: its summary; a belief with the evidence that it was formed from. */
export const coreValueOf = ({ entityType, summary, provenance, discoveredAt }: Memory): Json =>
  entityType === 'belief'
    ? { statement: summary, formedAt: discoveredAt, evidence: evidenceIds(provenance) }
    : summary;

/** Whether an entry still says what its memory put there; evidence that came later does not matter. */
export const isOwnEntry = (entry: Json, { summary }: Pick<Memory, 'summary'>): boolean =>
  entry === summary || (isDict(entry) && entry.statement === summary);
