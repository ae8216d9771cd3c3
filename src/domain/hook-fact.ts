import type { EventKind, Ok } from './event.ts';
import type { Dict } from './json.ts';

/** What a client said of one thing that happened, raw and not yet redacted; `pipeline/event-of` makes the event of it. */
export interface HookFact {
  /** For a tool use `edit`, `command`, `tool` and `tool-failed` are all the same here: the event's own kind follows from the input. */
  readonly kind: EventKind;
  readonly at: string;
  readonly client: string;
  readonly clientVersion?: string;
  readonly sessionId: string;
  readonly promptId?: string;
  readonly turnId?: string;
  readonly toolUseId?: string;
  readonly agentId?: string;
  readonly cwd: string;
  readonly transcriptPath?: string;
  readonly tool?: string;
  readonly input?: Dict;
  readonly ok: Ok;
  readonly errorText?: string;
  readonly durationMs?: number;
  readonly userModified?: boolean;
  readonly text?: string;
  /** What the person changed in the agent's edit: lines taken out and put in. */
  readonly correction?: { readonly removed: readonly string[]; readonly added: readonly string[] };
}
