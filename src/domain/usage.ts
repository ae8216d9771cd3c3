/** What happened to a memory in a session. Exposure is no use; applied is. */
export const usageKinds = ['exposed', 'recalled', 'fetched', 'applied', 'helpful', 'not-helpful'] as const;

/** One of `usageKinds`. */
export type UsageKind = (typeof usageKinds)[number];

/** One observed use; a line of `usage/<machine>/<yyyy-mm>.jsonl`. */
export interface Usage {
  readonly v: 1;
  readonly id: string;
  /** Id, or an alias, of the memory. */
  readonly memoryId: string;
  readonly kind: UsageKind;
  readonly at: string;
  /** `derived` from a run (or said by an agent, which weighs no more), or said by a `person`, whose word on a run or session wins. */
  readonly by: 'derived' | 'person';
  readonly sessionId?: string;
  readonly runId?: string;
  readonly evidence: readonly string[];
  /** What was said with it; redacted and cut. */
  readonly note?: string;
}

/** Counts of one memory, computed on reading. */
export interface UsageStats {
  readonly uses: number;
  readonly helpful: number;
  readonly notHelpful: number;
  readonly exposed: number;
  /** helpful / (helpful + notHelpful); undefined when none is rated. */
  readonly effectiveness?: number;
  /** Last applied, or recalled by a person or agent. */
  readonly lastUsedAt?: string;
}
