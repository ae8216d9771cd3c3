import type { EventKind } from '../domain/event.ts';
import { failed, type Result } from '../domain/failure.ts';
import type { HookFact } from '../domain/hook-fact.ts';
import { compact, type Dict, dictAt, numberAt, stringAt } from '../domain/json.ts';

/** What every fact of a payload has. */
export type HookBase = Pick<HookFact, 'at' | 'client' | 'sessionId' | 'cwd'> & Partial<HookFact>;

/** Names of the payload and of the client that sent it. Fields that name a person (`user_email`) are never read. */
export function hookBase(
  payload: Dict,
  client: string,
  receivedAt: string,
): { event: string; base: HookBase } | undefined {
  const sessionId = stringAt(payload, 'session_id');
  const event = stringAt(payload, 'hook_event_name');
  if (!sessionId || !event) return undefined;
  const base = compact({
    at: receivedAt,
    client,
    sessionId,
    cwd: stringAt(payload, 'cwd') ?? '',
    promptId: stringAt(payload, 'prompt_id'),
    turnId: stringAt(payload, 'turn_id'),
    agentId: stringAt(payload, 'agent_id'),
    transcriptPath: stringAt(payload, 'transcript_path'),
  });
  return { event, base };
}

/** The failure of a payload that says nothing of where it belongs. */
export const namelessPayload = (): Result<never> =>
  failed(
    'hook-payload',
    'the hook payload names no session or no event',
    'check with `hebb doctor` that only agents call this hook',
  );

/** Events that stand for themselves and have no outcome. */
const plainEvents: Readonly<Record<string, EventKind>> = {
  Stop: 'stop',
  SessionStart: 'session-start',
  SessionEnd: 'session-end',
  PreCompact: 'compact',
};

/** The fact of an event without details of its own, or undefined. */
export function plainFact(event: string, base: HookBase): HookFact | undefined {
  const kind = plainEvents[event];
  return kind && { ...base, kind, ok: 'unknown' };
}

/** Ids and duration of a tool use. */
export const callFields = (call: Dict) =>
  compact({ toolUseId: stringAt(call, 'tool_use_id'), durationMs: numberAt(call, 'duration_ms') });

/** Tool and input of a tool use, as the client names them. */
export const toolFields = (call: Dict): { readonly tool: string; readonly input: Dict } => ({
  tool: stringAt(call, 'tool_name') ?? 'unknown',
  input: dictAt(call, 'tool_input') ?? {},
});

const editTools = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit', 'apply_patch']);

/** What kind of event the use of a tool is. */
export function kindOfTool(tool: string): EventKind {
  if (editTools.has(tool)) return 'edit';
  return tool === 'Bash' ? 'command' : 'tool';
}

/** A command to the client itself, as hooks see it typed; transcripts keep commands as tags. A path is none. */
export const isSlashCommand = (text: string): boolean => /^\/[a-z][\w:-]{0,60}(?:\s|$)/i.test(text);
