import type { InjectPolicy } from '../domain/policy.ts';

/** How near something is to a prompt. */
export interface Nearness {
  /** 0..1, as recall gives it. */
  readonly similarity: number;
  /** How many words of the prompt it holds. */
  readonly words: number;
}

/** One word alone tells too little: "go on" or "continue" would each find something. */
const leastWords = 2;

/** Whether something is near enough to a prompt to be given. */
export const isNear = (near: Nearness, floor: number): boolean =>
  near.words >= leastWords && near.similarity >= floor;

/** How near a memory is to a prompt; with embeddings also the cosine of the two vectors, where they found it. */
export interface MemoryNearness extends Nearness {
  readonly cosine?: number;
}

/** Whether a memory is near enough: by its words, or by its vector, each with a floor of its own. */
export const isMemoryNear = (
  near: MemoryNearness,
  { minSimilarity, vectorMinSimilarity }: Pick<InjectPolicy, 'minSimilarity' | 'vectorMinSimilarity'>,
): boolean => isNear(near, minSimilarity) || (near.cosine ?? 0) >= vectorMinSimilarity;
