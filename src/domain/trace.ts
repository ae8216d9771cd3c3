import type { Ok } from './event.ts';
import type { Dict } from './json.ts';

/** One thing that a client's transcript tells, in the order of its rows. `row` is the 1-based line in its file. */
export type TraceItem =
  | {
      readonly kind: 'prompt';
      readonly row: number;
      readonly at: string;
      readonly text: string;
      readonly promptId?: string;
    }
  | { readonly kind: 'assistant'; readonly row: number; readonly at: string; readonly text: string }
  | {
      readonly kind: 'call';
      readonly row: number;
      readonly at: string;
      readonly toolUseId: string;
      readonly tool: string;
      readonly input: Dict;
      readonly agentId?: string;
    }
  | {
      readonly kind: 'result';
      readonly row: number;
      readonly at: string;
      readonly toolUseId: string;
      readonly ok: Ok;
      /** Failure text as the agent saw it; absent on success. */
      readonly errorText?: string;
      /** What the person changed in the agent's edit: lines taken out and put in. */
      readonly correction?: { readonly removed: readonly string[]; readonly added: readonly string[] };
      /** Exit status of a command where the client tells it. */
      readonly exitCode?: number;
      /** True when the person refused or interrupted the step; that is no failure of the step. */
      readonly refused?: boolean;
    }
  | { readonly kind: 'interrupt'; readonly row: number; readonly at: string }
  | { readonly kind: 'compaction'; readonly row: number; readonly at: string };

/** What a transcript says of its session; later rows win, `cwd` is the first one seen. */
export interface SessionHead {
  readonly client: string;
  readonly sessionId: string;
  readonly cwd?: string;
  readonly branch?: string;
  readonly clientVersion?: string;
  /** True for the transcript of a sub-agent; its session is the parent's. */
  readonly agentId?: string;
  /** True when hebb itself started the agent: such a session is never evidence. */
  readonly ownAgent?: boolean;
}

/** A line that could not be read, with why; the rest of its file goes on. */
export interface BadLine {
  readonly file: string;
  readonly line: number;
  readonly problem: string;
  /** The raw text, cut and not yet redacted, for quarantine. */
  readonly text: string;
}
