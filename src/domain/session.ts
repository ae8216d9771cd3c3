import type { Project } from './project.ts';
import type { Run, Step } from './run.ts';

/**
 * What is known of one agent session: `sessions/<id>.json`. It is the state of a fold over the session's rows, so a
 * transcript that grew costs only its new bytes and gives the same result as one read whole.
 */
export interface SessionDoc {
  readonly v: 1;
  readonly id: string;
  readonly client: string;
  readonly clientVersion?: string;
  readonly project: Project;
  readonly user: string;
  readonly cwd: string;
  readonly branch?: string;
  readonly area?: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly prompts: number;
  readonly steps: number;
  readonly failures: number;
  /** Occurrences by tag, for example `language:typescript`, `pattern:early-returns`, `tool:Edit`, `command:npm test`. */
  readonly tags: Readonly<Record<string, number>>;
  /** Short instructions as the user gave them, for repetition over sessions. */
  readonly instructions: readonly Instruction[];
  /** The run that is still open at the end of what was read. */
  readonly openRun: Run | null;
  /** Calls without a result yet. */
  readonly openCalls: readonly Step[];
  /** Failed steps that nothing has fixed yet, with the steps since: what a fix may be found in. */
  readonly openErrors: readonly OpenError[];
  /** Event ids already folded: rows copied into a resumed file, or hook and transcript telling the same. */
  readonly seen: readonly string[];
}

/** An instruction of the user, with the key by which it is counted over sessions. */
export interface Instruction {
  /** Normalised text. */
  readonly key: string;
  readonly text: string;
  readonly row: number;
  readonly at: string;
}

/** A failed step waiting for the later step of the same shape that works. */
export interface OpenError {
  readonly runId: string;
  readonly step: Step;
  /** What was done in between, as short descriptions: files edited, commands that worked. */
  readonly between: readonly string[];
}
