import type { Dict } from '../../domain/json.ts';
import type { TraceItem } from '../../domain/trace.ts';
import type { ParserStart, RowParser } from '../client.ts';
import { createParser } from '../row-parser.ts';
import { parseCodexRow } from './codex-row.ts';
import { eventItems } from './event-items.ts';
import { responseItems } from './response-items.ts';
import { growCodexHead } from './session-head.ts';
import { type CodexPlace, createCodexMemory } from './told-items.ts';

/** Reads Codex rollouts, from the bare rows before 0.40 to 0.171. Of earlier rows it keeps, beside the head, the messages told lately and the ids of the calls seen. */
export function createCodexRowParser(start: ParserStart = {}): RowParser {
  const memory = createCodexMemory();
  return createParser(
    {
      client: 'codex',
      growHead: (head, row) => growCodexHead(head, parseCodexRow(row)),
      itemsOf: (row, place, head) => itemsOf(row, { place, head, memory }),
    },
    start,
  );
}

function itemsOf(value: Dict, at: CodexPlace): TraceItem[] {
  const row = parseCodexRow(value);
  if (row.envelope === 'compacted') return [{ kind: 'compaction', ...at.place }];
  if (row.envelope === 'response_item') return responseItems(row, at);
  return row.envelope === 'event_msg' ? eventItems(row, at) : [];
}
