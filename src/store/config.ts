import { fail } from '../domain/failure.ts';
import { type Dict, dictAt, isDict, stringAt, stringsAt } from '../domain/json.ts';
import { type ModelSettings, parseModelSettings } from '../domain/model-settings.ts';
import {
  defaultPolicy,
  type Policy,
  type SkillActivation,
  type SkillExport,
  type SkillRole,
  type UnusedSetting,
} from '../domain/policy.ts';
import { argvOf } from '../domain/read-setting.ts';
import type { Paths } from './paths.ts';
import { readIfThere } from './reading.ts';
import type { Translated } from './seed-settings.ts';

/** Everything a person can set, after defaults. */
export interface Settings {
  readonly policy: Policy;
  readonly exclude: { readonly paths: readonly string[]; readonly projects: readonly string[] };
  /** Globs of notes in a project; none means the usual names. */
  readonly notes: readonly string[];
  /** Paths of projects named in the config, by the name used there. */
  readonly projects: Readonly<Record<string, { readonly path?: string }>>;
  readonly synonyms: readonly (readonly string[])[];
  /** Named only here: no repository can name a program or an address. */
  readonly models: ModelSettings;
  /** What is set and sets nothing here. */
  readonly unused: readonly UnusedSetting[];
}

const otherKeys = ['exclude', 'sources', 'projects', 'synonyms', 'models'];

/** Where a setting stands, for the message that names it. */
export interface SettingOrigin {
  readonly file: string;
  /** Text of the file, to tell the line. */
  readonly text?: string;
  readonly hint: string;
  /** How settings are called in the file, where it says it otherwise. */
  readonly written?: ReadonlyMap<string, string>;
}

const wrong = (origin: SettingOrigin, key: string, problem: string): Error => {
  const name = origin.written?.get(key) ?? key;
  const line = origin.text === undefined ? undefined : lineOfKey(origin.text, name);
  const place = line === undefined ? origin.file : `${origin.file}:${line}`;
  return fail('config.invalid', `${place}: ${name}: ${problem}`, origin.hint);
};

/** The 1-based line on which a dotted key stands: each part is looked for after the one before. */
function lineOfKey(text: string, key: string): number | undefined {
  let line = -1;
  const lines = text.split('\n').map((row) => row.trim());
  for (const part of key.split('.'))
    line = lines.findIndex((row, at) => at > line && row.startsWith(`${part}:`));
  return line < 0 ? undefined : line + 1;
}

/** Settings that are one of a few words. */
const choices: Readonly<Record<string, readonly string[]>> = {
  'skills.activation': ['auto', 'human'] satisfies SkillActivation[],
  'skills.export': ['auto', 'manual'] satisfies SkillExport[],
  'skills.role': ['user', 'developer'] satisfies SkillRole[],
};

/** Settings that are any text. */
const freeTexts: ReadonlySet<string> = new Set(['workflows.outcomeCommand']);

/** Lays numbers, switches and words from a person over the defaults. An unknown key or another kind of value is an error that names it. */
function layOver<T extends object>(base: T, over: Dict, origin: SettingOrigin, path: string): T {
  const result: Record<string, unknown> = Object.fromEntries(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    const known: unknown = result[key];
    const at = path ? `${path}.${key}` : key;
    if (isDict(known) && isDict(value)) result[key] = layOver(known, value, origin, at);
    else if (
      typeof value === 'number' &&
      Number.isFinite(value) &&
      (typeof known === 'number' || path.endsWith('decayRates'))
    )
      result[key] = value;
    else if (typeof value === 'boolean' && typeof known === 'boolean') result[key] = value;
    else if (typeof value === 'string' && (choices[at]?.includes(value) || freeTexts.has(at)))
      result[key] = value;
    else if (known === undefined)
      throw wrong(origin, at, `no such setting; known here: ${Object.keys(base).join(', ')}`);
    else throw wrong(origin, at, `expected ${expectedFor(known, at)}, found ${JSON.stringify(value)}`);
  }
  return result as T;
}

function expectedFor(known: unknown, at: string): string {
  const words = choices[at];
  if (words) return words.join(' or ');
  if (isDict(known)) return 'a group of settings';
  if (typeof known === 'boolean') return 'true or false';
  return typeof known === 'string' ? 'a text' : 'a number';
}

/** The seed's names in core memory's `memoryConfig`, and where they lie in the policy. */
const seedNames: Readonly<Record<string, (policy: Policy, value: number) => Policy>> = {
  relevanceThreshold: (policy, threshold) => ({ ...policy, relevance: { ...policy.relevance, threshold } }),
  decayThresholdDays: (policy, staleAfterDays) => ({
    ...policy,
    forget: { ...policy.forget, staleAfterDays },
  }),
  minUsesToRetain: (policy, minUses) => ({ ...policy, forget: { ...policy.forget, minUses } }),
};

