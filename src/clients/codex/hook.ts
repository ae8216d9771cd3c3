import { type Result, success } from '../../domain/failure.ts';
import type { HookFact } from '../../domain/hook-fact.ts';
import { compact, type Dict, dictAt, stringAt } from '../../domain/json.ts';
import { isOwnAgentPrompt } from '../../domain/own-agent.ts';
import {
  callFields,
  type HookBase,
  hookBase,
  isSlashCommand,
  kindOfTool,
  namelessPayload,
  plainFact,
} from '../hook-fields.ts';
import type { Outcome } from '../outcome.ts';
import { outcomeOfEvent, outcomeOfOutput } from './outcome.ts';
import { toolCallOf } from './tool-call.ts';
import { parseCodexUserText } from './user-text.ts';

/** Reads a hook payload of Codex (0.171). There is no failure hook, and a command's exit status is not told: outcomes come from the rollout. */
export function parseCodexHook(payload: Dict, receivedAt: string): Result<HookFact[]> {
  const told = hookBase(payload, 'codex', receivedAt);
  return told ? success(factsOf(told.event, payload, told.base)) : namelessPayload();
}

function factsOf(event: string, payload: Dict, base: HookBase): HookFact[] {
  const plain = plainFact(event, base);
  if (plain) return [plain];
  if (event === 'UserPromptSubmit') return promptFacts(payload, base);
  return event === 'PostToolUse' ? [toolFact(payload, base)] : [];
}

function promptFacts(payload: Dict, base: HookBase): HookFact[] {
  const text = parseCodexUserText(stringAt(payload, 'prompt') ?? '');
  if (text === undefined || base.agentId !== undefined) return [];
  return isSlashCommand(text) || isOwnAgentPrompt(text)
    ? []
    : [{ ...base, kind: 'prompt', ok: 'unknown', text }];
}

function toolFact(payload: Dict, base: HookBase): HookFact {
  const { tool, input } = toolCallOf(stringAt(payload, 'tool_name') ?? 'unknown', payload.tool_input);
  const { ok, errorText } = outcomeOfUse(tool, payload);
  const kind = ok === false ? 'tool-failed' : kindOfTool(tool);
  return compact({ ...base, ...callFields(payload), tool, input, kind, ok, errorText });
}

/** The answer of a shell is its bare output, which may say anything: only patches and MCP tools tell how they ended. */
function outcomeOfUse(tool: string, payload: Dict): Outcome {
  if (tool === 'Bash') return { ok: 'unknown' };
  const response = dictAt(payload, 'tool_response');
  if (response) return outcomeOfEvent({ result: response });
  return outcomeOfOutput(payload.tool_response) ?? { ok: 'unknown' };
}
