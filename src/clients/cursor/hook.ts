import { type Result, success } from '../../domain/failure.ts';
import type { HookFact } from '../../domain/hook-fact.ts';
import {
  compact,
  type Dict,
  isDict,
  numberAt,
  parseDict,
  sortedText,
  stringAt,
  stringsAt,
} from '../../domain/json.ts';
import { isOwnAgentPrompt } from '../../domain/own-agent.ts';
import { hookToldId } from '../../domain/told-id.ts';
import { type HookBase, kindOfTool, namelessPayload } from '../hook-fields.ts';
import type { Outcome } from '../outcome.ts';
import { outcomeOfFailure, outcomeOfOutput } from './outcome.ts';
import { toolCallOf } from './tool-call.ts';
import { parseCursorUserText } from './user-text.ts';

const plainKinds: Readonly<Record<string, HookFact['kind']>> = {
  sessionStart: 'session-start',
  sessionEnd: 'session-end',
  stop: 'stop',
  preCompact: 'compact',
};

/**
 * Reads a hook payload of Cursor (1.7 to 2.x). Only `postToolUse` and `postToolUseFailure` tell how a step ended and
 * give it an id; for the others the payload stands for one, since it names the turn and how long the step took.
 * `user_email` is never read.
 */
export function parseCursorHook(payload: Dict, receivedAt: string): Result<HookFact[]> {
  const sessionId = stringAt(payload, 'conversation_id') || stringAt(payload, 'session_id');
  const event = stringAt(payload, 'hook_event_name');
  if (!sessionId || !event) return namelessPayload();
  const base = compact({
    at: receivedAt,
    client: 'cursor',
    clientVersion: stringAt(payload, 'cursor_version'),
    sessionId,
    cwd: folderOf(payload),
    turnId: stringAt(payload, 'generation_id'),
    transcriptPath: stringAt(payload, 'transcript_path'),
  });
  return success(factsOf(event, payload, base));
}

/** The workspace; a command's own folder may lie below it. On Windows it is told as `/c:/…`. */
function folderOf(payload: Dict): string {
  const folder = stringsAt(payload, 'workspace_roots')[0] ?? stringAt(payload, 'cwd') ?? '';
  return folder.replace(/^\/([a-z]:)/i, '$1');
}

function factsOf(event: string, payload: Dict, base: HookBase): HookFact[] {
  const plain = plainKinds[event];
  if (plain) return [{ ...base, kind: plain, ok: 'unknown' }];
  if (event === 'beforeSubmitPrompt') return promptFacts(payload, base);
  const outcome = outcomeOf(event, payload);
  return outcome ? [toolFact(event, payload, base, outcome)] : [];
}

function promptFacts(payload: Dict, base: HookBase): HookFact[] {
  const text = parseCursorUserText(stringAt(payload, 'prompt') ?? '');
  if (text === undefined || isOwnAgentPrompt(text)) return [];
  const promptId = hookToldId(base.sessionId, 'prompt', base.turnId ?? base.at, text);
  return [{ ...base, kind: 'prompt', ok: 'unknown', text, promptId }];
}

/** How a step ended, by the event that tells of it; undefined for other events. */
function outcomeOf(event: string, payload: Dict): Outcome | undefined {
  if (event === 'postToolUse') return outcomeOfOutput(payload.tool_output);
  if (event === 'postToolUseFailure') return outcomeOfFailure(payload);
  if (event === 'afterFileEdit') return { ok: true };
  return event === 'afterShellExecution' || event === 'afterMCPExecution' ? { ok: 'unknown' } : undefined;
}

function callOf(event: string, payload: Dict): { tool: string; input: Dict } {
  if (event === 'afterFileEdit')
    return toolCallOf('Edit', { file_path: payload.file_path, edits: payload.edits });
  if (event === 'afterShellExecution') return toolCallOf('Shell', { command: payload.command });
  return toolCallOf(stringAt(payload, 'tool_name') ?? 'unknown', inputOf(payload.tool_input));
}

/** `afterMCPExecution` gives the input as text. */
function inputOf(told: unknown): Dict {
  return isDict(told) ? told : (parseDict(String(told)) ?? {});
}

function toolFact(event: string, payload: Dict, base: HookBase, outcome: Outcome): HookFact {
  const { tool, input } = callOf(event, payload);
  const hasFailed = outcome.ok === false && !outcome.refused;
  return compact({
    ...base,
    tool,
    input,
    toolUseId: stringAt(payload, 'tool_use_id') ?? hookToldId(base.sessionId, sortedText(payload)),
    kind: hasFailed ? ('tool-failed' as const) : kindOfTool(tool),
    ok: outcome.refused ? ('unknown' as const) : outcome.ok,
    errorText: hasFailed ? outcome.errorText : undefined,
    durationMs: numberAt(payload, 'duration'),
  });
}
