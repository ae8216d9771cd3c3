import { type EmbeddingSettings, embeddingKeys, parseEmbeddingSettings } from './embedding-settings.ts';
import { type Dict, isDict } from './json.ts';
import { addressOf, argvOf, numberOf, positiveOf, type Refuse, textOf, variableOf } from './read-setting.ts';

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

/** The agent that experiments run: a program that reads messages on stdin. */
export interface AgentSettings {
  readonly argv: readonly string[];
  /** `json`: one document in, one out (docs/workflows.md). `text`: the messages one after the other, and the answer as it is. */
  readonly format: 'json' | 'text';
  /** Whether the service behind it knows a developer role, as OpenAI's does. */
  readonly hasDeveloperRole: boolean;
  readonly timeoutMs: number;
}

/** `models:` of `config.yaml`. */
export interface ModelSettings {
  readonly language: LanguageSettings;
  readonly agent?: AgentSettings;
  readonly embedding: EmbeddingSettings;
}

const kinds = ['none', 'command', 'openai-compatible', 'anthropic'] as const;
const numberDefaults = { timeoutSeconds: 60, answerTokens: 4000, maxCalls: 50, maxTokens: 300_000 } as const;
const knownKeys = [
  'language',
  'command',
  'baseUrl',
  'model',
  'keyVariable',
  ...Object.keys(numberDefaults),
  'maxUsd',
  'usdPerMillionInput',
  'usdPerMillionOutput',
  'agentCommand',
  'agentFormat',
  'agentProvider',
  'agentTimeoutSeconds',
  ...embeddingKeys,
];

/** Parses `models:`; a value that is not right throws what `refuse` makes. Nothing there means no model. */
export function parseModelSettings(value: unknown, refuse: Refuse): ModelSettings {
  const dict = value ?? {};
  if (!isDict(dict)) throw refuse('', `expected a group of settings, found ${JSON.stringify(value)}`);
  const unknown = Object.keys(dict).find((key) => !knownKeys.includes(key));
  if (unknown !== undefined) throw refuse(unknown, `no such setting; known here: ${knownKeys.join(', ')}`);
  const agent = agentOf(dict, refuse);
  return {
    language: languageOf(dict, refuse),
    ...(agent ? { agent } : {}),
    embedding: parseEmbeddingSettings(dict, refuse),
  };
}

function agentOf(dict: Dict, refuse: Refuse): AgentSettings | undefined {
  const format = dict.agentFormat ?? 'json';
  const provider = dict.agentProvider ?? 'other';
  if (format !== 'json' && format !== 'text') throw refuse('agentFormat', 'expected json or text');
  if (provider !== 'openai' && provider !== 'other')
    throw refuse('agentProvider', 'expected openai or other');
  const seconds = positiveOf(dict, ['agentTimeoutSeconds', 600], refuse);
  if (dict.agentCommand === undefined || dict.agentCommand === null) return undefined;
  return {
    argv: argvOf(dict, ['agentCommand', './run-agent --json'], refuse),
    format,
    hasDeveloperRole: provider === 'openai',
    timeoutMs: seconds * 1000,
  };
}

function languageOf(dict: Dict, refuse: Refuse): LanguageSettings {
  const kind = kinds.find((one) => one === (dict.language ?? 'none'));
  if (!kind) throw refuse('language', `expected one of ${kinds.join(', ')}`);
  if (kind === 'none') return { kind };
  const limits = limitsOf(dict, refuse);
  if (kind === 'command') return { kind, argv: argvOf(dict, ['command', 'claude -p'], refuse), ...limits };
  const keyVariable =
    variableOf(dict, 'keyVariable', refuse) ?? (kind === 'anthropic' ? 'ANTHROPIC_API_KEY' : undefined);
  const fallback = kind === 'anthropic' ? 'https://api.anthropic.com' : undefined;
  return {
    kind,
    baseUrl: addressOf(dict.baseUrl ?? fallback, 'baseUrl', refuse),
    model: textOf(dict, 'model', refuse),
    ...(keyVariable === undefined ? {} : { keyVariable }),
    ...limits,
  };
}

function limitsOf(dict: Dict, refuse: Refuse): ModelLimits {
  const whole = (key: keyof typeof numberDefaults): number =>
    positiveOf(dict, [key, numberDefaults[key]], refuse);
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
