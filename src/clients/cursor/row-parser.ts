import { compact, type Dict, dictAt, isDict, stringAt } from '../../domain/json.ts';
import { rowToldId } from '../../domain/told-id.ts';
import type { SessionHead, TraceItem } from '../../domain/trace.ts';
import type { ParserStart, RowParser } from '../client.ts';
import { createParser, type RowPlace } from '../row-parser.ts';
import { outcomeOfBlock } from './outcome.ts';
import { toolCallOf } from './tool-call.ts';
import { parseCursorUserText, timeInText } from './user-text.ts';

/** Calls that no result has been told of yet, oldest first. */
type Waiting = string[];

/**
 * Reads Cursor's transcripts (2.x). Rows have neither ids nor times: an id is made of session, row and place in it, and
 * the time is the last that a prompt told, else the file's. Most versions write no results: a call that the next rows
 * say nothing of ended, nobody knows how. Of earlier rows it keeps, beside the head, the calls that wait.
 */
export function createCursorRowParser(start: ParserStart = {}): RowParser {
  const waiting: Waiting = [];
  return createParser(
    {
      client: 'cursor',
      growHead: growCursorHead(start),
      timeOf: timeOfRow,
      itemsOf: (row, place, head) => itemsOf(row, { ...place, head, waiting }),
    },
    start,
  );
}

/** No row names the session: its file does, and a sub-agent's file lies below its parent's. */
const growCursorHead =
  ({ parentSession, fileName }: ParserStart) =>
  (head: SessionHead): SessionHead =>
    head.sessionId === ''
      ? compact({
          ...head,
          sessionId: parentSession ?? fileName ?? '',
          agentId: parentSession === undefined ? undefined : fileName,
        })
      : head;

interface CursorPlace extends RowPlace {
  readonly head: SessionHead;
  readonly waiting: Waiting;
}

function blocksOf(row: Dict): Dict[] {
  const content = dictAt(row, 'message')?.content;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isDict) : [];
}

const timeOfRow = (row: Dict): string | undefined =>
  row.role === 'user' ? timeInText(blocksOf(row).map(textOf).join('\n').slice(0, 500)) : undefined;

const textOf = (block: Dict): string => (block.type === 'text' ? (stringAt(block, 'text') ?? '') : '');

function itemsOf(row: Dict, at: CursorPlace): TraceItem[] {
  const blocks = blocksOf(row);
  const results = blocks.filter((block) => block.type === 'tool_result');
  if (results.length > 0) return results.flatMap((block) => resultItems(block, at));
  const ended = endWaiting(at);
  if (row.type === 'turn_ended')
    return row.status === 'aborted' ? [...ended, { kind: 'interrupt', ...placeOf(at) }] : ended;
  if (row.role === 'user') return [...ended, ...promptItems(blocks, at)];
  return row.role === 'assistant' ? [...ended, ...assistantItems(blocks, at)] : ended;
}

const placeOf = ({ row, at }: CursorPlace): RowPlace => ({ row, at });

/** What goes on in the next row was over before it. */
const endWaiting = (at: CursorPlace): TraceItem[] =>
  at.waiting
    .splice(0)
    .map((toolUseId) => ({ kind: 'result', ...placeOf(at), toolUseId, ok: 'unknown' as const }));

function promptItems(blocks: readonly Dict[], at: CursorPlace): TraceItem[] {
  const text = blocks
    .map((block) => parseCursorUserText(textOf(block)) ?? '')
    .filter(Boolean)
    .join('\n');
  if (text === '' || at.head.agentId !== undefined) return [];
  return [{ kind: 'prompt', ...placeOf(at), text, promptId: idOf(at, 'prompt') }];
}

function assistantItems(blocks: readonly Dict[], at: CursorPlace): TraceItem[] {
  return blocks.flatMap((block, index): TraceItem[] => {
    const text = textOf(block).replaceAll('[REDACTED]', '').trim();
    if (text !== '') return [{ kind: 'assistant', ...placeOf(at), text }];
    return block.type === 'tool_use' ? [callItem(block, index, at)] : [];
  });
}

function callItem(block: Dict, index: number, at: CursorPlace): TraceItem {
  const toolUseId = stringAt(block, 'id') ?? idOf(at, String(index));
  at.waiting.push(toolUseId);
  const call = toolCallOf(stringAt(block, 'name') ?? 'unknown', dictAt(block, 'input') ?? {});
  return compact({ kind: 'call' as const, ...placeOf(at), toolUseId, ...call, agentId: at.head.agentId });
}

const idOf = ({ head, row }: CursorPlace, part: string): string =>
  rowToldId(head.sessionId, head.agentId ?? '', String(row), part);

/** A result names its call where the call had an id, else it belongs to the oldest that waits. */
function resultItems(block: Dict, at: CursorPlace): TraceItem[] {
  const named = at.waiting.indexOf(stringAt(block, 'tool_use_id') ?? '');
  const [toolUseId] = at.waiting.splice(Math.max(named, 0), 1);
  return toolUseId === undefined
    ? []
    : [{ kind: 'result', ...placeOf(at), toolUseId, ...outcomeOfBlock(block) }];
}
