import { type Result, success } from '../../domain/failure.ts';
import type { HookFact } from '../../domain/hook-fact.ts';
import { compact, type Dict, dictAt, stringAt } from '../../domain/json.ts';
import { isOwnAgentPrompt } from '../../domain/own-agent.ts';
import { parseTime } from '../../domain/time.ts';
import { type HookBase, hookBase, kindOfTool, namelessPayload } from '../hook-fields.ts';
import type { Outcome } from '../outcome.ts';
import { endOutcome, failureOutcome } from './outcome.ts';
import { toolCallOf } from './tool-call.ts';
import { parseOpencodeUserText } from './user-text.ts';

/**
 * What hebb's plugin for opencode writes, one object an event: opencode has no hooks that run commands, so the plugin
 * (`templates/opencode/`) says what happened in these words. It writes the object as one spool file of its own.
 *
 * | hook_event_name | opencode's own | fields beside the common ones |
 * |---|---|---|
 * | `session.created` | event `session.created` | |
 * | `chat.message` | hook `chat.message` | `prompt`: its text parts that are not synthetic, joined by a newline; `message_id` |
 * | `tool.execute.after` | hook `tool.execute.after` | `call_id`, `tool_name`, `tool_input` (`args`), `output`, `exit_code` (`metadata.exit`) |
 * | `tool.error` | event `message.part.updated` of a tool part whose `state.status` is `error` | `call_id`, `tool_name`, `tool_input` (`state.input`), `error` (`state.error`) |
 * | `session.compacted` | event `session.compacted` | |
 * | `session.idle` | event `session.idle` | |
 * | `session.deleted` | event `session.deleted` | |
 */
export interface OpencodePayload {
  readonly client: 'opencode';
  readonly hook_event_name: string;
  /** opencode's `sessionID`. */
  readonly session_id: string;
  /** Of a sub-agent's session, the session that started it (`info.parentID` of `session.created`). */
  readonly parent_id?: string;
  /** The plugin's `directory`. */
  readonly cwd: string;
  /** ISO 8601; without it the time of the spool file counts. */
  readonly timestamp?: string;
  readonly tool_name?: string;
  readonly tool_input?: Dict;
  /** What the tool answered. Only of a command that failed is anything kept: the plugin may cut it to 4,000 characters. */
  readonly output?: string;
  /** Exit status of a shell command; null when it was stopped. */
  readonly exit_code?: number | null;
  readonly error?: string;
  /** opencode's `callID`: the same in its transcripts. */
  readonly call_id?: string;
  readonly prompt?: string;
  /** opencode's `messageID` of the prompt: the same in its transcripts. */
  readonly message_id?: string;
}

const plainKinds: Readonly<Record<string, HookFact['kind']>> = {
  'session.created': 'session-start',
  'session.idle': 'stop',
  'session.compacted': 'compact',
  'session.deleted': 'session-end',
};

/** Reads what the plugin wrote (`OpencodePayload`). */
export function parseOpencodeHook(payload: Dict, receivedAt: string): Result<HookFact[]> {
  const told = hookBase(payload, 'opencode', parseTime(payload.timestamp) ?? receivedAt);
  return told ? success(factsOf(told.event, payload, ofParent(payload, told.base))) : namelessPayload();
}

/** What a sub-agent did belongs to the session that started it. */
function ofParent(payload: Dict, base: HookBase): HookBase {
  const parent = stringAt(payload, 'parent_id');
  return parent === undefined ? base : { ...base, sessionId: parent, agentId: base.sessionId };
}

function factsOf(event: string, payload: Dict, base: HookBase): HookFact[] {
  const plain = plainKinds[event];
  if (plain) return base.agentId === undefined ? [{ ...base, kind: plain, ok: 'unknown' }] : [];
  if (event === 'chat.message') return promptFacts(payload, base);
  if (event === 'tool.execute.after')
    return [toolFact(payload, base, endOutcome(payload.exit_code, stringAt(payload, 'output') ?? ''))];
  if (event !== 'tool.error') return [];
  return [toolFact(payload, base, failureOutcome(stringAt(payload, 'error') ?? ''))];
}

function promptFacts(payload: Dict, base: HookBase): HookFact[] {
  const text = parseOpencodeUserText(stringAt(payload, 'prompt') ?? '');
  if (text === undefined || base.agentId !== undefined || isOwnAgentPrompt(text)) return [];
  const promptId = stringAt(payload, 'message_id');
  return [compact({ ...base, kind: 'prompt' as const, ok: 'unknown' as const, text, promptId })];
}

/** A step that was refused or stopped is no failure of the step: its outcome stays unknown. */
function toolFact(payload: Dict, base: HookBase, outcome: Outcome): HookFact {
  const { tool, input } = toolCallOf(
    stringAt(payload, 'tool_name') ?? 'unknown',
    dictAt(payload, 'tool_input') ?? {},
  );
  const toolUseId = stringAt(payload, 'call_id');
  const hasFailed = outcome.ok === false && !outcome.refused;
  return compact({
    ...base,
    tool,
    input,
    toolUseId,
    kind: hasFailed ? ('tool-failed' as const) : kindOfTool(tool),
    ok: outcome.refused ? ('unknown' as const) : outcome.ok,
    errorText: hasFailed ? outcome.errorText : undefined,
  });
}
