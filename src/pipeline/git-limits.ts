/** Bounds of the reading of a history. What the policy does not name is a matter of memory, time or noise, and stands here. */
export const gitLimits = {
  /** A commit that touches more files is a sweep and tells nothing about pairs. */
  filesPerCommit: 30,
  /** A fix of more files of code is not a fix of one place. */
  filesPerFix: 8,
  /** Pairs in memory before the rarest are dropped. */
  pairsInMemory: 300_000,
  /** Pairs that a ledger keeps. */
  pairsKept: 3_000,
  /** Fixes of one read that are looked at, newest first; older ones are covered by tests or rewritten by now. */
  fixesRead: 400,
  /** Fixes of one read that become candidates. */
  fixesGiven: 60,
  /** Rules about pairs of one read, strongest first. */
  coChangesGiven: 20,
  /** How much more often than by chance two items must change together. */
  coChangeLift: 3,
  /** Subjects after which older ones count half, so that a new style can win. */
  stylesKept: 600,
  /** Subjects of one whole read that are counted: how it is done now. */
  stylesRead: 300,
  /** Subjects from which a style is a style. */
  stylesNeeded: 20,
  /** Changes from which a file can be a hot spot. */
  hotSpotChanges: 10,
  hotSpotFixes: 5,
  /** Share of fixes among its changes, and how far above the repository's own share. */
  hotSpotShare: 0.5,
  hotSpotAbove: 1.4,
  hotSpotsGiven: 5,
  /** Ids of given candidates that a ledger remembers. */
  emittedKept: 5_000,
} as const;
