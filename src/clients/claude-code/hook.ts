import type { EventKind } from '../../domain/event.ts';
import { failed, type Result, success } from '../../domain/failure.ts';
import type { HookFact } from '../../domain/hook-fact.ts';
import { compact, type Dict, dictAt, dictsAt, numberAt, stringAt } from '../../domain/json.ts';
import { isOwnAgentPrompt } from '../own-agent.ts';
import { correctionOf, isUserModified } from './correction.ts';
import { failureOutcome, textOf } from './outcome.ts';
import { isSlashCommand, parseUserText } from './user-text.ts';

/** Reads a hook payload of Claude Code, mid-2025 to 2.1.332. Fields that name a person are never looked at. */
export function parseClaudeHook(payload: Dict, receivedAt: string): Result<HookFact[]> {
  const sessionId = stringAt(payload, 'session_id');
  const event = stringAt(payload, 'hook_event_name');
  if (!sessionId || !event)
    return failed(
      'hook-payload',
      'the hook payload names no session or event',
      'check with `hebb doctor` that the hook is called by its client',
    );
  const base = { ...commonFields(payload), client: 'claude-code', at: receivedAt, sessionId };
  return success(factsOf(event, payload, base));
}

type Base = Pick<HookFact, 'at' | 'client' | 'sessionId' | 'cwd'> & Partial<HookFact>;

/** Fields that every event may carry; `cwd` is empty where an old client did not tell it. */
export const commonFields = (payload: Dict) =>
  compact({
    cwd: stringAt(payload, 'cwd') ?? '',
    promptId: stringAt(payload, 'prompt_id'),
    turnId: stringAt(payload, 'turn_id'),
    agentId: stringAt(payload, 'agent_id'),
    transcriptPath: stringAt(payload, 'transcript_path'),
  });

/** Events without an outcome that stand for themselves. */
const plainEvents: Readonly<Record<string, EventKind>> = {
  Stop: 'stop',
  SessionStart: 'session-start',
  SessionEnd: 'session-end',
  PreCompact: 'compact',
};

function factsOf(event: string, payload: Dict, base: Base): HookFact[] {
  const kind = plainEvents[event];
  if (kind) return [{ ...base, kind, ok: 'unknown' }];
  if (event === 'UserPromptSubmit') return promptFact(payload, base);
  if (event === 'PostToolUse') return [successFact(payload, base)];
  if (event === 'PostToolUseFailure') return [failureFact(payload, stringAt(payload, 'error') ?? '', base)];
  if (event === 'PostToolBatch') return batchFacts(payload, base);
  return [];
}

const automaticSources = new Set(['system', 'loop_wakeup', 'schedule_wakeup', 'poll_event']);

/** The prompt of a payload, if a person typed it. */
export function promptFact(payload: Dict, base: Base): HookFact[] {
  const typed = parseUserText(stringAt(payload, 'prompt') ?? '');
  const automatic = automaticSources.has(stringAt(payload, 'source') ?? '') || base.agentId !== undefined;
  if (typed === undefined || automatic || isSlashCommand(typed) || isOwnAgentPrompt(typed)) return [];
  return [{ ...base, kind: 'prompt', ok: 'unknown', text: typed }];
}

/** Tool, input and ids of a payload, or of one call of a batch. */
export const toolFields = (call: Dict) =>
  compact({
    tool: stringAt(call, 'tool_name') ?? 'unknown',
    input: dictAt(call, 'tool_input') ?? {},
    toolUseId: stringAt(call, 'tool_use_id'),
    durationMs: numberAt(call, 'duration_ms'),
  });

function successFact(payload: Dict, base: Base): HookFact {
  const fields = toolFields(payload);
  const response = dictAt(payload, 'tool_response') ?? {};
  const unfinished = response.interrupted === true || typeof response.backgroundTaskId === 'string';
  const changed = isUserModified(response) ? { userModified: true } : {};
  const correction = isUserModified(response) ? correctionOf(fields.input, response) : undefined;
  return compact({
    ...base,
    ...fields,
    ...changed,
    kind: kindOf(fields.tool),
    ok: unfinished ? ('unknown' as const) : true,
    correction,
  });
}

/** A refused or interrupted call is no failure: its outcome is unknown. */
function failureFact(call: Dict, text: string, base: Base): HookFact {
  const { refused, errorText } = failureOutcome(text, call.is_interrupt === true);
  const fields = { ...base, ...toolFields(call) };
  if (refused) return { ...fields, kind: kindOf(fields.tool), ok: 'unknown' };
  return compact({ ...fields, kind: 'tool-failed' as const, ok: false as const, errorText });
}

/** Calls whose input was invalid raise no hook of their own: only the batch tells of them. The others are told by theirs. */
function batchFacts(payload: Dict, base: Base): HookFact[] {
  const calls = dictsAt(payload, 'tool_calls').map((call) => ({ call, text: textOf(call.tool_response) }));
  return calls
    .filter(({ text }) => text.startsWith('<tool_use_error>'))
    .map(({ call, text }) => failureFact(call, text, base));
}

const editTools = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit', 'apply_patch']);

/** What kind of event a tool's use is. */
export function kindOf(tool: string): EventKind {
  if (editTools.has(tool)) return 'edit';
  return tool === 'Bash' ? 'command' : 'tool';
}