/** Core memory's own settings over the config's. */
export function withMemoryConfig(policy: Policy, config: Dict | undefined, file: string): Policy {
  const origin = { file: `${file}: memoryConfig`, hint: 'correct or remove the key in core-memory.json' };
  const result = Object.entries(config ?? {}).reduce((laid, [key, value]) => {
    const seed = seedNames[key];
    if (seed && typeof value === 'number') return seed(laid, value);
    return layOver(laid, { [key]: value }, origin, '');
  }, policy);
  if (result.workflows.outcomeCommand !== policy.workflows.outcomeCommand)
    throw wrong(origin, 'workflows.outcomeCommand', 'a program is named in config.yaml only');
  return checked(result, origin);
}

/** Refuses what must not be set together, and a program that is none. */
function checked(policy: Policy, origin: SettingOrigin): Policy {
  const { role, requireShadow } = policy.skills;
  if (role === 'developer' && !requireShadow)
    throw wrong(
      origin,
      'skills.role',
      'developer needs skills.requireShadow: true; a skill that nobody has tried and reviewed speaks with the weight of the user',
    );
  if (policy.workflows.outcomeCommand !== '')
    argvOf({ ...policy.workflows }, ['outcomeCommand', 'my-evaluator --json'], (key, problem) =>
      wrong(origin, `workflows.${key}`, problem),
    );
  return policy;
}

/** Settings by the names of the seed system, which few use: their table is loaded only where there are settings. */
async function translated(dict: Dict, origin: SettingOrigin): Promise<Translated> {
  if (!isDict(dict.workflows) && !isDict(dict.skills)) return { dict, unused: [], written: new Map() };
  const { translateSeedSettings } = await import('./seed-settings.ts');
  return translateSeedSettings(dict, { ...defaultPolicy }, (key, problem) => wrong(origin, key, problem));
}

function parseYaml(parse: (text: string) => unknown, text: string, file: string): Dict {
  const hint = `correct ${file}, or move it away: hebb then uses its defaults`;
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    const [problem = 'not YAML'] = (error instanceof Error ? error.message : 'not YAML').split('\n');
    throw fail('config.invalid', `${file}: ${problem.replace(/:$/, '')}`, hint);
  }
  if (value === null || value === undefined) return {};
  if (!isDict(value))
    throw fail('config.invalid', `${file}: line 1: expected settings, one "key: value" a line`, hint);
  return value;
}

function projectsIn(dict: Dict): Settings['projects'] {
  return Object.fromEntries(
    Object.entries(dictAt(dict, 'projects') ?? {}).map(([name, value]) => {
      const path = isDict(value) ? stringAt(value, 'path') : undefined;
      return [name, path === undefined ? {} : { path }];
    }),
  );
}

function synonymsIn(dict: Dict): string[][] {
  const { synonyms } = dict;
  if (!Array.isArray(synonyms)) return [];
  return synonyms.filter(Array.isArray).map((words: unknown[]) => words.map(String));
}

/** Reads `config.yaml`. YAML is loaded only where a file is. */
export async function readSettings(paths: Paths): Promise<Settings> {
  const text = readIfThere(paths.config);
  const hasSettings = text !== undefined && /^\s*[^#\s]/m.test(text);
  const dict = hasSettings
    ? parseYaml((await import('./parse-yaml.ts')).parseYamlText, text, paths.config)
    : {};
  const hint = 'correct the key, or remove it to use the default';
  const origin = { file: paths.config, hint, ...(text === undefined ? {} : { text }) };
  const own = Object.fromEntries(Object.entries(dict).filter(([key]) => !otherKeys.includes(key)));
  const { dict: numbers, unused, written } = await translated(own, origin);
  const named = { ...origin, written };
  const exclude = dictAt(dict, 'exclude') ?? {};
  const notes = stringsAt(dictAt(dict, 'sources') ?? {}, 'notes');
  return {
    policy: checked(layOver(defaultPolicy, numbers, named, ''), named),
    unused,
    exclude: { paths: stringsAt(exclude, 'paths'), projects: stringsAt(exclude, 'projects') },
    notes,
    projects: projectsIn(dict),
    synonyms: synonymsIn(dict),
    models: parseModelSettings(dict.models, (key, problem) =>
      wrong(origin, key === '' ? 'models' : `models.${key}`, problem),
    ),
  };
}
