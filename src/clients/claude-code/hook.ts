import { type Result, success } from '../../domain/failure.ts';
import type { HookFact } from '../../domain/hook-fact.ts';
import { compact, type Dict, dictAt, dictsAt, stringAt } from '../../domain/json.ts';
import { isOwnAgentPrompt } from '../../domain/own-agent.ts';
import { textOfBlocks } from '../block-text.ts';
import {
  callFields,
  type HookBase,
  hookBase,
  isSlashCommand,
  kindOfTool,
  namelessPayload,
  plainFact,
  toolFields,
} from '../hook-fields.ts';
import { correctionOf, isUserModified } from './correction.ts';
import { failureOutcome, isUnfinished } from './outcome.ts';
import { automaticSources, parseUserText } from './user-text.ts';

/** Reads a hook payload of Claude Code, mid-2025 to 2.1.332. */
export function parseClaudeHook(payload: Dict, receivedAt: string): Result<HookFact[]> {
  const told = hookBase(payload, 'claude-code', receivedAt);
  return told ? success(factsOf(told.event, payload, told.base)) : namelessPayload();
}

function factsOf(event: string, payload: Dict, base: HookBase): HookFact[] {
  const plain = plainFact(event, base);
  if (plain) return [plain];
  if (event === 'UserPromptSubmit') return promptFacts(payload, base);
  if (event === 'PostToolUse') return [successFact(payload, base)];
  if (event === 'PostToolUseFailure') return [failureFact(payload, stringAt(payload, 'error') ?? '', base)];
  return event === 'PostToolBatch' ? batchFacts(payload, base) : [];
}

function promptFacts(payload: Dict, base: HookBase): HookFact[] {
  const text = parseUserText(stringAt(payload, 'prompt') ?? '');
  if (text === undefined || isSlashCommand(text) || isOwnAgentPrompt(text)) return [];
  if (automaticSources.has(stringAt(payload, 'source') ?? '') || base.agentId !== undefined) return [];
  return [{ ...base, kind: 'prompt', ok: 'unknown', text }];
}

function successFact(payload: Dict, base: HookBase): HookFact {
  const { tool, input } = toolFields(payload);
  const response = dictAt(payload, 'tool_response') ?? {};
  return compact({
    ...base,
    ...callFields(payload),
    tool,
    input,
    kind: kindOfTool(tool),
    ok: isUnfinished(response) ? ('unknown' as const) : true,
    userModified: isUserModified(response) || undefined,
    correction: isUserModified(response) ? correctionOf(input, response) : undefined,
  });
}

/** A refused or interrupted call is no failure of the step: its outcome stays unknown. */
function failureFact(call: Dict, text: string, base: HookBase): HookFact {
  const { refused, errorText } = failureOutcome(text, call.is_interrupt === true);
  const fields = { ...base, ...callFields(call), ...toolFields(call) };
  if (refused) return { ...fields, kind: kindOfTool(fields.tool), ok: 'unknown' };
  return compact({ ...fields, kind: 'tool-failed' as const, ok: false as const, errorText });
}

/** Calls whose input was invalid raise no hook of their own: only the batch tells of them. The others are told by theirs. */
function batchFacts(payload: Dict, base: HookBase): HookFact[] {
  const calls = dictsAt(payload, 'tool_calls').map((call) => ({
    call,
    text: textOfBlocks(call.tool_response),
  }));
  return calls
    .filter(({ text }) => text.startsWith('<tool_use_error>'))
    .map(({ call, text }) => failureFact(call, text, base));
}
