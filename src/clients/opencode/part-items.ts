import { compact, type Dict, dictAt, numberAt, stringAt } from '../../domain/json.ts';
import { parseTime } from '../../domain/time.ts';
import type { SessionHead, TraceItem } from '../../domain/trace.ts';
import type { Outcome } from '../outcome.ts';
import type { RowPlace } from '../row-parser.ts';
import { endOutcome, failureOutcome } from './outcome.ts';
import { toolCallOf } from './tool-call.ts';
import { parseOpencodeUserText } from './user-text.ts';

/** Where a part stands and what was told before it. */
export interface PartPlace {
  readonly place: RowPlace;
  readonly head: SessionHead;
  /** `user`, `assistant`, or `summary` for what retells the session. */
  readonly role: string;
  /** Ids of calls that were told already. */
  readonly called: Set<string>;
}

/** What the parts of a person's message tell: one prompt. Parts that opencode or a plugin added are marked. */
export function promptItems(messageId: string, parts: readonly Dict[], at: PartPlace): TraceItem[] {
  if (at.head.agentId !== undefined) return [];
  const typed = parts.filter(
    (part) => part.type === 'text' && part.synthetic !== true && part.ignored !== true,
  );
  const text = parseOpencodeUserText(typed.map((part) => stringAt(part, 'text') ?? '').join('\n'));
  return text === undefined ? [] : [{ kind: 'prompt', ...at.place, text, promptId: messageId }];
}

/** What a part tells that is no part of a prompt. A text counts when it is whole. */
export function partItems(part: Dict, whole: boolean, at: PartPlace): TraceItem[] {
  if (part.type === 'tool') return toolItems(part, at);
  if (part.type === 'compaction') return [{ kind: 'compaction', ...at.place }];
  const end = numberAt(dictAt(part, 'time') ?? {}, 'end');
  const text = (stringAt(part, 'text') ?? '').trim();
  if (part.type !== 'text' || at.role !== 'assistant' || text === '' || !(whole || end)) return [];
  return [{ kind: 'assistant', ...at.place, at: parseTime(end) ?? at.place.at, text }];
}

function toolItems(part: Dict, at: PartPlace): TraceItem[] {
  const state = dictAt(part, 'state') ?? {};
  const toolUseId = stringAt(part, 'callID') ?? stringAt(part, 'id');
  if (toolUseId === undefined || state.status === 'pending') return [];
  const time = dictAt(state, 'time') ?? {};
  const outcome = outcomeOfState(state);
  const end = parseTime(numberAt(time, 'end')) ?? at.place.at;
  const call = callItems(part, { toolUseId, at: parseTime(numberAt(time, 'start')) ?? at.place.at }, at);
  return outcome ? [...call, { kind: 'result', ...at.place, at: end, toolUseId, ...outcome }] : call;
}

/** One call an id: a part is told again as it goes on. */
function callItems(
  part: Dict,
  told: { readonly toolUseId: string; readonly at: string },
  { place, head, called }: PartPlace,
): TraceItem[] {
  if (called.has(told.toolUseId)) return [];
  called.add(told.toolUseId);
  const input = dictAt(dictAt(part, 'state') ?? {}, 'input') ?? {};
  const call = toolCallOf(stringAt(part, 'tool') ?? 'unknown', input);
  return [compact({ kind: 'call' as const, ...place, ...told, ...call, agentId: head.agentId })];
}

function outcomeOfState(state: Dict): Outcome | undefined {
  if (state.status === 'error') return failureOutcome(stringAt(state, 'error') ?? '');
  if (state.status !== 'completed') return undefined;
  return endOutcome(dictAt(state, 'metadata')?.exit, stringAt(state, 'output') ?? '');
}
