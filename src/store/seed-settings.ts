import data from '../../templates/seed-settings.yaml';
import { type Dict, dictAt, isDict, stringAt } from '../domain/json.ts';
import type { UnusedSetting } from '../domain/policy.ts';

/** Makes the error that names a key of the config and what is wrong with it. */
type Refuse = (key: string, problem: string) => Error;

const known: Dict = (isDict(data) && dictAt(data, 'settings')) || {};

/** Groups under which the seed's names may stand. */
const groups = ['workflows', 'skills'] as const;

/** `min_executions` of `minExecutions`. */
const seedName = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Settings in hebb's names, and those that set nothing here. */
export interface Translated {
  readonly dict: Dict;
  readonly unused: readonly UnusedSetting[];
  /** By the name of a setting here, the name that the file has for it. */
  readonly written: ReadonlyMap<string, string>;
}

/**
 * Puts the settings that stand under `workflows:` or `skills:` by a name of the seed system where hebb keeps them. A name that is hebb's own is
 * left alone; null means the default. `defaults`: a value of another kind than the one there is an error, and so is the same thing set twice.
 */
export function translateSeedSettings(dict: Dict, defaults: Dict, refuse: Refuse): Translated {
  const unused: UnusedSetting[] = [];
  const written = new Map<string, string>();
  let result = dict;
  for (const group of groups) {
    const own = dictAt(defaults, group) ?? {};
    for (const [key, value] of Object.entries(dictAt(dict, group) ?? {})) {
      // What stands under hebb's own name is hebb's.
      const entry = Object.hasOwn(own, key) ? undefined : dictAt(known, seedName(key));
      if (!entry) continue;
      const name = `${group}.${key}`;
      const to = stringAt(entry, 'to');
      result = without(result, group, key);
      if (to === undefined) unused.push({ key: name, why: stringAt(entry, 'unused') ?? '' });
      else if (value !== null) {
        result = placed(result, { name, to, value }, { defaults, refuse });
        written.set(to, name);
      }
    }
  }
  return { dict: result, unused, written };
}

const without = (dict: Dict, group: string, key: string): Dict => ({
  ...dict,
  [group]: Object.fromEntries(Object.entries(dictAt(dict, group) ?? {}).filter(([name]) => name !== key)),
});

interface Setting {
  /** As it stands in the file. */
  readonly name: string;
  readonly to: string;
  readonly value: unknown;
}

function placed(
  dict: Dict,
  { name, to, value }: Setting,
  { defaults, refuse }: { readonly defaults: Dict; readonly refuse: Refuse },
): Dict {
  const [group = '', key = ''] = to.split('.');
  const fallback = dictAt(defaults, group)?.[key];
  if (typeof value !== typeof fallback)
    throw refuse(name, `expected ${kindOf(fallback)} as for ${to}, found ${JSON.stringify(value)}`);
  if (dictAt(dict, group)?.[key] !== undefined) throw refuse(name, `it is ${to} here, which is set as well`);
  return { ...dict, [group]: { ...dictAt(dict, group), [key]: value } };
}

const kindOf = (value: unknown): string =>
  typeof value === 'number' ? 'a number' : typeof value === 'boolean' ? 'true or false' : 'a text';
