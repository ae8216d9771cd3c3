import { type Dict, dictAt, dictsAt, stringAt } from '../../domain/json.ts';
import type { TraceItem } from '../../domain/trace.ts';
import type { Outcome } from '../outcome.ts';
import type { CodexRow } from './codex-row.ts';
import { outcomeOfEvent } from './outcome.ts';
import { assistantItems, type CodexPlace, callItems, promptItems, resultItems } from './told-items.ts';
import { type ToolCall, toolCallOf } from './tool-call.ts';

/** What an event tells: a message or a step of older versions, a thread item of newer ones, an interrupt. */
export function eventItems({ type, payload }: CodexRow, at: CodexPlace): TraceItem[] {
  if (type === 'user_message') return oldPrompt(payload, at);
  if (type === 'agent_message') return assistantItems('event', stringAt(payload, 'message') ?? '', at);
  if (type === 'turn_aborted')
    return payload.reason === 'interrupted' ? [{ kind: 'interrupt', ...at.place }] : [];
  const step = type === 'item_completed' ? itemStep(dictAt(payload, 'item') ?? {}) : endStep(type, payload);
  if (step) return stepItems(step, at);
  return type === 'item_completed' ? itemMessage(dictAt(payload, 'item') ?? {}, at) : [];
}

function oldPrompt(payload: Dict, at: CodexPlace): TraceItem[] {
  const kind = stringAt(payload, 'kind');
  if (kind === 'environment_context' || kind === 'user_instructions') return [];
  return promptItems('event', [stringAt(payload, 'message') ?? ''], at);
}

function itemMessage(item: Dict, at: CodexPlace): TraceItem[] {
  const texts = dictsAt(item, 'content').map((block) => stringAt(block, 'text') ?? '');
  if (item.type === 'UserMessage') return promptItems('item', texts, at);
  if (item.type !== 'AgentMessage') return [];
  return assistantItems('item', texts.join('\n'), at);
}

/** A step as told by an event: the call where no row of its own told it, and the outcome. */
interface Step {
  readonly id: string | undefined;
  readonly call: ToolCall;
  readonly outcome: Outcome;
}

function stepItems({ id, call, outcome }: Step, at: CodexPlace): TraceItem[] {
  if (id === undefined) return [];
  return [...callItems(id, call, at), ...resultItems(id, outcome, at)];
}

/** A thread item of 0.17x that is a step. */
function itemStep(item: Dict): Step | undefined {
  const call = stepCall(stringAt(item, 'type') ?? '', item);
  return call && { id: stringAt(item, 'id'), call, outcome: outcomeOfEvent(item) };
}

/** An event of older versions that ends a step. */
function endStep(type: string, payload: Dict): Step | undefined {
  const kinds: Readonly<Record<string, string>> = {
    exec_command_end: 'CommandExecution',
    patch_apply_end: 'FileChange',
    mcp_tool_call_end: 'McpToolCall',
  };
  const call = stepCall(kinds[type] ?? '', { ...payload, ...dictAt(payload, 'invocation') });
  return call && { id: stringAt(payload, 'call_id'), call, outcome: outcomeOfEvent(payload) };
}

function stepCall(kind: string, item: Dict): ToolCall | undefined {
  if (kind === 'CommandExecution') return toolCallOf('Bash', { command: item.command });
  if (kind === 'FileChange')
    return { tool: 'apply_patch', input: { files: Object.keys(dictAt(item, 'changes') ?? {}) } };
  if (kind !== 'McpToolCall') return undefined;
  const tool = `mcp__${stringAt(item, 'server') ?? ''}__${stringAt(item, 'tool') ?? ''}`;
  return { tool, input: dictAt(item, 'arguments') ?? {} };
}
