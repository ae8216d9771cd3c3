import type { HttpEmbeddingSettings } from '../domain/embedding-settings.ts';
import { type Dict, dictAt, dictsAt, numberAt } from '../domain/json.ts';
import type { EmbeddingModel, EmbeddingReply } from './embedding.ts';
import type { ModelHost } from './language.ts';
import { bearerOf, postJson } from './post-json.ts';
import { readVectors, unusable } from './read-vectors.ts';

const maxBytes = 16_000_000;

/** Embeddings as OpenAI and most local servers speak them. */
export const httpEmbedding = (settings: HttpEmbeddingSettings, host: ModelHost): EmbeddingModel => ({
  embed: async (texts) => {
    const body = { model: settings.model, input: texts };
    const posted = await postJson(settings, { path: '/embeddings', headers: bearerOf, body, maxBytes }, host);
    return posted.kind === 'value' ? replyOf(posted.value, texts.length) : posted;
  },
});

function replyOf(value: Dict, texts: number): EmbeddingReply {
  const input = numberAt(dictAt(value, 'usage') ?? {}, 'prompt_tokens');
  const usage = input === undefined ? {} : { usage: { input, output: 0 } };
  const rows = dictsAt(value, 'data');
  const placed = rows.map((row, place) => [numberAt(row, 'index') ?? place, row.embedding] as const);
  const ordered = new Map(placed);
  if (ordered.size !== rows.length || placed.some(([index]) => index < 0 || index >= rows.length))
    return { ...unusable('it did not say which vector is of which text'), ...usage };
  const vectors = rows.map((_, place) => ordered.get(place));
  return { ...readVectors(vectors, texts), ...usage };
}
