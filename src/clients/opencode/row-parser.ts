import { compact, type Dict, dictAt, stringAt } from '../../domain/json.ts';
import type { SessionHead, TraceItem } from '../../domain/trace.ts';
import type { ParserStart, RowParser } from '../client.ts';
import { createParser, type RowPlace } from '../row-parser.ts';
import { parseOpencodeRow, timeOfRow } from './opencode-row.ts';
import { type PartPlace, partItems, promptItems } from './part-items.ts';

/** Reads rows of opencode: exports, the older storage, the database, and events (1.0 to 1.18). Of earlier rows it keeps, beside the head, whose each message is and which calls were told. */
export function createOpencodeRowParser(start: ParserStart = {}): RowParser {
  const memory = { roles: new Map<string, string>(), called: new Set<string>() };
  return createParser(
    {
      client: 'opencode',
      growHead: growOpencodeHead,
      timeOf: timeOfRow,
      itemsOf: (row, place, head) => itemsOf(row, { place, head }, memory),
    },
    start,
  );
}

/** A sub-agent's session names the one that started it: it belongs to that. */
function growOpencodeHead(head: SessionHead, row: Dict): SessionHead {
  const { session, message } = parseOpencodeRow(row);
  if (!session)
    return head.sessionId === '' && message
      ? { ...head, sessionId: stringAt(message, 'sessionID') ?? '' }
      : head;
  const id = stringAt(session, 'id') ?? head.sessionId;
  const parent = stringAt(session, 'parentID');
  return compact({
    ...head,
    sessionId: parent ?? id,
    agentId: parent === undefined ? head.agentId : id,
    cwd: head.cwd ?? stringAt(session, 'directory'),
    clientVersion: stringAt(session, 'version') ?? head.clientVersion,
  });
}

interface Memory {
  readonly roles: Map<string, string>;
  readonly called: Set<string>;
}

function itemsOf(row: Dict, at: { place: RowPlace; head: SessionHead }, memory: Memory): TraceItem[] {
  const { message, parts, whole } = parseOpencodeRow(row);
  const messageId = stringAt(message ?? {}, 'id') ?? stringAt(parts[0] ?? {}, 'messageID') ?? '';
  if (message) memory.roles.set(messageId, roleOf(message));
  const role = memory.roles.get(messageId) ?? '';
  const place: PartPlace = { ...at, role, called: memory.called };
  const told = parts.flatMap((part) => partItems(part, whole, place));
  if (role === 'user') return [...promptItems(messageId, parts, place), ...told];
  return message && wasAborted(message) ? [...told, { kind: 'interrupt', ...at.place }] : told;
}

/** An answer that sums the session up for the model is no finding of the agent. */
const roleOf = (message: Dict): string =>
  message.summary === true || message.mode === 'compaction' ? 'summary' : (stringAt(message, 'role') ?? '');

const wasAborted = (message: Dict): boolean => dictAt(message, 'error')?.name === 'MessageAbortedError';
