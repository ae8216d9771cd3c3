import type { Dict } from './json.ts';
import type { ModelCaps, ModelPrice } from './model-settings.ts';
import { addressOf, argvOf, numberOf, positiveOf, type Refuse, textOf, variableOf } from './read-setting.ts';

/** What every kind of embedding model has. */
export interface EmbeddingLimits {
  /** For one batch of memories. */
  readonly timeoutMs: number;
  /** For the words of a question: when they have passed, recall answers by words alone. */
  readonly queryTimeoutMs: number;
  readonly caps: ModelCaps;
  /** The output of an embedding model costs nothing. */
  readonly price?: ModelPrice;
}

/** A program that reads lines `{"text": …}` on stdin and prints a line `{"vector": […]}` for each; started without a shell. */
export interface CommandEmbeddingSettings extends EmbeddingLimits {
  readonly kind: 'command';
  readonly argv: readonly string[];
}

/** A service that is asked over HTTP at `<baseUrl>/embeddings`. */
export interface HttpEmbeddingSettings extends EmbeddingLimits {
  readonly kind: 'openai-compatible';
  /** Without a slash at the end; https, or http on this machine. */
  readonly baseUrl: string;
  readonly model: string;
  /** Name of the environment variable that holds the key; the key itself is never in a file. */
  readonly keyVariable?: string;
}

/** An embedding model that there is something to ask of. */
export type NamedEmbedding = CommandEmbeddingSettings | HttpEmbeddingSettings;

/** The embedding model of a home. */
export type EmbeddingSettings = { readonly kind: 'none' } | NamedEmbedding;

const kinds = ['none', 'command', 'openai-compatible'] as const;
const numberDefaults = {
  embeddingTimeoutSeconds: 60,
  embeddingQuerySeconds: 1.5,
  embeddingMaxCalls: 200,
  embeddingMaxTokens: 1_000_000,
} as const;

/** Keys under `models:` that are of the embedding model. */
export const embeddingKeys: readonly string[] = [
  'embedding',
  'embeddingCommand',
  'embeddingBaseUrl',
  'embeddingModel',
  'embeddingKeyVariable',
  ...Object.keys(numberDefaults),
  'embeddingMaxUsd',
  'embeddingUsdPerMillion',
];

/** Parses what `models:` says of embeddings; a value that is not right throws what `refuse` makes. */
export function parseEmbeddingSettings(dict: Dict, refuse: Refuse): EmbeddingSettings {
  const kind = kinds.find((one) => one === (dict.embedding ?? 'none'));
  if (!kind) throw refuse('embedding', `expected one of ${kinds.join(', ')}`);
  if (kind === 'none') return { kind };
  const limits = limitsOf(dict, refuse);
  if (kind === 'command')
    return { kind, argv: argvOf(dict, ['embeddingCommand', 'my-embedder --lines'], refuse), ...limits };
  const keyVariable = variableOf(dict, 'embeddingKeyVariable', refuse);
  return {
    kind,
    baseUrl: addressOf(dict.embeddingBaseUrl, 'embeddingBaseUrl', refuse),
    model: textOf(dict, 'embeddingModel', refuse),
    ...(keyVariable === undefined ? {} : { keyVariable }),
    ...limits,
  };
}

function limitsOf(dict: Dict, refuse: Refuse): EmbeddingLimits {
  const positive = (key: keyof typeof numberDefaults): number =>
    positiveOf(dict, [key, numberDefaults[key]], refuse);
  const input = numberOf(dict, 'embeddingUsdPerMillion', refuse);
  const usd = numberOf(dict, 'embeddingMaxUsd', refuse);
  if (usd !== undefined && input === undefined)
    throw refuse('embeddingMaxUsd', 'needs embeddingUsdPerMillion, else nothing can be counted');
  return {
    timeoutMs: positive('embeddingTimeoutSeconds') * 1000,
    queryTimeoutMs: positive('embeddingQuerySeconds') * 1000,
    caps: {
      calls: positive('embeddingMaxCalls'),
      tokens: positive('embeddingMaxTokens'),
      ...(usd === undefined ? {} : { usd }),
    },
    ...(input === undefined ? {} : { price: { input, output: 0 } }),
  };
}
