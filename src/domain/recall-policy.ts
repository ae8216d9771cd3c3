/** The numbers of recall; how each was found: docs/recall.md. */
export interface RecallPolicy {
  /** Documents that are looked at beyond the words: spread from, weighed, sorted. */
  readonly pool: number;
  /** What a synonym counts beside the word itself. */
  readonly synonym: number;
  readonly feedback: FeedbackPolicy;
  readonly spread: SpreadPolicy;
  /** Reciprocal rank fusion with embeddings: 1 / (k + rank). */
  readonly fusionK: number;
  /** Share by which a topic of weight 1 in the focus lifts what is about it. */
  readonly attention: number;
}

/** Pseudo relevance feedback (RM3): the first answers lend the query their words. */
export interface FeedbackPolicy {
  readonly documents: number;
  readonly terms: number;
  /** Weight of all borrowed words together, beside 1 of the query's own. */
  readonly weight: number;
}

/** One step of activation: shares of the neighbour's score, and what the words around a match are worth. */
export interface SpreadPolicy {
  readonly previous: number;
  readonly beforePrevious: number;
  readonly next: number;
  /** Instead of `previous` when that one asks and this one answers. */
  readonly question: number;
  /** Share of the mean of the session's three best. */
  readonly session: number;
  readonly related: number;
  /** Times the weight of the edge. */
  readonly together: number;
  readonly speaker: number;
  readonly date: number;
  readonly coverage: number;
  readonly asks: number;
}

/** The defaults. */
export const defaultRecallPolicy: RecallPolicy = {
  pool: 200,
  synonym: 0.9,
  feedback: { documents: 3, terms: 10, weight: 0.15 },
  spread: {
    previous: 0.2,
    beforePrevious: 0.1,
    next: 0.05,
    question: 0.6,
    session: 0.4,
    related: 0.2,
    together: 0.2,
    speaker: 0.2,
    date: 0.4,
    coverage: 0.2,
    asks: 0.2,
  },
  fusionK: 60,
  attention: 0.5,
};
