import { compact } from '../domain/json.ts';
import type { NearMemory } from '../pipeline/injection-prompt.ts';
import { type Recalled, rankRecall } from '../pipeline/rank-recall.ts';
import { openRecall, type RecallInput } from './recall-here.ts';

/** Memories looked at for a prompt: more than are given, since some were given already or are left out. */
const pool = 15;
/** What is read of a prompt, in UTF-16 units: what is longer holds pasted matter. */
const promptLength = 4_000;

/** How long a prompt waits for embeddings at most; then words alone have to do. */
const vectorsWithinMs = 700;

/** What a prompt reminds of. */
export interface Reminded {
  /** Best first. */
  readonly memories: readonly NearMemory[];
  /** Ids as memories are called today. */
  currentIds(ids: readonly string[]): readonly string[];
  close(): void;
}

/** Who is reminded of what, and as of when. */
export interface Reminder {
  readonly prompt: string;
  readonly owners: readonly string[];
  readonly now: string;
}

/** What recall finds for a prompt. */
export async function remind(input: RecallInput, { prompt, owners, now }: Reminder): Promise<Reminded> {
  const { index, policy, topics, lexicon, findVectors, close } = await openRecall(input);
  const query = prompt.slice(0, promptLength);
  const { hits: vectorHits, problem } = await findVectors({ query, owners, withinMs: vectorsWithinMs });
  if (problem !== undefined && input.host.vars.HEBB_DEBUG === '1')
    input.host.tell(`hebb: inject: without embeddings: ${problem}\n`);
  const asked = compact({ lexicon, vectorHits });
  const context = { owners, now, limit: pool, strength: policy.strength, attention: topics, ...asked };
  return {
    memories: rankRecall(index, query, context).map(nearOf),
    currentIds: (ids) => {
      const rows = ids.map((id) => index.rowOf(id)).filter((row) => row !== undefined);
      return index.items(rows).map(({ id }) => id);
    },
    close,
  };
}

/** What was recalled with how near it is, measured for those that are looked at: mostly the first few. */
function nearOf(recalled: Recalled): NearMemory {
  const { item, cosine, why } = recalled;
  let measured: number | undefined;
  return {
    item,
    words: why.words.length,
    ...(cosine === undefined ? {} : { cosine }),
    get similarity() {
      measured ??= recalled.similarity;
      return measured;
    },
  };
}
