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
export const isNear = ({ similarity, words }: Nearness, floor: number): boolean =>
  similarity >= floor && words >= leastWords;
