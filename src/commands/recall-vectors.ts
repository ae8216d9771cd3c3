import type { NamedEmbedding } from '../domain/embedding-settings.ts';
import type { Host } from '../domain/host.ts';
import type { RecallIndex, VectorHit } from '../domain/recall.ts';
import { embeddingId, embedQuery } from '../models/create-embedding.ts';
import { nearVectors } from '../pipeline/near-vectors.ts';
import type { Paths } from '../store/paths.ts';
import { readVectorTable } from '../store/vectors.ts';
import { modelHost } from './model-host.ts';

/** What is asked of embeddings, and whose memories may be seen. */
export interface VectorSearch {
  readonly query: string;
  readonly owners: readonly string[];
  /** How long an answer is waited for at most, beside what the settings say. */
  readonly withinMs?: number;
}

/** What embeddings found; or, in words for people, why they were of no help: then words alone have to do. */
export interface VectorAnswer {
  /** Best first; absent when embeddings were not or could not be asked. */
  readonly hits?: readonly VectorHit[];
  readonly problem?: string;
}

/** What embeddings are asked with. */
export interface VectorDesk {
  readonly settings: NamedEmbedding;
  readonly host: Host;
  readonly paths: Paths;
  readonly index: RecallIndex;
}

/** What embeddings find for a question. Only the question is embedded, once; memories were at consolidation. Never throws. */
export async function searchVectors(
  { settings, host, paths, index }: VectorDesk,
  { query, owners, withinMs }: VectorSearch,
): Promise<VectorAnswer> {
  if (query.trim() === '') return {};
  const table = readVectorTable(paths, embeddingId(settings));
  if (!table) return { problem: 'no memory has been embedded yet; hebb consolidate does it' };
  if (!table.entries.some(({ owner }) => owners.includes(owner))) return {};
  const timeoutMs = Math.min(settings.queryTimeoutMs, withinMs ?? Number.POSITIVE_INFINITY);
  const vector = await embedQuery(settings, modelHost(host, paths.home), { query, timeoutMs });
  if (typeof vector === 'string') return { problem: vector };
  if (vector.length !== table.size)
    return {
      problem: `it gave ${vector.length} numbers where memories have ${table.size}; hebb consolidate embeds them again`,
    };
  return { hits: nearVectors(index, table, { vector, owners }) };
}
