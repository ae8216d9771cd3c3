import type { StoreDoor } from '../commands/command.ts';
import type { Host } from '../domain/host.ts';
import { readSettings } from '../store/config.ts';
import { createDryFiles, createFiles, diskOps, type FileOps, type Files } from '../store/files.ts';
import { openToRead, openToWrite } from '../store/open-store.ts';
import { pathsOf } from '../store/paths.ts';
import type { Store, StoreInput } from '../store/store.ts';
import { homeFolder } from './home-folder.ts';

/** How a process opens its store. */
export interface DoorOptions {
  /** Writes stay in memory. */
  readonly dry: boolean;
  /** The seam of writing; tests put theirs in. */
  readonly ops?: FileOps;
}

const penOf = (host: Host, options: DoorOptions): Files =>
  options.dry ? createDryFiles() : createFiles(options.ops ?? diskOps, `${host.pid}-${host.random(3)}`);

async function storeInput(host: Host, options: DoorOptions): Promise<StoreInput> {
  const paths = pathsOf(homeFolder(host));
  const files = penOf(host, options);
  const settings = await readSettings(paths);
  return {
    paths,
    files,
    owner: host,
    settings,
    now: () => host.now(),
    random: (bytes) => host.random(bytes),
  };
}

/** Opens the home once a process, for reading until somebody wants to write. `opened` tells what to publish at the end. */
export function createDoor(host: Host, options: DoorOptions): StoreDoor & { opened(): Store | undefined } {
  let reader: Store | undefined;
  let writer: Store | undefined;
  return {
    read: async () => {
      reader ??= writer ?? openToRead(await storeInput(host, { ...options, dry: true }));
      return writer ?? reader;
    },
    write: async () => {
      writer ??= openToWrite(await storeInput(host, options));
      reader = undefined;
      return writer;
    },
    current: () => writer ?? reader,
    bare: () => ({ files: penOf(host, options), paths: pathsOf(homeFolder(host)) }),
    opened: () => (options.dry ? undefined : writer),
  };
}
