import { parse } from 'yaml';

/**
 * YAML as plain values; throws on what is none. A module of its own, because the bundler hands out the package's names only to static
 * imports, and settings load it where there is something to parse.
 */
export const parseYamlText = (text: string): unknown => parse(text);
