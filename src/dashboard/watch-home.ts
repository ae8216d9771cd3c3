import { basename } from 'node:path';
import { watch } from 'chokidar';

/** Folders whose changes show in no view, or show in another one as well. */
const unwatched = new Set([
  'cache',
  'locks',
  'objects',
  'sessions',
  'injected',
  'archive',
  'versions',
  'reports',
]);

/** How long nothing must happen before somebody is told: a consolidation writes many files, in milliseconds. */
const quiet = { soon: 60, later: 500 };

/** What happens in a home while somebody looks at it. */
export interface HomeWatch {
  close(): Promise<void>;
}

/** Calls `soon` when something in the home changed, and `later` once it has come to rest. */
export function watchHome(home: string, told: { soon(): void; later(): void }): HomeWatch {
  const watcher = watch(home, {
    ignoreInitial: true,
    ignored: (path) => unwatched.has(basename(path)) || path.endsWith('.tmp'),
    ignorePermissionErrors: true,
  });
  let timers: NodeJS.Timeout[] = [];
  const stop = (): void => {
    for (const timer of timers) clearTimeout(timer);
  };
  watcher.on('all', () => {
    stop();
    timers = [setTimeout(told.soon, quiet.soon), setTimeout(told.later, quiet.later)];
  });
  watcher.on('error', () => {});
  return {
    close: async () => {
      stop();
      await watcher.close();
    },
  };
}
