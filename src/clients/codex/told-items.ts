import { compact } from '../../domain/json.ts';
import type { SessionHead, TraceItem } from '../../domain/trace.ts';
import type { Outcome } from '../outcome.ts';
import type { RowPlace } from '../row-parser.ts';
import type { ToolCall } from './tool-call.ts';
import { createTwiceTold, type TwiceTold } from './twice-told.ts';
import { parseCodexUserText } from './user-text.ts';

/** Where an item stands and what was told before it. */
export interface CodexPlace {
  readonly place: RowPlace;
  readonly head: SessionHead;
  readonly memory: CodexMemory;
}

/** What is remembered from row to row. */
export interface CodexMemory {
  readonly told: TwiceTold;
  readonly called: Set<string>;
  readonly answered: Set<string>;
  /** Id of the last call that had none. */
  nameless: string | undefined;
}

/** A memory of nothing. */
export const createCodexMemory = (): CodexMemory => ({
  told: createTwiceTold(),
  called: new Set(),
  answered: new Set(),
  nameless: undefined,
});

/** Blocks are looked at one by one: some versions put the surroundings and the prompt into one message. Prompts of a sub-agent were written by its parent. */
export function promptItems(kind: string, texts: readonly string[], at: CodexPlace): TraceItem[] {
  const text = texts
    .map(parseCodexUserText)
    .filter((part) => part !== undefined)
    .join('\n');
  if (text === '' || at.head.agentId !== undefined || at.memory.told.isRepeat(kind, text)) return [];
  return [{ kind: 'prompt', ...at.place, text }];
}

/** What the agent said, once. */
export function assistantItems(kind: string, text: string, at: CodexPlace): TraceItem[] {
  if (text.trim() === '' || at.memory.told.isRepeat(`${kind} answer`, text)) return [];
  return [{ kind: 'assistant', ...at.place, text: text.trim() }];
}

/** One call an id, whoever tells it first. */
export function callItems(toolUseId: string, call: ToolCall, at: CodexPlace): TraceItem[] {
  if (at.memory.called.has(toolUseId)) return [];
  at.memory.called.add(toolUseId);
  return [compact({ kind: 'call' as const, ...at.place, toolUseId, ...call, agentId: at.head.agentId })];
}

/** One result an id: thread items come before outputs and say more. */
export function resultItems(
  toolUseId: string | undefined,
  outcome: Outcome | undefined,
  { place, memory }: CodexPlace,
): TraceItem[] {
  if (toolUseId === undefined || outcome === undefined || memory.answered.has(toolUseId)) return [];
  memory.answered.add(toolUseId);
  return [{ kind: 'result', ...place, toolUseId, ...outcome }];
}
