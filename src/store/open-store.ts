import { join } from 'node:path';
import { FileStore, writeWaitMs } from './file-store.ts';
import { freshState, type HomeState, isOwnState, readHomeState, writeHomeState } from './home-state.ts';
import { withLock } from './lock.ts';
import { prepareHome } from './prepare-home.ts';
import type { Store, StoreInput } from './store.ts';

/** Opens a home to look at it: nothing is created, nothing is written, and a read-only disk will do. */
export function openToRead(input: StoreInput): Store {
  const home = readHomeState(input);
  const seed = { host: input.owner.host, now: input.now(), random: input.random };
  return new FileStore(input, home ?? freshState(input.paths, seed));
}

/** Opens a home to change it: makes what is missing, and records what people edited since the last time. */
export function openToWrite(input: StoreInput): Store {
  const seed = { host: input.owner.host, now: input.now(), random: input.random };
  prepareHome(input.files, input.paths);
  const lock = {
    files: input.files,
    path: join(input.paths.locks, 'write.lock'),
    owner: input.owner,
    waitMs: writeWaitMs,
  };
  const home = readHomeState(input);
  const isOwn = home !== undefined && isOwnState(home, input.paths, input.owner.host);
  const own = isOwn ? home : withLock(lock, () => claimHome(input, seed));
  const store = new FileStore(input, own);
  store.adopt();
  return store;
}

/** Gives a new home, or a copied one, a machine id of its own; the first of several processes decides. */
function claimHome(input: StoreInput, seed: Parameters<typeof freshState>[1]): HomeState {
  const home = readHomeState(input);
  if (home && isOwnState(home, input.paths, seed.host)) return home;
  const fresh = freshState(input.paths, seed);
  const next = home ? { ...home, machineId: fresh.machineId, home: fresh.home, host: fresh.host } : fresh;
  writeHomeState(input.files, input.paths, next);
  return next;
}
