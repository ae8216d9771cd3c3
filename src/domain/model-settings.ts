import { type Dict, isDict } from './json.ts';

/** What a run may use of a model at most. */
export interface ModelCaps {
  /** Attempts, retries included. */
  readonly calls: number;
  /** Input and output together. */
  readonly tokens: number;
  /** US dollars at the configured prices; absent: no cap of its own. */
  readonly usd?: number;
}

/** US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

/** What every kind of model has. */
export interface ModelLimits {
  readonly timeoutMs: number;
  /** Longest answer that is asked for, in tokens. */
  readonly answerTokens: number;
  readonly caps: ModelCaps;
  readonly price?: ModelPrice;
}

/** A program that reads a prompt on stdin and prints the answer; started without a shell. */
export interface CommandModelSettings extends ModelLimits {
  readonly kind: 'command';
  readonly argv: readonly string[];
}

/** A service that is asked over HTTP. */
export interface HttpModelSettings extends ModelLimits {
  readonly kind: 'openai-compatible' | 'anthropic';
  /** Without a slash at the end; https, or http on this machine. */
  readonly baseUrl: string;
  readonly model: string;
  /** Name of the environment variable that holds the key; the key itself is never in a file. */
  readonly keyVariable?: string;
}

/** The language model of a home. */
export type LanguageSettings = { readonly kind: 'none' } | CommandModelSettings | HttpModelSettings;

/** `models:` of `config.yaml`. */
export interface ModelSettings {
  readonly language: LanguageSettings;
}

/** Makes the error that names a key under `models:` and what is wrong with it. */
export type Refuse = (key: string, problem: string) => Error;

const kinds = ['none', 'command', 'openai-compatible', 'anthropic'] as const;
const numberDefaults = { timeoutSeconds: 60, answerTokens: 4000, maxCalls: 50, maxTokens: 300_000 } as const;
const knownKeys = [
  'language',
  'embedding',
  'command',
  'baseUrl',
  'model',
  'keyVariable',
  ...Object.keys(numberDefaults),
  'maxUsd',
  'usdPerMillionInput',
  'usdPerMillionOutput',
];

/** Parses `models:`; a value that is not right throws what `refuse` makes. Nothing there means no model. */
export function parseModelSettings(value: unknown, refuse: Refuse): ModelSettings {
  const dict = value ?? {};
  if (!isDict(dict)) throw refuse('', `expected a group of settings, found ${JSON.stringify(value)}`);
  const unknown = Object.keys(dict).find((key) => !knownKeys.includes(key));
  if (unknown !== undefined) throw refuse(unknown, `no such setting; known here: ${knownKeys.join(', ')}`);
  if ((dict.embedding ?? 'none') !== 'none') throw refuse('embedding', 'only none is known so far');
  return { language: languageOf(dict, refuse) };
}

function languageOf(dict: Dict, refuse: Refuse): LanguageSettings {
  const kind = kinds.find((one) => one === (dict.language ?? 'none'));
  if (!kind) throw refuse('language', `expected one of ${kinds.join(', ')}`);
  if (kind === 'none') return { kind };
  const limits = limitsOf(dict, refuse);
  if (kind === 'command') return { kind, argv: argvOf(dict.command, refuse), ...limits };
  const keyVariable = keyVariableOf(dict, refuse) ?? (kind === 'anthropic' ? 'ANTHROPIC_API_KEY' : undefined);
  const fallback = kind === 'anthropic' ? 'https://api.anthropic.com' : undefined;
  return {
    kind,
    baseUrl: baseUrlOf(dict.baseUrl ?? fallback, refuse),
    model: textOf(dict, 'model', refuse),
    ...(keyVariable === undefined ? {} : { keyVariable }),
    ...limits,
  };
}

function limitsOf(dict: Dict, refuse: Refuse): ModelLimits {
  const whole = (key: keyof typeof numberDefaults): number => {
    const value = numberOf(dict, key, refuse) ?? numberDefaults[key];
    if (value > 0) return value;
    throw refuse(key, 'expected a number above 0');
  };
  const price = priceOf(dict, refuse);
  const usd = numberOf(dict, 'maxUsd', refuse);
  if (usd !== undefined && !price)
    throw refuse('maxUsd', 'needs usdPerMillionInput and usdPerMillionOutput, else nothing can be counted');
  return {
    timeoutMs: whole('timeoutSeconds') * 1000,
    answerTokens: whole('answerTokens'),
    caps: { calls: whole('maxCalls'), tokens: whole('maxTokens'), ...(usd === undefined ? {} : { usd }) },
    ...(price ? { price } : {}),
  };
}

function priceOf(dict: Dict, refuse: Refuse): ModelPrice | undefined {
  const input = numberOf(dict, 'usdPerMillionInput', refuse);
  const output = numberOf(dict, 'usdPerMillionOutput', refuse);
  if (input === undefined && output === undefined) return undefined;
  if (input !== undefined && output !== undefined) return { input, output };
  throw refuse(
    input === undefined ? 'usdPerMillionInput' : 'usdPerMillionOutput',
    'a price has both an input and an output part',
  );
}

function numberOf(dict: Dict, key: string, refuse: Refuse): number | undefined {
  const value = dict[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  throw refuse(key, `expected a number, found ${JSON.stringify(value)}`);
}

function textOf(dict: Dict, key: string, refuse: Refuse): string {
  const value = dict[key];
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw refuse(key, 'expected a text');
}

// A key pasted here is not repeated in the message.
function keyVariableOf(dict: Dict, refuse: Refuse): string | undefined {
  if (dict.keyVariable === undefined || dict.keyVariable === null) return undefined;
  const name = textOf(dict, 'keyVariable', refuse);
  if (/^[A-Z_][A-Z0-9_]{0,60}$/.test(name)) return name;
  throw refuse(
    'keyVariable',
    'expected the name of an environment variable in capitals, never the key itself',
  );
}

const word = /"([^"]*)"|'([^']*)'|(\S+)/g;

/** A list as it is; a text is split at blanks, with quotes around what holds blanks. No shell ever reads it. */
function argvOf(value: unknown, refuse: Refuse): string[] {
  const words: unknown[] =
    typeof value === 'string'
      ? [...value.matchAll(word)].map(([, double, single, bare]) => double ?? single ?? bare ?? '')
      : Array.isArray(value)
        ? value
        : [];
  const argv = words.filter((one) => typeof one === 'string').filter((one) => !one.includes('\0'));
  if (argv.length === words.length && argv[0]) return argv;
  throw refuse('command', 'expected a program with its arguments, for example claude -p');
}

const local = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function baseUrlOf(value: unknown, refuse: Refuse): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (!url) throw refuse('baseUrl', 'expected an address such as https://api.example.com/v1');
  if (url.username || url.password || url.search || url.hash)
    throw refuse('baseUrl', 'expected an address without name, password, query or fragment');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local.test(url.hostname)))
    throw refuse(
      'baseUrl',
      'expected https; http only to this machine, since memories and the key would be readable on the way',
    );
  return url.href.replace(/\/+$/, '');
}
