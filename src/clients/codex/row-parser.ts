import { compact, type Dict, dictAt, dictsAt, isDict, stringAt } from '../../domain/json.ts';
import { parseTime } from '../../domain/time.ts';
import type { SessionHead, TraceItem } from '../../domain/trace.ts';
import type { ParserStart, RowParser } from '../client.ts';
import { isOwnAgentPrompt } from '../own-agent.ts';
import { type Outcome, outcomeOfEvent, outcomeOfOutput } from './outcome.ts';
import { headOfMeta } from './session-head.ts';
import { type ToolCall, toolCallOf } from './tool-call.ts';
import { createTwiceTold, type TwiceTold } from './twice-told.ts';
import { parseCodexUserText } from './user-text.ts';

/** Reads Codex rollouts, from the bare rows before 0.40 to 0.171. Of earlier rows it keeps the head, the last time, the messages told lately and the ids of the calls seen. */
export function createCodexRowParser(start: ParserStart = {}): RowParser {
  let head: SessionHead = start.head ?? { client: 'codex', sessionId: '' };
  let lastAt = start.at ?? new Date(0).toISOString();
  const fold = createCodexFold();
  const skipReason = (): string | undefined => (head.ownAgent ? 'started by hebb' : undefined);

  const parse = (line: number, value: unknown): TraceItem[] => {
    if (!isDict(value) || skipReason() !== undefined) return [];
    lastAt = parseTime(value.timestamp) ?? lastAt;
    const row = payloadRow(value);
    head = growHead(head, row);
    const items = fold.itemsOf(row, { row: line, at: lastAt }, head);
    if (items.some((item) => item.kind === 'prompt' && isOwnAgentPrompt(item.text)))
      head = { ...head, ownAgent: true };
    return skipReason() === undefined ? items : [];
  };
  return {
    parse,
    get head() {
      return head;
    },
    get skipReason() {
      return skipReason();
    },
  };
}

/** A row without its envelope. */
interface CodexRow {
  readonly envelope: string;
  readonly type: string;
  readonly payload: Dict;
}

/** Rows before 0.40 had no envelope: the first one told the session, the others were response items. */
function payloadRow(value: Dict): CodexRow {
  const payload = dictAt(value, 'payload');
  const type = stringAt(value, 'type') ?? '';
  if (payload) return { envelope: type, type: stringAt(payload, 'type') ?? '', payload };
  if (type === '' && stringAt(value, 'id')) return { envelope: 'session_meta', type: '', payload: value };
  return { envelope: 'response_item', type, payload: value };
}

/** Where no meta or turn tells the folder (before 0.40), the surroundings that Codex put in front of the first prompt do. */
function growHead(head: SessionHead, { envelope, payload }: CodexRow): SessionHead {
  if (envelope === 'session_meta') return headOfMeta(head, payload);
  if (head.cwd !== undefined) return head;
  const cwd = envelope === 'turn_context' ? stringAt(payload, 'cwd') : folderOf(payload);
  return cwd === undefined ? head : { ...head, cwd };
}

function folderOf(payload: Dict): string | undefined {
  const texts = dictsAt(payload, 'content').map((block) => stringAt(block, 'text') ?? '');
  const surroundings = texts.find((text) => text.startsWith('<environment_context>'))?.slice(0, 10_000) ?? '';
  return /(?:<cwd>|Current working directory: )([^<\n]{1,4096})/.exec(surroundings)?.[1]?.trim();
}

interface Place {
  readonly row: number;
  readonly at: string;
}

/** What is remembered from row to row. */
interface Memory {
  readonly told: TwiceTold;
  readonly called: Set<string>;
  readonly answered: Set<string>;
  /** Id of the last call that had none. */
  nameless: string | undefined;
}

function createCodexFold() {
  const memory: Memory = {
    told: createTwiceTold(),
    called: new Set(),
    answered: new Set(),
    nameless: undefined,
  };
  return {
    itemsOf(row: CodexRow, place: Place, head: SessionHead): TraceItem[] {
      if (row.envelope === 'compacted') return [{ kind: 'compaction', ...place }];
      if (row.envelope === 'response_item') return responseItems(row, place, { head, memory });
      return row.envelope === 'event_msg' ? eventItems(row, place, { head, memory }) : [];
    },
  };
}

interface Context {
  readonly head: SessionHead;
  readonly memory: Memory;
}

function responseItems({ type, payload }: CodexRow, place: Place, context: Context): TraceItem[] {
  if (type === 'message') return messageItems(payload, place, context);
  const { memory } = context;
  if (/(?:_output|^tool_result)$/.test(type)) {
    const outcome = outcomeOfOutput(payload.output ?? payload.result);
    return resultItems(callId(payload) ?? memory.nameless, outcome, { place, memory });
  }
  if (!/_call$/.test(type)) return [];
  const toolUseId = callId(payload) ?? stringAt(payload, 'id') ?? `row-${place.row}`;
  if (callId(payload) === undefined) memory.nameless = toolUseId;
  const items = callItems(toolUseId, callOf(type, payload), { place, ...context });
  const done = type === 'web_search_call' && payload.status === 'completed';
  return done ? [...items, ...resultItems(toolUseId, { ok: true }, { place, memory })] : items;
}

