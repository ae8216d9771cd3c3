import { stringAt } from '../../domain/json.ts';
import type { RowSieve } from '../client.ts';

/**
 * Rows that do not stand: a message that is told again under its id, for its last telling says all, and messages that
 * `$rewindTo` takes back with everything after them (an id that is not there takes back all). `$set.messages` takes
 * nothing back: the client writes it when it compresses the chat, and what was done before was done.
 */
export function createGeminiSieve(): RowSieve {
  const lines = new Map<string, number>();
  const fallen = new Set<number>();
  const drop = (id: string): void => {
    fallen.add(lines.get(id) ?? 0);
    lines.delete(id);
  };
  return {
    see(line, value) {
      const target = stringAt(value, '$rewindTo');
      const id = stringAt(value, 'id');
      if (target !== undefined) {
        const ids = [...lines.keys()];
        for (const taken of ids.slice(Math.max(ids.indexOf(target), 0))) drop(taken);
      } else if (id !== undefined) {
        fallen.add(lines.get(id) ?? 0);
        lines.set(id, line);
      }
    },
    stands: (line) => !fallen.has(line),
  };
}
