import type { NearMemory } from '../pipeline/injection-prompt.ts';
import { createMemoryIndex } from '../pipeline/memory-index.ts';
import { rankRecall } from '../pipeline/rank-recall.ts';
import { indexEntriesOf } from '../pipeline/recall-item.ts';
import type { CommandInput } from './command.ts';

/** Memories looked at for a prompt: more than are given, since some were given already or are left out. */
const pool = 40;

/** What a prompt reminds of. */
export interface Reminded {
  /** Best first. */
  readonly memories: readonly NearMemory[];
  /** Ids as memories are called today. */
  currentIds(ids: readonly string[]): readonly string[];
}

/** Who is reminded, and as of when. */
export interface RemindInput extends Pick<CommandInput, 'door'> {
  readonly prompt: string;
  readonly owners: readonly string[];
  readonly now: string;
}

/** What recall finds for a prompt. */
export async function remind({ door, prompt, owners, now }: RemindInput): Promise<Reminded> {
  const store = await door.read();
  const state = store.state();
  const index = createMemoryIndex(indexEntriesOf(state), {
    relations: state.relations.values(),
    edges: state.edges.values(),
  });
  const found = rankRecall(index, prompt, { owners, now, limit: pool, strength: store.policy().strength });
  return {
    memories: found.sort((a, b) => b.score - a.score || (a.item.id < b.item.id ? -1 : 1)),
    currentIds: (ids) => {
      const rows = ids.map((id) => index.rowOf(id)).filter((row) => row !== undefined);
      return index.items(rows).map(({ id }) => id);
    },
  };
}
