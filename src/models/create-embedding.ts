import type { NamedEmbedding } from '../domain/embedding-settings.ts';
import { redact } from '../text/redact.ts';
import type { EmbeddingModel, MeteredEmbedding } from './embedding.ts';
import type { ModelHost } from './language.ts';

/**
 * The model for the memories of a run, with its account and caps, asked again after what passes. Only what the named kind
 * needs is loaded. Every text is redacted before it goes.
 */
export async function createEmbeddingModel(
  settings: NamedEmbedding,
  host: ModelHost,
): Promise<MeteredEmbedding> {
  const [{ meterEmbedding }, { withRetries }] = await Promise.all([
    import('./meter-embedding.ts'),
    import('./retry.ts'),
  ]);
  const metered = meterEmbedding(await attemptOf(settings, host), nameOf(settings), settings);
  return { ...metered, embed: withRetries(metered.embed, host.wait) };
}

/**
 * The vector of what is asked, or why there is none. Asked once, for so long at most: whoever recalls is waiting.
 */
export async function embedQuery(
  settings: NamedEmbedding,
  host: ModelHost,
  { query, timeoutMs }: { query: string; timeoutMs: number },
): Promise<Float32Array | string> {
  const model = await attemptOf({ ...settings, timeoutMs }, host);
  const reply = await model.embed([query]);
  return reply.kind === 'vectors' ? (reply.vectors[0] ?? 'it gave no vector') : reply.reason;
}

/** Names a model, so that the vectors of two are never compared: its kind, where it is, and what it is called there. */
export const embeddingId = (settings: NamedEmbedding): string =>
  settings.kind === 'command'
    ? JSON.stringify([settings.kind, ...settings.argv])
    : JSON.stringify([settings.kind, settings.baseUrl, settings.model]);

/** The model as people know it. */
const nameOf = (settings: NamedEmbedding): string =>
  `${settings.kind} ${settings.kind === 'command' ? settings.argv.join(' ') : settings.model}`;

async function attemptOf(settings: NamedEmbedding, host: ModelHost): Promise<EmbeddingModel> {
  const model =
    settings.kind === 'command'
      ? (await import('./command-embedding.ts')).commandEmbedding(settings, host)
      : (await import('./http-embedding.ts')).httpEmbedding(settings, host);
  return { embed: (texts) => model.embed(texts.map((text) => redact(text).text)) };
}
