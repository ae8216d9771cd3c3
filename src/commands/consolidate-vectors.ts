import type { Host } from '../domain/host.ts';
import { type Json, toJson } from '../domain/json.ts';
import type { Block } from '../domain/report.ts';
import type { Store } from '../store/store.ts';

/** What consolidation says of vectors; null and nothing where the home names no embedding model. */
export interface VectorStage {
  readonly blocks: readonly Block[];
  readonly data: Json;
}

/** Makes vectors of memories that are new or changed. What that takes is loaded where the home names a model. */
export async function consolidateVectors(store: Store, host: Host, dry: boolean): Promise<VectorStage> {
  const { embedding } = store.settings.models;
  if (embedding.kind === 'none') return { blocks: [], data: null };
  const { embedMemories, embeddedBlocks } = await import('./embed-memories.ts');
  const embedded = await embedMemories({ store, host, settings: embedding, dry });
  return { blocks: embeddedBlocks(embedded, dry), data: toJson(embedded) };
}
