/** How alike two texts are, given to planners as data so that every boundary is tested with numbers. Ids in any order. */
export interface ScoredPair {
  readonly a: string;
  readonly b: string;
  /** 0..1. */
  readonly score: number;
  /** Whether the two may become one without a look. */
  readonly mergeable: boolean;
  /** Why not, when they may not. */
  readonly why?: string;
}
