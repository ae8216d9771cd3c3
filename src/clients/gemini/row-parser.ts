import { compact, type Dict, dictAt, dictsAt, stringAt, stringsAt } from '../../domain/json.ts';
import { parseTime } from '../../domain/time.ts';
import type { SessionHead, TraceItem } from '../../domain/trace.ts';
import type { ParserStart, RowParser } from '../client.ts';
import { createParser, type RowPlace } from '../row-parser.ts';
import { toolName } from '../tool-names.ts';
import { outcomeOfCall } from './outcome.ts';
import { isSnapshot, parseGeminiUserText, textOfParts } from './user-text.ts';

/** Reads rows of Gemini chats, single documents of 2025 to 0.61. Keeps nothing of earlier rows but the head. */
export function createGeminiRowParser(start: ParserStart = {}): RowParser {
  return createParser({ client: 'gemini', growHead: growGeminiHead(start), itemsOf }, start);
}

/** The first row names the session; a sub-agent's file lies in its parent's folder and names itself. */
const growGeminiHead =
  ({ parentSession }: ParserStart) =>
  (head: SessionHead, row: Dict): SessionHead => {
    const id = stringAt(row, 'sessionId');
    const folder = stringsAt(row, 'directories')[0] ?? stringsAt(dictAt(row, '$set') ?? {}, 'directories')[0];
    return compact({
      ...head,
      sessionId: head.sessionId || (parentSession ?? id ?? ''),
      agentId: head.agentId ?? (parentSession === undefined ? undefined : id),
      cwd: head.cwd ?? folder,
    });
  };

function itemsOf(row: Dict, place: RowPlace, head: SessionHead): TraceItem[] {
  if (row.type === 'user') return promptItems(row, place, head);
  if (row.type === 'gemini') return [...answerItems(row, place), ...callsOf(row, place, head)];
  return isCompression(row) ? [{ kind: 'compaction', ...place }] : [];
}

/** The chat was compressed: its messages are set anew, with a summary among them. */
const isCompression = (row: Dict): boolean =>
  dictsAt(dictAt(row, '$set') ?? {}, 'messages').some((message) => isSnapshot(textOfParts(message.content)));

/** What was shown to the person is what they typed; the content may quote whole files. */
function promptItems(row: Dict, place: RowPlace, head: SessionHead): TraceItem[] {
  const shown = textOfParts(row.displayContent);
  const text = parseGeminiUserText(shown || textOfParts(row.content));
  if (text === undefined || head.agentId !== undefined) return [];
  return [compact({ kind: 'prompt' as const, ...place, text, promptId: stringAt(row, 'id') })];
}

function answerItems(row: Dict, place: RowPlace): TraceItem[] {
  const text = textOfParts(row.content).trim();
  return text === '' ? [] : [{ kind: 'assistant', ...place, text }];
}

function callsOf(row: Dict, place: RowPlace, head: SessionHead): TraceItem[] {
  return dictsAt(row, 'toolCalls').flatMap((call, index): TraceItem[] => {
    const toolUseId = stringAt(call, 'id') ?? `${stringAt(row, 'id') ?? place.row}#${index}`;
    const outcome = outcomeOfCall(call);
    const tool = toolName(stringAt(call, 'name') ?? 'unknown');
    const input = dictAt(call, 'args') ?? {};
    const told = compact({ kind: 'call' as const, ...place, toolUseId, tool, input, agentId: head.agentId });
    const at = parseTime(call.timestamp) ?? place.at;
    return outcome ? [told, { kind: 'result', ...place, at, toolUseId, ...outcome }] : [told];
  });
}
