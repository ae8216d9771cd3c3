import { compact, type Dict, dictAt, isDict, stringAt } from '../../domain/json.ts';
import type { TraceItem } from '../../domain/trace.ts';
import type { ParserStart, RowParser } from '../client.ts';
import { createParser, type RowPlace } from '../row-parser.ts';
import { type Correction, correctionOf, isUserModified } from './correction.ts';
import { outcomeOf } from './outcome.ts';
import { blocksOf, queuedPrompt, rowPrompt, textOfBlock } from './prompt-items.ts';
import { growClaudeHead, helperReason } from './session-head.ts';
import { isInterrupt } from './user-text.ts';

/** Reads Claude Code rows (1.0.17 to 2.1.332). Of earlier rows it keeps, beside the head, the inputs of edits that wait for their result. */
export function createClaudeRowParser(start: ParserStart = {}): RowParser {
  const edits = new Map<string, Dict>();
  const reading = {
    client: 'claude-code',
    growHead: growClaudeHead(start.parentSession),
    itemsOf: (row: Dict, place: RowPlace) => itemsOf(row, place, edits),
    skipReasonOf: helperReason,
  };
  return createParser(reading, start);
}

function itemsOf(row: Dict, place: RowPlace, edits: Map<string, Dict>): TraceItem[] {
  if (row.type === 'user') return userItems(row, place, edits);
  if (row.type === 'assistant') return assistantItems(row, place, edits);
  if (row.type === 'attachment') return queuedPrompt(row, place);
  if (row.type === 'system' && row.subtype === 'compact_boundary') return [{ kind: 'compaction', ...place }];
  return [];
}

function userItems(row: Dict, place: RowPlace, edits: Map<string, Dict>): TraceItem[] {
  const blocks = blocksOf(dictAt(row, 'message')?.content);
  const results = blocks.filter((block) => block.type === 'tool_result');
  const texts = blocks.map(textOfBlock).filter((text) => text !== undefined);
  const items: TraceItem[] = results.flatMap((block) => resultItem(row, block, place, edits));
  if (texts.some(isInterrupt)) return [...items, { kind: 'interrupt', ...place }];
  return results.length > 0 ? items : rowPrompt(row, texts, place);
}

function assistantItems(row: Dict, place: RowPlace, edits: Map<string, Dict>): TraceItem[] {
  const message = dictAt(row, 'message') ?? {};
  if (row.isApiErrorMessage === true || message.model === '<synthetic>') return [];
  return blocksOf(message.content).flatMap((block, index): TraceItem[] => {
    const text = textOfBlock(block)?.trim();
    if (text) return [{ kind: 'assistant', ...place, text }];
    return block.type === 'tool_use' ? [callItem(row, block, { ...place, index }, edits)] : [];
  });
}

/** The call of a block; where the client gave it no id, the row and the block's place stand for one. */
function callItem(
  row: Dict,
  block: Dict,
  place: RowPlace & { index: number },
  edits: Map<string, Dict>,
): TraceItem {
  const { index, ...where } = place;
  const toolUseId = stringAt(block, 'id') ?? `${stringAt(row, 'uuid') ?? where.row}#${index}`;
  const input = dictAt(block, 'input') ?? {};
  if (isEditInput(input)) edits.set(toolUseId, input);
  const agentId = stringAt(row, 'agentId') ?? stringAt(row, 'parent_tool_use_id');
  return compact({
    kind: 'call' as const,
    ...where,
    toolUseId,
    tool: stringAt(block, 'name') ?? 'unknown',
    input,
    agentId: agentId ?? (row.isSidechain === true ? 'sidechain' : undefined),
  });
}

const isEditInput = (input: Dict): boolean =>
  ['new_string', 'edits', 'content'].some((key) => input[key] !== undefined);

function resultItem(row: Dict, block: Dict, place: RowPlace, edits: Map<string, Dict>): TraceItem[] {
  const toolUseId = stringAt(block, 'tool_use_id') ?? stringAt(row, 'sourceToolUseID');
  if (toolUseId === undefined) return [];
  const input = edits.get(toolUseId);
  edits.delete(toolUseId);
  const correction = rowCorrection(row.toolUseResult, input);
  return [compact({ kind: 'result' as const, ...place, toolUseId, ...outcomeOf(block, row), correction })];
}

function rowCorrection(detail: unknown, input: Dict | undefined): Correction | undefined {
  if (!isDict(detail) || !isUserModified(detail)) return undefined;
  return correctionOf(input ?? { new_string: detail.newString, old_string: detail.oldString }, detail);
}
