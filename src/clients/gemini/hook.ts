import { type Result, success } from '../../domain/failure.ts';
import type { HookFact } from '../../domain/hook-fact.ts';
import { compact, type Dict, dictAt, sortedText, stringAt } from '../../domain/json.ts';
import { isOwnAgentPrompt } from '../../domain/own-agent.ts';
import { parseTime } from '../../domain/time.ts';
import { hookToldId } from '../../domain/told-id.ts';
import {
  type HookBase,
  hookBase,
  kindOfTool,
  namelessPayload,
  plainFact,
  toolFields,
} from '../hook-fields.ts';
import { toolName } from '../tool-names.ts';
import { outcomeOfResponse } from './outcome.ts';
import { parseGeminiUserText } from './user-text.ts';

/** Reads a hook payload of Gemini CLI (0.61). It gives no ids to prompts and tool uses; its own time and the payload itself stand for one. */
export function parseGeminiHook(payload: Dict, receivedAt: string): Result<HookFact[]> {
  const told = hookBase(payload, 'gemini', parseTime(payload.timestamp) ?? receivedAt);
  return told ? success(factsOf(told.event, payload, told.base)) : namelessPayload();
}

function factsOf(event: string, payload: Dict, base: HookBase): HookFact[] {
  const plain = plainFact(plainNames[event] ?? event, base);
  if (plain) return [plain];
  if (event === 'BeforeAgent') return promptFacts(payload, base);
  return event === 'AfterTool' ? [toolFact(payload, base)] : [];
}

/** What Gemini calls events that others call differently. */
const plainNames: Readonly<Record<string, string>> = { AfterAgent: 'Stop', PreCompress: 'PreCompact' };

function promptFacts(payload: Dict, base: HookBase): HookFact[] {
  const text = parseGeminiUserText(stringAt(payload, 'prompt') ?? '');
  if (text === undefined || isOwnAgentPrompt(text)) return [];
  return [{ ...base, kind: 'prompt', ok: 'unknown', text, promptId: idOf(payload, base) }];
}

function toolFact(payload: Dict, base: HookBase): HookFact {
  const { tool: called, input } = toolFields(payload);
  const tool = toolName(called);
  const { ok, refused, errorText } = outcomeOfResponse(called, dictAt(payload, 'tool_response') ?? {});
  const hasFailed = ok === false && !refused;
  return compact({
    ...base,
    tool,
    input,
    toolUseId: idOf(payload, base),
    kind: hasFailed ? ('tool-failed' as const) : kindOfTool(tool),
    ok: refused ? ('unknown' as const) : ok,
    errorText: hasFailed ? errorText : undefined,
  });
}

const idOf = (payload: Dict, { sessionId, at }: HookBase): string =>
  hookToldId(sessionId, parseTime(payload.timestamp) ?? at, sortedText(payload));
