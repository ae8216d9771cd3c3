import type { Policy } from '../domain/policy.ts';
import type { RecallIndex } from '../domain/recall.ts';
import { readSettings, type Settings, withMemoryConfig } from '../store/config.ts';
import type { Files } from '../store/files.ts';
import { readHomeKeys } from '../store/home-facts.ts';
import { openRecallIndex, refreshRecallIndex } from '../store/recall-index.ts';
import type { Store } from '../store/store.ts';
import { buildLexicon, defaultLexicon, type Lexicon, withOthers } from '../text/synonyms.ts';
import type { CommandInput } from './command.ts';
import type { VectorAnswer, VectorSearch } from './recall-vectors.ts';

/** What recall works with, from the index where there is one, else from the store. */
export interface RecallDesk {
  readonly index: RecallIndex;
  readonly policy: Policy;
  /** What the person is busy with: weight by topic, 0..1. */
  readonly topics: Readonly<Record<string, number>>;
  /** The person's own synonyms with the shipped ones. */
  readonly lexicon: Lexicon;
  /** Name of this machine in the usage log; absent where hebb never wrote. */
  readonly machine?: string;
  /** Whether the index in `cache/` answered; without it the whole home was read. */
  readonly fromIndex: boolean;
  /** What embeddings find; nothing, at once, where the home names no embedding model. */
  findVectors(search: VectorSearch): Promise<VectorAnswer>;
  close(): void;
}

/** What of a command's input recall needs. */
export type RecallInput = Pick<CommandInput, 'host' | 'door' | 'versions'>;

/** Opens what recall works with. The store is opened only where the index cannot be brought up to date without it. */
export async function openRecall(input: RecallInput): Promise<RecallDesk> {
  const { files, paths } = input.door.bare();
  const machine = readHomeKeys(paths)?.machineId;
  const settings = await readSettings(paths);
  if (machine === undefined) return openInMemory(input, settings);
  const opened = await openRecallIndex({
    ...indexInput(input, settings),
    machine,
    files,
    paths,
    openStore: () => input.door.read(),
  });
  if (!opened) return { ...(await openInMemory(input, settings)), machine };
  const { head, index, othersOf, close } = opened;
  return {
    machine,
    index,
    policy: withMemoryConfig(settings.policy, head.memoryConfig, paths.core),
    topics: head.topics,
    lexicon: withOthers(defaultLexicon, { get: othersOf }),
    fromIndex: true,
    findVectors: vectorFinder(input, settings, index),
    close,
  };
}

const indexInput = (
  { host, versions }: Pick<RecallInput, 'host' | 'versions'>,
  { synonyms }: Pick<Settings, 'synonyms'>,
) => ({
  owner: host,
  version: versions.hebb,
  synonyms: JSON.stringify(synonyms),
  onWritten: (done: number, total: number) => host.progress('writing the index', { done, total }),
  loadSource: async () => (await import('./recall-source.ts')).recallSource(synonyms),
});

/** What asks embeddings; what that takes is loaded where the home names a model. */
function vectorFinder(
  { host, door }: RecallInput,
  { models: { embedding } }: Settings,
  index: RecallIndex,
): RecallDesk['findVectors'] {
  if (embedding.kind === 'none') return async () => ({});
  const desk = { settings: embedding, host, paths: door.bare().paths, index };
  return async (search) => (await import('./recall-vectors.ts')).searchVectors(desk, search);
}

async function openInMemory(input: RecallInput, settings: Settings): Promise<RecallDesk> {
  const { synonyms } = settings;
  const [store, { createMemoryIndex }, { indexEntriesOf }, { topicsOf }] = await Promise.all([
    input.door.read(),
    import('../pipeline/memory-index.ts'),
    import('../pipeline/recall-item.ts'),
    import('./recall-source.ts'),
  ]);
  const state = store.state();
  const links = { relations: state.relations.values(), edges: state.edges.values() };
  const index = createMemoryIndex(indexEntriesOf(state), links);
  return {
    index,
    policy: store.policy(),
    topics: topicsOf(store),
    lexicon: synonyms.length > 0 ? buildLexicon(synonyms) : defaultLexicon,
    fromIndex: false,
    findVectors: vectorFinder(input, settings, index),
    close: () => {},
  };
}

/**
 * Brings the index up to date at the end of a command that committed something, so that the hook after it need not. A home without an
 * index gets one from commands that take their time (`makes`), else from the first recall. Never fails.
 */
export async function refreshRecall(
  input: Pick<RecallInput, 'host' | 'versions'>,
  store: Store,
  { files, makes }: { readonly files: Files; readonly makes: boolean },
): Promise<void> {
  const { paths, settings } = store;
  const rest = { machine: store.home().machineId, files, paths, openStore: async () => store };
  await refreshRecallIndex({ ...indexInput(input, settings), ...rest }, makes);
}
