import type { NamedEmbedding } from '../domain/embedding-settings.ts';
import type { Host } from '../domain/host.ts';
import type { ModelLedger } from '../domain/model-ledger.ts';
import type { Block } from '../domain/report.ts';
import type { VectorTable } from '../domain/vectors.ts';
import { createEmbeddingModel, embeddingId } from '../models/create-embedding.ts';
import type { EmbeddingReply, MeteredEmbedding } from '../models/embedding.ts';
import { ledgerBlocks } from '../pipeline/ledger-blocks.ts';
import {
  isSameTable,
  type MissingText,
  missingTexts,
  type Said,
  tableOf,
  vectorsByHash,
} from '../pipeline/memory-vectors.ts';
import { indexEntriesOf } from '../pipeline/recall-item.ts';
import type { Store } from '../store/store.ts';
import { readVectorTable, writeVectorTable } from '../store/vectors.ts';
import { modelHost } from './model-host.ts';

/** Texts of one call: one that a service refuses keeps no more than these from being embedded. */
const batchSize = 32;
const failuresToStop = 2;

/** What became of the vectors of memories in a run. */
export interface Embedded {
  /** Texts that got a vector. */
  readonly made: number;
  /** Texts that still have none, for the next run. */
  readonly left: number;
  /** Why some have none; absent when nothing went wrong. */
  readonly problem?: string;
  /** Absent when nobody was asked. */
  readonly ledger?: ModelLedger;
}

/** What memories are embedded with. */
export interface EmbedInput {
  readonly store: Store;
  readonly host: Host;
  readonly settings: NamedEmbedding;
  /** Only counts what there is to do: nothing leaves. */
  readonly dry: boolean;
}

/**
 * Embeds the memories that recall may return, as far as their text is new or changed and the caps allow; vectors of what is
 * gone are dropped. What was embedded before something failed is kept. Never throws for a model's sake.
 */
export async function embedMemories({ store, host, settings, dry }: EmbedInput): Promise<Embedded> {
  const { paths } = store;
  const modelId = embeddingId(settings);
  const memories = indexEntriesOf(store.state()).map(({ item }) => item);
  const known = readVectorTable(paths, modelId);
  const missing = missingTexts(memories, known);
  if (dry) return { made: 0, left: missing.length };
  if (missing.length === 0) {
    keepTable(store, modelId, { known, table: tableOf(memories, vectorsByHash(known)) });
    return { made: 0, left: 0 };
  }
  const model = await createEmbeddingModel(settings, modelHost(host, paths.home));
  const round = await embedMissing({ memories, model, tell: host.progress }, missing, known);
  const vectors = isOther(round, known)
    ? round.vectors
    : new Map([...vectorsByHash(known), ...round.vectors]);
  const table = tableOf(memories, vectors);
  keepTable(store, modelId, { known, table });
  return {
    made: round.vectors.size,
    left: missingTexts(memories, table).length,
    ...(round.problem === undefined ? {} : { problem: round.problem }),
    ledger: model.ledger(),
  };
}

/** What the file holds and what it should hold. */
interface Tables {
  readonly known: VectorTable | undefined;
  readonly table: VectorTable | undefined;
}

function keepTable(store: Store, modelId: string, { known, table }: Tables): void {
  if (!isSameTable(known, table)) writeVectorTable(store, modelId, table);
}

interface Desk {
  readonly memories: readonly Said[];
  readonly model: MeteredEmbedding;
  tell(text: string): void;
}

/** Embedding while it goes on. */
interface Round {
  readonly vectors: Map<string, Float32Array>;
  /** Numbers in a vector, since the first answer. */
  size?: number;
  problem?: string;
  failuresInRow: number;
}

/** A model that answers in another size than before is another model: nothing that is known can be compared with it. */
const isOther = ({ size }: Round, known: VectorTable | undefined): boolean =>
  known !== undefined && size !== undefined && size !== known.size;

async function embedMissing(
  desk: Desk,
  missing: readonly MissingText[],
  known: VectorTable | undefined,
): Promise<Round> {
  const round: Round = { vectors: new Map(), failuresInRow: 0 };
  await embedTexts(desk, round, { texts: missing, until: () => isOther(round, known) });
  if (!isOther(round, known)) return round;
  const texts = missingTexts(desk.memories, undefined).filter(({ hash }) => !round.vectors.has(hash));
  await embedTexts(desk, round, { texts, until: () => false });
  return round;
}

async function embedTexts(
  { model, tell }: Desk,
  round: Round,
  { texts, until }: { texts: readonly MissingText[]; until(): boolean },
): Promise<void> {
  for (let from = 0; from < texts.length; from += batchSize) {
    if (round.failuresInRow >= failuresToStop || until()) return;
    tell(`embedding memories: ${from} of ${texts.length}`);
    const batch = texts.slice(from, from + batchSize);
    takeReply(round, batch, await model.embed(batch.map(({ text }) => text)));
  }
}

function takeReply(round: Round, batch: readonly MissingText[], reply: EmbeddingReply): void {
  if (reply.kind !== 'vectors') {
    round.problem = reply.reason;
    round.failuresInRow += 1;
    return;
  }
  const size = reply.vectors[0]?.length ?? 0;
  if (round.size !== undefined && size !== round.size) {
    round.problem = `it gave vectors of ${size} numbers after some of ${round.size}`;
    round.failuresInRow = failuresToStop;
    return;
  }
  round.size = size;
  round.failuresInRow = 0;
  for (const [place, vector] of reply.vectors.entries()) round.vectors.set(batch[place]?.hash ?? '', vector);
}

/** What became of vectors, as lines of a report; nothing when there was nothing to do. */
export function embeddedBlocks({ made, left, problem, ledger }: Embedded, dry: boolean): Block[] {
  if (dry) return left === 0 ? [] : [{ kind: 'line', text: `${left} memories would be embedded.` }];
  if (made + left === 0) return [];
  const why = problem === undefined ? '' : ` (${problem})`;
  const rest = left === 0 ? '' : `; ${left} wait for the next run${why}`;
  return [
    { kind: 'line', text: `Memories embedded: ${made}${rest}.`, ...(left > 0 ? { tone: 'warn' } : {}) },
    ...ledgerBlocks(ledger),
  ];
}
