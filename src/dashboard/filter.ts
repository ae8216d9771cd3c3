import type { Facet } from './listing.ts';

/** A filter as it is typed, taken apart: `type:mistake seed script`. */
export interface Filter {
  /** Values by the name before the colon, lower case. */
  readonly facets: ReadonlyMap<string, string>;
  /** All of these must occur, lower case. */
  readonly words: readonly string[];
}

/** Reads a filter; a name before a colon counts only when it is one of `names`. */
export function parseFilter(text: string, names: readonly string[]): Filter {
  const facets = new Map<string, string>();
  const words: string[] = [];
  for (const word of text.toLowerCase().split(/\s+/).filter(Boolean)) {
    const [name = '', ...value] = word.split(':');
    if (names.includes(name) && value.length > 0) facets.set(name, value.join(':'));
    else words.push(word);
  }
  return { facets, words };
}

/** Whether every word occurs in a text that is lower case already. */
export const hasWords = (text: string, { words }: Filter): boolean =>
  words.every((word) => text.includes(word));

/** Whether a value is the one asked for, by its beginning; true where none is asked for. */
export function isFacet({ facets }: Filter, name: string, value: string): boolean {
  const wanted = facets.get(name);
  return wanted === undefined || value.toLowerCase().startsWith(wanted);
}

/** The filter with the next value of a facet; after the last one it has none. */
export function nextFacet(text: string, { name, values }: Facet): string {
  const words = text.split(/\s+/).filter(Boolean);
  const isOwn = (word: string): boolean => word.toLowerCase().startsWith(`${name}:`);
  const current = words.find(isOwn)?.slice(name.length + 1);
  const next = values[current === undefined ? 0 : values.indexOf(current) + 1];
  return [...words.filter((word) => !isOwn(word)), ...(next === undefined ? [] : [`${name}:${next}`])].join(
    ' ',
  );
}
