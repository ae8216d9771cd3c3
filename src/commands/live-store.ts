import type { Store } from '../store/store.ts';
import type { CommandInput } from './command.ts';

/** After how many operations, or bytes of what was asked, the files are brought up to the journal without waiting. */
const publishAfter = { operations: 256, bytes: 1_048_576 };

/** What a process that lives on is told of time: it never looks at a clock itself. */
export interface Pace {
  /** Does this when nothing more was asked for a while; asked again, the while begins anew. */
  whenIdle(work: () => void): void;
}

/** The home of a process that lives on: opened at the first call, and up to date at each. */
export interface LiveStore {
  /** To look, with what other processes committed taken in. */
  toRead(): Promise<Store>;
  /** Takes in what other processes committed where the home is open already: for a command that may do without. */
  freshen(): void;
  /** To change, likewise. */
  toWrite(): Promise<Store>;
  /** Something of this many bytes was committed: the files follow when nothing more comes, or when it has become much. */
  wrote(bytes: number): void;
}

/**
 * Opens the home for writing at the first call, since a store without a pen would not keep what it adopts; a home that
 * cannot be written may still be read.
 */
export function createLiveStore({ door, host }: Pick<CommandInput, 'door' | 'host'>, pace: Pace): LiveStore {
  let writer: Promise<Store> | undefined;
  let waiting = { operations: 0, bytes: 0 };
  const open = (): Promise<Store> => {
    writer ??= door.write().catch((error: unknown) => {
      writer = undefined;
      throw error;
    });
    return writer;
  };
  const fresh = (store: Store): Store => {
    store.refresh();
    return store;
  };
  const publish = async (): Promise<void> => {
    if (waiting.operations === 0) return;
    try {
      (await open()).publish();
      waiting = { operations: 0, bytes: 0 };
    } catch (error) {
      host.tell(`hebb mcp: ${error instanceof Error ? error.message : String(error)}; it is tried again\n`);
    }
  };
  return {
    toRead: async () => fresh(await open().catch(() => door.read())),
    freshen: () => door.current?.()?.refresh(),
    toWrite: async () => fresh(await open()),
    wrote: (bytes) => {
      waiting = { operations: waiting.operations + 1, bytes: waiting.bytes + bytes };
      const isMuch = waiting.operations >= publishAfter.operations || waiting.bytes >= publishAfter.bytes;
      pace.whenIdle(() => void publish());
      if (isMuch) void publish();
    },
  };
}
