import type { EmbeddingReply } from './embedding.ts';

const maxNumbers = 8_192;

/** Vectors as a model gave them: one for each of so many texts, all of one size, scaled to length 1. Anything else is no answer. */
export function readVectors(values: readonly unknown[], texts: number): EmbeddingReply {
  if (values.length !== texts) return unusable(`it gave ${values.length} vectors for ${texts} texts`);
  const vectors: Float32Array[] = [];
  for (const value of values) {
    const vector = readVector(value);
    if (typeof vector === 'string') return unusable(vector);
    if (vector.length !== (vectors[0] ?? vector).length)
      return unusable('it gave vectors of different sizes');
    vectors.push(vector);
  }
  return { kind: 'vectors', vectors };
}

/** An answer that cannot be used, and why. */
export const unusable = (reason: string): EmbeddingReply => ({ kind: 'unusable', reason });

function readVector(value: unknown): Float32Array | string {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxNumbers)
    return `it gave something that is no list of 1 to ${maxNumbers} numbers`;
  const numbers: unknown[] = value;
  const read = numbers.filter((one) => typeof one === 'number').filter(Number.isFinite);
  if (read.length !== numbers.length) return 'it gave a vector with something in it that is no number';
  const length = Math.hypot(...read);
  if (length === 0 || !Number.isFinite(length)) return 'it gave a vector without a direction';
  return Float32Array.from(read, (one) => one / length);
}
