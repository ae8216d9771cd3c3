import { compact, type Dict, isDict } from '../domain/json.ts';
import { isOwnAgentPrompt } from '../domain/own-agent.ts';
import { parseTime } from '../domain/time.ts';
import type { SessionHead, TraceItem } from '../domain/trace.ts';
import type { ParserStart, RowParser } from './client.ts';

/** Where a row stands and when it was written. */
export interface RowPlace {
  readonly row: number;
  readonly at: string;
}

/** How one client's rows are read. */
export interface RowReading {
  readonly client: string;
  /** The head with what this row says of the session. */
  growHead(head: SessionHead, row: Dict): SessionHead;
  itemsOf(row: Dict, place: RowPlace, head: SessionHead): TraceItem[];
  /** When a row was written, where it is not its `timestamp` that tells. */
  timeOf?(row: Dict): string | undefined;
  /** Whether the file is no evidence for a reason of this client's own. */
  skipReasonOf?(head: SessionHead): string | undefined;
}

/** What all parsers have in common: the head, times for rows that carry none, and nothing from agents that hebb started. */
export function createParser(reading: RowReading, start: ParserStart): RowParser {
  let head: SessionHead = start.head ?? firstHead(reading, start);
  let at = start.at ?? new Date(0).toISOString();
  const skipReason = (): string | undefined =>
    head.ownAgent ? 'started by hebb' : reading.skipReasonOf?.(head);
  return {
    parse(line, value) {
      if (!isDict(value) || skipReason() !== undefined) return [];
      at = (reading.timeOf ? reading.timeOf(value) : parseTime(value.timestamp)) ?? at;
      head = reading.growHead(head, value);
      const items = reading.itemsOf(value, { row: line, at }, head);
      if (items.some(isOwnAgentItem)) head = { ...head, ownAgent: true };
      return skipReason() === undefined ? items : [];
    },
    get head() {
      return head;
    },
    get skipReason() {
      return skipReason();
    },
  };
}

const firstHead = ({ client }: RowReading, { cwd }: ParserStart): SessionHead =>
  compact({ client, sessionId: '', cwd });

const isOwnAgentItem = (item: TraceItem): boolean => item.kind === 'prompt' && isOwnAgentPrompt(item.text);
