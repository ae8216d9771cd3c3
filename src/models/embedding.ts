import type { ModelLedger } from '../domain/model-ledger.ts';
import type { ModelFailure, TokenUsage } from './language.ts';

/** What came of embedding texts once: a vector of length 1 for each, in their order, all of one size; or why there is none. */
export type EmbeddingReply =
  | { readonly kind: 'vectors'; readonly vectors: readonly Float32Array[]; readonly usage?: TokenUsage }
  | { readonly kind: 'unusable'; readonly reason: string; readonly usage?: TokenUsage }
  | ModelFailure;

/** Anything that turns texts into vectors of which those of like texts lie close together. Never throws. */
export interface EmbeddingModel {
  embed(texts: readonly string[]): Promise<EmbeddingReply>;
}

/** An embedding model with its account. */
export interface MeteredEmbedding extends EmbeddingModel {
  /** What was used so far. */
  ledger(): ModelLedger;
}
