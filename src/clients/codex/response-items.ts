import { type Dict, dictAt, dictsAt, stringAt } from '../../domain/json.ts';
import type { TraceItem } from '../../domain/trace.ts';
import type { CodexRow } from './codex-row.ts';
import { outcomeOfOutput } from './outcome.ts';
import { assistantItems, type CodexPlace, callItems, promptItems, resultItems } from './told-items.ts';
import { type ToolCall, toolCallOf } from './tool-call.ts';

/** What a response item tells: a message, a call or an output. */
export function responseItems({ type, payload }: CodexRow, at: CodexPlace): TraceItem[] {
  if (type === 'message') return messageItems(payload, at);
  if (/(?:_output|^tool_result)$/.test(type)) {
    const outcome = outcomeOfOutput(payload.output ?? payload.result);
    return resultItems(callId(payload) ?? at.memory.nameless, outcome, at);
  }
  if (!/_call$/.test(type)) return [];
  const toolUseId = callId(payload) ?? stringAt(payload, 'id') ?? `row-${at.place.row}`;
  if (callId(payload) === undefined) at.memory.nameless = toolUseId;
  const items = callItems(toolUseId, callOf(type, payload), at);
  const done = type === 'web_search_call' && payload.status === 'completed';
  return done ? [...items, ...resultItems(toolUseId, { ok: true }, at)] : items;
}

const callId = (payload: Dict): string | undefined => stringAt(payload, 'call_id');

function callOf(type: string, payload: Dict): ToolCall {
  const name = stringAt(payload, 'name') ?? stringAt(dictAt(payload, 'function') ?? {}, 'name');
  if (type === 'local_shell_call') return toolCallOf('local_shell', payload.action);
  const args = payload.arguments ?? payload.input ?? payload.action;
  return toolCallOf(name ?? type.replace(/_call$/, ''), args);
}

function messageItems(payload: Dict, at: CodexPlace): TraceItem[] {
  const texts = dictsAt(payload, 'content').map((block) => stringAt(block, 'text') ?? '');
  if (payload.role === 'user') return promptItems('response', texts, at);
  if (payload.role !== 'assistant') return [];
  return assistantItems('response', texts.join('\n'), at);
}
