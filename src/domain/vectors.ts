/** Of which memory a vector is: as of the text with this hash. */
export interface VectorEntry {
  readonly id: string;
  /** Of the text that was embedded; an edit makes another one. */
  readonly hash: string;
  /** Whose it was then, as one word: `global`, `user:<user>` or `project:<id>`. */
  readonly owner: string;
}

/** Vectors of one model, all of one size and of length 1. */
export interface VectorTable {
  /** Numbers in a vector. */
  readonly size: number;
  readonly entries: readonly VectorEntry[];
  /** The vectors in the order of the entries, one after the other. */
  readonly values: Float32Array;
}

/** The vector of an entry, in place. */
export const vectorAt = ({ size, values }: VectorTable, place: number): Float32Array =>
  values.subarray(place * size, (place + 1) * size);