const callId = (payload: Dict): string | undefined => stringAt(payload, 'call_id');

function callOf(type: string, payload: Dict): ToolCall {
  const name = stringAt(payload, 'name') ?? stringAt(dictAt(payload, 'function') ?? {}, 'name');
  if (type === 'local_shell_call') return toolCallOf('local_shell', payload.action);
  const args = payload.arguments ?? payload.input ?? payload.action;
  return toolCallOf(name ?? type.replace(/_call$/, ''), args);
}

function messageItems(payload: Dict, place: Place, context: Context): TraceItem[] {
  const texts = dictsAt(payload, 'content').map((block) => stringAt(block, 'text') ?? '');
  if (payload.role === 'user') return promptItems('response', texts, { place, ...context });
  if (payload.role !== 'assistant') return [];
  return assistantItems('response', texts.join('\n'), { place, memory: context.memory });
}

/** Blocks are looked at one by one: some versions put the surroundings and the prompt into one message. Prompts of a sub-agent were written by its parent. */
function promptItems(kind: string, texts: readonly string[], at: Context & { place: Place }): TraceItem[] {
  const text = texts
    .map(parseCodexUserText)
    .filter((part) => part !== undefined)
    .join('\n');
  if (text === '' || at.head.agentId !== undefined || at.memory.told.isRepeat(kind, text)) return [];
  return [{ kind: 'prompt', ...at.place, text }];
}

function assistantItems(kind: string, text: string, at: { place: Place; memory: Memory }): TraceItem[] {
  if (text.trim() === '' || at.memory.told.isRepeat(`${kind} answer`, text)) return [];
  return [{ kind: 'assistant', ...at.place, text: text.trim() }];
}

/** One call an id, whoever tells it first. */
function callItems(toolUseId: string, call: ToolCall, at: Context & { place: Place }): TraceItem[] {
  if (at.memory.called.has(toolUseId)) return [];
  at.memory.called.add(toolUseId);
  return [compact({ kind: 'call' as const, ...at.place, toolUseId, ...call, agentId: at.head.agentId })];
}

/** One result an id: thread items come before outputs and say more. */
function resultItems(
  toolUseId: string | undefined,
  outcome: Outcome | undefined,
  { place, memory }: { place: Place; memory: Memory },
): TraceItem[] {
  if (toolUseId === undefined || outcome === undefined || memory.answered.has(toolUseId)) return [];
  memory.answered.add(toolUseId);
  return [{ kind: 'result', ...place, toolUseId, ...outcome }];
}

function eventItems({ type, payload }: CodexRow, place: Place, context: Context): TraceItem[] {
  if (type === 'user_message') return oldPrompt(payload, place, context);
  if (type === 'agent_message')
    return assistantItems('event', stringAt(payload, 'message') ?? '', { place, memory: context.memory });
  if (type === 'turn_aborted')
    return payload.reason === 'interrupted' ? [{ kind: 'interrupt', ...place }] : [];
  const step = type === 'item_completed' ? itemStep(dictAt(payload, 'item') ?? {}) : endStep(type, payload);
  if (step) return stepItems(step, place, context);
  return type === 'item_completed' ? itemMessage(dictAt(payload, 'item') ?? {}, place, context) : [];
}

function oldPrompt(payload: Dict, place: Place, context: Context): TraceItem[] {
  const kind = stringAt(payload, 'kind');
  if (kind === 'environment_context' || kind === 'user_instructions') return [];
  return promptItems('event', [stringAt(payload, 'message') ?? ''], { place, ...context });
}

function itemMessage(item: Dict, place: Place, context: Context): TraceItem[] {
  const texts = dictsAt(item, 'content').map((block) => stringAt(block, 'text') ?? '');
  if (item.type === 'UserMessage') return promptItems('item', texts, { place, ...context });
  if (item.type !== 'AgentMessage') return [];
  return assistantItems('item', texts.join('\n'), { place, memory: context.memory });
}

/** A step as told by an event: the call where no row of its own told it, and the outcome. */
interface Step {
  readonly id: string | undefined;
  readonly call: ToolCall;
  readonly outcome: Outcome;
}

function stepItems({ id, call, outcome }: Step, place: Place, context: Context): TraceItem[] {
  if (id === undefined) return [];
  const { memory } = context;
  return [...callItems(id, call, { place, ...context }), ...resultItems(id, outcome, { place, memory })];
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
  return call && { id: callId(payload), call, outcome: outcomeOfEvent(payload) };
}

function stepCall(kind: string, item: Dict): ToolCall | undefined {
  if (kind === 'CommandExecution') return toolCallOf('Bash', { command: item.command });
  if (kind === 'FileChange')
    return { tool: 'apply_patch', input: { files: Object.keys(dictAt(item, 'changes') ?? {}) } };
  if (kind !== 'McpToolCall') return undefined;
  const tool = `mcp__${stringAt(item, 'server') ?? ''}__${stringAt(item, 'tool') ?? ''}`;
  return { tool, input: dictAt(item, 'arguments') ?? {} };
}
