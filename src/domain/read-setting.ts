import type { Dict } from './json.ts';

/** Makes the error that names a key of a group of settings and what is wrong with it. */
export type Refuse = (key: string, problem: string) => Error;

/** A number of 0 or more; undefined where none is set. */
export function numberOf(dict: Dict, key: string, refuse: Refuse): number | undefined {
  const value = dict[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  throw refuse(key, `expected a number, found ${JSON.stringify(value)}`);
}

/** A number above 0, by default the fallback. */
export function positiveOf(dict: Dict, [key, fallback]: readonly [string, number], refuse: Refuse): number {
  const value = numberOf(dict, key, refuse) ?? fallback;
  if (value > 0) return value;
  throw refuse(key, 'expected a number above 0');
}

/** A text that must be there. */
export function textOf(dict: Dict, key: string, refuse: Refuse): string {
  const value = dict[key];
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw refuse(key, 'expected a text');
}

/** The name of an environment variable; undefined where none is set. A key pasted here is not repeated in the message. */
export function variableOf(dict: Dict, key: string, refuse: Refuse): string | undefined {
  if (dict[key] === undefined || dict[key] === null) return undefined;
  const name = textOf(dict, key, refuse);
  if (/^[A-Z_][A-Z0-9_]{0,60}$/.test(name)) return name;
  throw refuse(key, 'expected the name of an environment variable in capitals, never the key itself');
}

const word = /"([^"]*)"|'([^']*)'|(\S+)/g;

/** The words of a command line: split at blanks, with quotes around what holds blanks. No shell ever reads it. */
export const parseArgv = (line: string): string[] =>
  [...line.matchAll(word)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');

/** A program with arguments: a list as it is, a text split into its words. */
export function argvOf(dict: Dict, [key, example]: readonly [string, string], refuse: Refuse): string[] {
  const value = dict[key];
  const words: unknown[] = typeof value === 'string' ? parseArgv(value) : Array.isArray(value) ? value : [];
  const argv = words.filter((one) => typeof one === 'string').filter((one) => !one.includes('\0'));
  if (argv.length === words.length && argv[0]) return argv;
  throw refuse(key, `expected a program with its arguments, for example ${example}`);
}

const local = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** An address without a slash at the end: https, or http on this machine. */
export function addressOf(value: unknown, key: string, refuse: Refuse): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (!url) throw refuse(key, 'expected an address such as https://api.example.com/v1');
  if (url.username || url.password || url.search || url.hash)
    throw refuse(key, 'expected an address without name, password, query or fragment');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local.test(url.hostname)))
    throw refuse(
      key,
      'expected https; http only to this machine, since memories and the key would be readable on the way',
    );
  return url.href.replace(/\/+$/, '');
}
