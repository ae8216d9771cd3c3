import type { NamedEmbedding } from '../domain/embedding-settings.ts';
import type { Host } from '../domain/host.ts';
import { createEmbeddingModel } from '../models/create-embedding.ts';
import type { Store } from '../store/store.ts';
import { modelHost } from './model-host.ts';

/** Texts of one call. */
const batchSize = 32;

/** Vectors of some texts, within the caps of the settings; undefined when one of them has none: then words alone have to do. */
export async function embedTexts(
  { store, host }: { readonly store: Store; readonly host: Host },
  settings: NamedEmbedding,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Float32Array> | undefined> {
  const model = await createEmbeddingModel(settings, modelHost(host, store.paths.home));
  const vectors = new Map<string, Float32Array>();
  for (let from = 0; from < texts.length; from += batchSize) {
    const batch = texts.slice(from, from + batchSize);
    const reply = await model.embed(batch);
    if (reply.kind !== 'vectors') return undefined;
    for (const [place, vector] of reply.vectors.entries()) vectors.set(batch[place] ?? '', vector);
  }
  return vectors;
}
