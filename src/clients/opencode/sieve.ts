import { dictAt, stringAt } from '../../domain/json.ts';
import type { RowSieve } from '../client.ts';
import { eventKind, parseOpencodeRow } from './opencode-row.ts';

/** Rows of messages and parts that a later event removed: what the person took back. */
export function createOpencodeSieve(): RowSieve {
  const linesOf = new Map<string, number[]>();
  const fallen = new Set<number>();
  const note = (id: string | undefined, line: number): void => {
    if (id === undefined) return;
    const lines = linesOf.get(id);
    if (lines) lines.push(line);
    else linesOf.set(id, [line]);
  };
  return {
    see(line, row) {
      const data = dictAt(row, 'data') ?? {};
      const removed = { 'message.removed': 'messageID', 'message.part.removed': 'partID' }[eventKind(row)];
      if (removed) {
        for (const told of linesOf.get(stringAt(data, removed) ?? '') ?? []) fallen.add(told);
        return;
      }
      const { message, parts } = parseOpencodeRow(row);
      note(stringAt(message ?? parts[0] ?? {}, message ? 'id' : 'messageID'), line);
      if (!message) note(stringAt(parts[0] ?? {}, 'id'), line);
    },
    stands: (line) => !fallen.has(line),
  };
}
