/** The numbers of recall; how each was found: docs/recall.md. */
export interface RecallPolicy {
  /** Documents that the words find and that are then weighed; more never come into play. */
  readonly pool: number;
  /** Fewer hits than this, and what no document has as a word is looked for in pieces. */
  readonly few: number;
  /** What a synonym counts beside the word itself. */
  readonly synonym: number;
  readonly feedback: FeedbackPolicy;
  readonly spread: SpreadPolicy;
  readonly cues: CuePolicy;
  /** Reciprocal rank fusion with embeddings: 1 / (k + rank). */
  readonly fusionK: number;
  /** Share by which a topic of weight 1 in the focus lifts what is about it. */
  readonly attention: number;
}

/** Pseudo relevance feedback (RM3): the first answers lend the query their words. */
export interface FeedbackPolicy {
  readonly documents: number;
  /** Terms that tell most about those documents; those that the query has itself are counted and not lent again. */
  readonly terms: number;
  /** Weight of all these terms together, beside 1 for the query's own. */
  readonly weight: number;
}

/** One step of spreading activation: shares of the score of what stands next to a document. */
export interface SpreadPolicy {
  /** Hits, the best, whose neighbours are looked at although no word finds them. */
  readonly from: number;
  readonly previous: number;
  readonly beforePrevious: number;
  readonly next: number;
  /** Instead of `previous` when that one asks a question. */
  readonly question: number;
  /** Share of the mean of the session's three best. */
  readonly session: number;
  /** What all these count where the documents are no turns of a talk. */
  readonly apart: number;
  /** Of the best related one. */
  readonly related: number;
  /** Of the best one used together, times the weight of the edge as of now. */
  readonly together: number;
  /** Share of an edge's weight that stays from day to day. */
  readonly edgeKept: number;
}

/** What a document gains or loses, as a share of its score, by what the question says beside its words. */
export interface CuePolicy {
  /** It is said by a person whom the query names. */
  readonly speaker: number;
  /** It was learned at the time that the query names. */
  readonly date: number;
  /** Times the share of the query's words that it holds, by rarity. */
  readonly coverage: number;
  /** Times the share of its sentences that ask: taken away. */
  readonly asks: number;
  /** The query asks when, and it tells a time. */
  readonly time: number;
  /** The query asks for a number, and it tells one. */
  readonly number: number;
}

/** The defaults. */
export const defaultRecallPolicy: RecallPolicy = {
  pool: 200,
  few: 10,
  synonym: 0.9,
  feedback: { documents: 3, terms: 10, weight: 0.15 },
  spread: {
    from: 60,
    previous: 0.2,
    beforePrevious: 0.1,
    next: 0.05,
    question: 0.6,
    session: 0.4,
    apart: 0.1,
    related: 0.2,
    together: 0.2,
    edgeKept: 0.99,
  },
  cues: { speaker: 0.2, date: 0.4, coverage: 0.2, asks: 0.3, time: 0.3, number: 0.2 },
  fusionK: 60,
  attention: 0.5,
};
