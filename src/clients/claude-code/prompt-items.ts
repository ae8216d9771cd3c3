import { compact, type Dict, dictAt, isDict, stringAt } from '../../domain/json.ts';
import type { TraceItem } from '../../domain/trace.ts';
import type { RowPlace } from '../row-parser.ts';
import { automaticSources, isCommandText, parseUserText } from './user-text.ts';

/** Blocks of a content, which may be one string. */
export const blocksOf = (content: unknown): Dict[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isDict) : [];
};

/** Text of a text block. */
export const textOfBlock = (block: Dict): string | undefined =>
  block.type === 'text' ? stringAt(block, 'text') : undefined;

/** The prompt of a user row without tool results, if the person typed one. */
export function rowPrompt(row: Dict, texts: readonly string[], place: RowPlace): TraceItem[] {
  if (!isTyped(row) || texts.some(isCommandText)) return [];
  return promptItem(texts, stringAt(row, 'promptId') ?? stringAt(row, 'uuid'), place);
}

/** Whether a row was typed by the person: not the client's own talk, not a summary, not a sub-agent's task, not another agent's message. */
function isTyped(row: Dict): boolean {
  const flags = ['isMeta', 'isCompactSummary', 'isVisibleInTranscriptOnly', 'isSynthetic', 'isSidechain'];
  if (flags.some((flag) => row[flag] === true)) return false;
  if (stringAt(row, 'agentId') ?? stringAt(row, 'parent_tool_use_id')) return false;
  if (automaticSources.has(stringAt(row, 'promptSource') ?? '')) return false;
  return isFromPerson(dictAt(row, 'origin'));
}

const foreignOrigins = new Set(['task-notification', 'coordinator', 'peer', 'channel']);

/** A message that names its sender comes from another agent or a channel. */
const isFromPerson = (origin: Dict | undefined): boolean =>
  origin === undefined || (origin.from === undefined && !foreignOrigins.has(stringAt(origin, 'kind') ?? ''));

function promptItem(texts: readonly string[], promptId: string | undefined, place: RowPlace): TraceItem[] {
  const typed = texts.map(parseUserText).filter((text) => text !== undefined);
  if (typed.length === 0) return [];
  return [compact({ kind: 'prompt' as const, ...place, text: typed.join('\n'), promptId })];
}

/** A prompt typed while the agent was busy is kept as an attachment. */
export function queuedPrompt(row: Dict, place: RowPlace): TraceItem[] {
  const attachment = dictAt(row, 'attachment') ?? {};
  if (attachment.type !== 'queued_command' || !isTyped({ ...row, ...attachment })) return [];
  if ((stringAt(attachment, 'commandMode') ?? 'prompt') !== 'prompt') return [];
  const texts = blocksOf(attachment.prompt)
    .map(textOfBlock)
    .filter((text) => text !== undefined);
  return promptItem(texts, stringAt(attachment, 'source_uuid') ?? stringAt(row, 'uuid'), place);
}
