import { isDict, type Json } from '../domain/json.ts';
import type { Memory } from '../domain/memory.ts';
import { type CoreMemory, targetOf } from '../domain/state.ts';
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

/** One entry of core memory as text, to compare candidates with. */
export interface CoreText {
  /** Target, for example `core/preferences/indent`. */
  readonly id: string;
  readonly text: string;
}

/** What core memory says, entry by entry. A text without white space is read together with its key. */
export const coreTexts = (core: CoreMemory): CoreText[] =>
  [...sections.values()].flatMap((section) =>
    Object.entries(core[section] ?? {}).map(([key, value]) => ({
      id: targetOf('core', `${section}/${key}`),
      text: textOf(key, value),
    })),
  );

function textOf(key: string, value: Json): string {
  const said = textsIn(value).join(' ');
  return /\s/.test(said) ? said : `${key.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')} ${said}`.trim();
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'evidence' || key === 'formedAt' ? [] : textsIn(item),
  );
}
