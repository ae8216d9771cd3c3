import type { Policy } from '../domain/policy.ts';
import type { RecallIndex } from '../domain/recall.ts';
import { attentionTopics, sessionsSinceFocus } from '../pipeline/attention.ts';
import { indexEntriesOf, indexEntryOf, isLifting } from '../pipeline/recall-item.ts';
import { readSettings, withMemoryConfig } from '../store/config.ts';
import { readHomeKeys } from '../store/home-facts.ts';
import { openRecallIndex, type RecallSource } from '../store/recall-index.ts';
import type { Store } from '../store/store.ts';
import type { Lexicon } from '../text/synonyms.ts';
import type { CommandInput } from './command.ts';

/** How memories become documents. */
const source: RecallSource = {
  entriesOf: indexEntriesOf,
  entryOf: indexEntryOf,
  isLifting,
  topicsOf: (store) => topicsOf(store),
};

const topicsOf = (store: Store): Readonly<Record<string, number>> => {
  const state = store.state();
  return attentionTopics(state, sessionsSinceFocus(state), store.policy().attention);
};

/** What recall works with, from the index where there is one, else from the store. */
export interface RecallDesk {
  readonly index: RecallIndex;
  readonly policy: Policy;
  /** What the person is busy with: weight by topic, 0..1. */
  readonly topics: Readonly<Record<string, number>>;
  /** The person's own synonyms with the shipped ones; absent where there are none but those. */
  readonly lexicon?: Lexicon;
  /** Name of this machine in the usage log; absent where hebb never wrote. */
  readonly machine?: string;
  /** Whether the index in `cache/` answered; without it the whole home was read. */
  readonly fromIndex: boolean;
  close(): void;
}

/** What of a command's input recall needs. */
export type RecallInput = Pick<CommandInput, 'host' | 'door' | 'versions'>;

/** Opens what recall works with. The store is opened only where the index cannot be brought up to date without it. */
export async function openRecall(input: RecallInput): Promise<RecallDesk> {
  const { files, paths } = input.door.bare();
  const machine = readHomeKeys(paths)?.machineId;
  const settings = await readSettings(paths);
  const shared = {
    ...(settings.synonyms.length > 0 ? { lexicon: await ownLexicon(settings.synonyms) } : {}),
    ...(machine === undefined ? {} : { machine }),
  };
  const opened =
    machine === undefined
      ? undefined
      : await openRecallIndex({
          ...indexInput(input, machine),
          files,
          paths,
          openStore: () => input.door.read(),
        });
  if (!opened) return { ...shared, ...(await openInMemory(input)) };
  const { head } = opened;
  const policy = withMemoryConfig(settings.policy, head.memoryConfig, paths.core);
  return {
    ...shared,
    policy,
    index: opened.index,
    topics: head.topics,
    fromIndex: true,
    close: opened.close,
  };
}

const indexInput = ({ host, versions }: Pick<RecallInput, 'host' | 'versions'>, machine: string) => ({
  owner: host,
  version: versions.hebb,
  machine,
  source,
});

async function ownLexicon(synonyms: readonly (readonly string[])[]): Promise<Lexicon> {
  const { buildLexicon } = await import('../text/synonyms.ts');
  return buildLexicon(synonyms);
}

async function openInMemory({ door }: RecallInput): Promise<Omit<RecallDesk, 'lexicon' | 'machine'>> {
  const store = await door.read();
  const state = store.state();
  const { createMemoryIndex } = await import('../pipeline/memory-index.ts');
  const links = { relations: state.relations.values(), edges: state.edges.values() };
  return {
    index: createMemoryIndex(indexEntriesOf(state), links),
    policy: store.policy(),
    topics: topicsOf(store),
    fromIndex: false,
    close: () => {},
  };
}

/**
 * Brings the index up to date at the end of a command that committed something, so that the hook after it need not. A home without
 * an index gets none: the first recall makes it. Never fails.
 */
export async function refreshRecall(
  input: Pick<RecallInput, 'host' | 'versions'>,
  store: Store,
): Promise<void> {
  const { refreshRecallIndex } = await import('../store/recall-index.ts');
  const machine = store.home().machineId;
  await refreshRecallIndex({
    ...indexInput(input, machine),
    files: store.files,
    paths: store.paths,
    openStore: async () => store,
  });
}
