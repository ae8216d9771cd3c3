/** What a model cost in one run, for the report. */
export interface ModelLedger {
  /** The model as people know it, for example `anthropic some-model` or `command claude -p`. */
  readonly model: string;
  /** Attempts, retries included. */
  readonly calls: number;
  /** As the service counted them, else estimated from bytes. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars at the configured prices; null when none are configured. */
  readonly usd: number | null;
  /** Attempts without an answer: unreachable, timed out, an error status, cut off, oversized. */
  readonly failures: number;
  /** Answers in which the model declined. */
  readonly refusals: number;
  /** Answers that could not be read strictly. */
  readonly unusable: number;
  /** The cap that ended the asking. */
  readonly capped: string | null;
}
