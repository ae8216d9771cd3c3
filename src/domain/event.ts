import { hashOf } from './identity.ts';
import type { Project } from './project.ts';

/** What happened. */
export type EventKind =
  | 'prompt'
  | 'edit'
  | 'command'
  | 'tool'
  | 'tool-failed'
  | 'stop'
  | 'session-start'
  | 'session-end'
  | 'compact';

/** Whether a step worked; some clients do not tell. */
export type Ok = true | false | 'unknown';

/** Which agent it came from. */
export type ClientName = 'claude-code' | 'codex' | 'gemini' | 'cursor' | 'opencode';

/** One captured thing, the same shape from every client, hook or transcript. Texts are redacted and cut. */
export interface Event {
  readonly v: 1;
  readonly id: string;
  readonly at: string;
  readonly client: string;
  readonly clientVersion?: string;
  readonly kind: EventKind;
  readonly sessionId: string;
  readonly promptId?: string;
  readonly turnId?: string;
  readonly toolUseId?: string;
  readonly agentId?: string;
  readonly project: Project;
  readonly user: string;
  readonly cwd: string;
  readonly branch?: string;
  readonly branchCertain: boolean;
  readonly area?: string;
  readonly tool?: string;
  readonly files: readonly string[];
  readonly language?: string;
  readonly command?: string;
  readonly ok: Ok;
  readonly errorText?: string;
  readonly durationMs?: number;
  readonly patterns: readonly string[];
  readonly userModified?: boolean;
  /** Of an edit: lines put in and taken out as far as the input tells, and a hash of what was put in; never the contents. */
  readonly patch?: { readonly added: number; readonly removed: number; readonly hash: string };
  /** A prompt, or what the person changed in an edit. */
  readonly text?: string;
}

/** The longest excerpt of a text or tool output that is ever kept, in characters. */
export const excerptLength = 300;

/** What makes two events one: the tool use, else the prompt id, else the content at that time. */
export type EventKey = Pick<Event, 'sessionId' | 'kind' | 'at'> & {
  readonly toolUseId?: string | undefined;
  readonly promptId?: string | undefined;
  readonly text?: string | undefined;
};

/** Id of an event: equal for a hook payload and a transcript row that tell of the same tool use or prompt. */
export function eventId(key: EventKey): string {
  if (key.toolUseId) return `e-${hashOf(key.sessionId, 'tool', key.toolUseId)}`;
  if (key.kind === 'prompt' && key.promptId) return `e-${hashOf(key.sessionId, 'prompt', key.promptId)}`;
  return `e-${hashOf(key.sessionId, key.kind, key.at, key.text ?? '')}`;
}
