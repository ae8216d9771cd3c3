import { compact, type Dict, dictAt, isDict, stringAt } from '../../domain/json.ts';
import { parseTime } from '../../domain/time.ts';
import type { SessionHead, TraceItem } from '../../domain/trace.ts';
import type { ParserStart, RowParser } from '../client.ts';
import { isOwnAgentPrompt } from '../own-agent.ts';
import { type Correction, correctionOf, isUserModified } from './correction.ts';
import { outcomeOf } from './outcome.ts';
import { isCommandText, isInterrupt, parseUserText } from './user-text.ts';

/** Where a row stands and when. */
interface Place {
  readonly row: number;
  readonly at: string;
}

/** Reads Claude Code rows (reference: transcripts of 1.0.17 to 2.1.332). Of earlier rows it keeps the head, the last time, and the inputs of edits that wait for their result. */
export function createClaudeRowParser(start: ParserStart = {}): RowParser {
  let head: SessionHead = start.head ?? { client: 'claude-code', sessionId: '' };
  let skipReason = skipReasonOf(head);
  let lastAt = start.at ?? new Date(0).toISOString();
  const edits = new Map<string, Dict>();

  const parse = (line: number, value: unknown): TraceItem[] => {
    if (!isDict(value) || skipReason !== undefined) return [];
    head = growHead(head, value, start.parentSession);
    lastAt = parseTime(value.timestamp) ?? lastAt;
    const items = itemsOf(value, { row: line, at: lastAt }, edits);
    if (items.some((item) => item.kind === 'prompt' && isOwnAgentPrompt(item.text)))
      head = { ...head, ownAgent: true };
    skipReason = skipReasonOf(head);
    return skipReason === undefined ? items : [];
  };
  return {
    parse,
    get head() {
      return head;
    },
    get skipReason() {
      return skipReason;
    },
  };
}

function skipReasonOf(head: SessionHead): string | undefined {
  if (head.ownAgent) return 'started by hebb';
  return head.agentId?.startsWith('acompact-') ? 'compaction helper' : undefined;
}

/** Message rows tell folder, branch and version; when the first of them is a sub-agent's, so is the file. */
function growHead(head: SessionHead, row: Dict, parentSession: string | undefined): SessionHead {
  const isOwnFile = row.isSidechain === true && head.cwd === undefined;
  return compact({
    client: head.client,
    sessionId: sessionOf(head, row, parentSession),
    cwd: head.cwd ?? stringAt(row, 'cwd'),
    branch: stringAt(row, 'gitBranch') || head.branch,
    clientVersion: stringAt(row, 'version') ?? head.clientVersion,
    agentId: head.agentId ?? (isOwnFile ? stringAt(row, 'agentId') : undefined),
    ownAgent: head.ownAgent,
  });
}

/** The last session id wins: a resumed file begins with rows of the session before. Inline rows of a sub-agent may name it instead of the session. */
function sessionOf(head: SessionHead, row: Dict, parentSession: string | undefined): string {
  const id = stringAt(row, 'sessionId') ?? stringAt(row, 'session_id') ?? head.sessionId;
  if (id.startsWith('agent-')) return parentSession ?? id;
  const isForeign =
    head.sessionId !== '' && head.agentId === undefined && stringAt(row, 'agentId') !== undefined;
  return isForeign ? head.sessionId : id;
}

function itemsOf(row: Dict, place: Place, edits: Map<string, Dict>): TraceItem[] {
  if (row.type === 'user') return userItems(row, place, edits);
  if (row.type === 'assistant') return assistantItems(row, place, edits);
  if (row.type === 'attachment') return queuedPrompt(row, place);
  if (row.type === 'system' && row.subtype === 'compact_boundary') return [{ kind: 'compaction', ...place }];
  return [];
}

function userItems(row: Dict, place: Place, edits: Map<string, Dict>): TraceItem[] {
  const blocks = blocksOf(dictAt(row, 'message')?.content);
  const results = blocks.filter((block) => block.type === 'tool_result');
  const texts = blocks.map(textOfBlock).filter((text) => text !== undefined);
  const items: TraceItem[] = results.flatMap((block) => resultItem(row, block, place, edits));
  if (texts.some(isInterrupt)) return [...items, { kind: 'interrupt', ...place }];
  if (results.length > 0 || !isTyped(row) || texts.some(isCommandText)) return items;
  return [...items, ...promptItem(texts, stringAt(row, 'promptId') ?? stringAt(row, 'uuid'), place)];
}

const blocksOf = (content: unknown): Dict[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isDict) : [];
};

const textOfBlock = (block: Dict): string | undefined =>
  block.type === 'text' ? stringAt(block, 'text') : undefined;

/** Whether a row was typed by the person: not the client's own talk, not a summary, not a sub-agent's task, not another agent's message. */
function isTyped(row: Dict): boolean {
  const flags = ['isMeta', 'isCompactSummary', 'isVisibleInTranscriptOnly', 'isSynthetic', 'isSidechain'];
  if (flags.some((flag) => row[flag] === true)) return false;
  if (stringAt(row, 'agentId') ?? stringAt(row, 'parent_tool_use_id')) return false;
  if (automaticSources.has(stringAt(row, 'promptSource') ?? '')) return false;
  return isFromPerson(dictAt(row, 'origin'));
}

const automaticSources = new Set(['system', 'loop_wakeup', 'schedule_wakeup', 'poll_event']);
const foreignOrigins = new Set(['task-notification', 'coordinator', 'peer', 'channel']);

/** A message that names its sender comes from another agent or a channel. */
const isFromPerson = (origin: Dict | undefined): boolean =>
  origin === undefined || (origin.from === undefined && !foreignOrigins.has(stringAt(origin, 'kind') ?? ''));

function promptItem(texts: readonly string[], promptId: string | undefined, place: Place): TraceItem[] {
  const typed = texts.map(parseUserText).filter((text) => text !== undefined);
  if (typed.length === 0) return [];
  return [compact({ kind: 'prompt' as const, ...place, text: typed.join('\n'), promptId })];
}

/** A prompt typed while the agent was busy is kept as an attachment. */
function queuedPrompt(row: Dict, place: Place): TraceItem[] {
  const attachment = dictAt(row, 'attachment') ?? {};
  if (attachment.type !== 'queued_command' || !isTyped({ ...row, ...attachment })) return [];
  if ((stringAt(attachment, 'commandMode') ?? 'prompt') !== 'prompt') return [];
  const texts = blocksOf(attachment.prompt)
    .map(textOfBlock)
    .filter((text) => text !== undefined);
  return promptItem(texts, stringAt(attachment, 'source_uuid') ?? stringAt(row, 'uuid'), place);
}

function assistantItems(row: Dict, place: Place, edits: Map<string, Dict>): TraceItem[] {
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
  place: Place & { index: number },
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

function resultItem(row: Dict, block: Dict, place: Place, edits: Map<string, Dict>): TraceItem[] {
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
