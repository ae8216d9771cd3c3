import type { StoreDoor } from '../commands/command.ts';
import type { Host } from '../domain/host.ts';
import { createFiles, diskOps } from '../store/files.ts';
import { pathsOf } from '../store/paths.ts';
import { homeFolder } from './home-folder.ts';

/** A door whose store is loaded only when somebody asks for it: most prompts and questions do without. */
export function lateDoor(host: Host): StoreDoor {
  let door: Promise<StoreDoor> | undefined;
  const open = async (): Promise<StoreDoor> => (await import('./door.ts')).createDoor(host, { dry: false });
  const opened = (): Promise<StoreDoor> => {
    door ??= open();
    return door;
  };
  // The clock tells two processes of one number apart as well as chance does, which would load a library of ciphers.
  const files = createFiles(diskOps, `${host.pid}-${Math.floor(host.wallMs()).toString(16)}`);
  return {
    read: async () => (await opened()).read(),
    write: async () => (await opened()).write(),
    bare: () => ({ files, paths: pathsOf(homeFolder(host)) }),
  };
}
