/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An object as it comes from a parser: nothing is known of its values yet. */
export type Dict = Readonly<Record<string, unknown>>;

/** True for a plain JSON object (not null, not an array). */
export const isDict = (value: unknown): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; undefined where it is none: no JSON text has that value. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object of a JSON text; undefined where it is another value, or no JSON. */
export function parseDict(text: string): Dict | undefined {
  const value = parseJson(text);
  return isDict(value) ? value : undefined;
}

/** The string under a key, if there is one. */
export function stringAt(dict: Dict, key: string): string | undefined {
  const value = dict[key];
  return typeof value === 'string' ? value : undefined;
}

/** The finite number under a key, if there is one. */
export function numberAt(dict: Dict, key: string): number | undefined {
  const value = dict[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The boolean under a key, if there is one. */
export function booleanAt(dict: Dict, key: string): boolean | undefined {
  const value = dict[key];
  return typeof value === 'boolean' ? value : undefined;
}

/** The object under a key, if there is one. */
export function dictAt(dict: Dict, key: string): Dict | undefined {
  const value = dict[key];
  return isDict(value) ? value : undefined;
}

/** The items under a key that are objects; none when it is not an array. */
export function dictsAt(dict: Dict, key: string): Dict[] {
  const value = dict[key];
  return Array.isArray(value) ? value.filter(isDict) : [];
}

/** The items under a key that are strings; none when it is not an array. */
export function stringsAt(dict: Dict, key: string): string[] {
  const value = dict[key];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Copies an object without the keys whose value is undefined, so that optional fields stay absent. */
export function compact<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as never;
}

/**
 * A record as the JSON value that it is: the same object under a wider type (interfaces have no index signature).
 * Optional keys of the record must be absent, not undefined.
 */
export const toJson = (record: object): Json => record as Json;

/** A value's text with the keys of its objects in order: equal for equal values, whoever wrote them. */
export function sortedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join(',')}]`;
  if (!isDict(value)) return JSON.stringify(value) ?? 'null';
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sortedText(value[key])}`).join(',')}}`;
}
