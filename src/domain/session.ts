import type { Event } from './event.ts';
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
  /** How often a rule was said, by candidate id: twice in one session counts as said with force. */
  readonly said: Readonly<Record<string, number>>;
  /** The run that is still open at the end of what was read. */
  readonly openRun: Run | null;
  /** The run before it: a prompt typed while the agent worked closes a run whose last results come later. */
  readonly previousRun: Run | null;
  /** Calls without a result yet. */
  readonly openCalls: readonly OpenCall[];
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

/** A call waiting for its result, with the event that will tell of both. */
export interface OpenCall {
  readonly step: Step;
  readonly event: Event;
}

/** A failed step waiting for the later step of the same shape that works. */
export interface OpenError {
  /** Absent when it happened before the first prompt. */
  readonly runId?: string;
  readonly step: Step;
  /** Row of its result: what fixes it was called later. */
  readonly row: number;
  /** Event ids of this failure and of the same one again in this session. */
  readonly failures: readonly string[];
  /** What was done since it was last seen: files edited, commands that worked. */
  readonly between: readonly Remedy[];
  /** True when the same shape failed again in another way: this error was gone, so what is between is complete. */
  readonly gone?: true;
}

/** Something done between a failure and the step that worked. */
export interface Remedy {
  readonly kind: 'edited' | 'ran';
  /** The file, or the command line; redacted and cut. */
  readonly what: string;
  /** Id of the event that did it. */
  readonly eventId: string;
}
