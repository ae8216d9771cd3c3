import type { Ok } from './event.ts';

/** One tool step of a run. */
export interface Step {
  readonly toolUseId: string;
  readonly tool: string;
  /** Sorted top-level names of the arguments. */
  readonly argKeys: readonly string[];
  /** The tool; for a command its first program and subcommand, for example `Bash npm test`. */
  readonly shape: string;
  readonly ok: Ok;
  readonly at: string;
  readonly row: number;
  readonly files: readonly string[];
  /** The command line, redacted and cut. */
  readonly command?: string;
  /** Redacted and cut; only on failure. */
  readonly errorText?: string;
  /** Signature of the failure, equal for the same error elsewhere. */
  readonly signature?: string;
  readonly transient?: boolean;
  readonly refused?: boolean;
  readonly agentId?: string;
  /** True when the exit status is not that of the command in `shape` (`npm test | tail`): its success says nothing. */
  readonly masked?: boolean;
}

/** How a run ended. */
export type Outcome = 'success' | 'failure' | 'unknown';

/** One real prompt of the user and the steps that answered it. */
export interface Run {
  readonly v: 1;
  readonly id: string;
  readonly sessionId: string;
  readonly client: string;
  readonly project: string;
  readonly user?: string;
  /** The prompt, redacted and cut. */
  readonly query: string;
  readonly steps: readonly Step[];
  /** True when the person stopped it. */
  readonly interrupted?: boolean;
  readonly outcome: Outcome;
  /** What decided: `last-check`, `unresolved-error`, `correction`, `thanks`, `interrupt`, `none`. */
  readonly outcomeSource: string;
  readonly createdAt: string;
  /** Whether the next prompt has been seen, so that nothing more can change the outcome. */
  readonly closed: boolean;
}
