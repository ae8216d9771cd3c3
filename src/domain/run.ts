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
  /** Slug of the skill that the step opened: through hebb, or by the client's own skill tool. */
  readonly skill?: string;
  /** True when the exit status is not that of the command in `shape` (`npm test | tail`): its success says nothing. */
  readonly masked?: boolean;
}

/** How a run ended. */
export type Outcome = 'success' | 'failure' | 'unknown';

/** What the configured evaluator said of a run: how it ended, nothing, or that it failed itself. */
export const evaluations = ['success', 'failure', 'nothing', 'error'] as const;

/** One of `evaluations`. */
export type Evaluation = (typeof evaluations)[number];

/** A skill that was whole in the agent's context, at the version it had then. A slug in a list does not count. */
export interface SkillInContext {
  readonly slug: string;
  readonly version: number;
  readonly how: 'injected' | 'fetched' | 'opened';
}

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
  /** What decided: `last-check`, `unresolved-error`, `correction`, `thanks`, `interrupt`, `none`, `evaluator`. */
  readonly outcomeSource: string;
  /** What was wrong with the answer of the configured evaluator; the outcome is then that of the trace. */
  readonly evaluatorError?: string;
  /** Present once the evaluator was asked; it is asked once. */
  readonly evaluation?: Evaluation;
  /** Identity of the seed system (docs/workflows.md); absent for a run without steps. */
  readonly strictHash?: string;
  /** Hash of the run's class; absent where no step counts. */
  readonly classHash?: string;
  readonly skillsInContext?: readonly SkillInContext[];
  readonly createdAt: string;
  /** Whether the next prompt has been seen, so that nothing more can change the outcome. */
  readonly closed: boolean;
}
