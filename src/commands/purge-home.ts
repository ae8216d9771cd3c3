import { join } from 'node:path';
import type { PurgeIntent } from '../domain/purge.ts';
import { planPurge, purgeCommand } from '../pipeline/plan-purge.ts';
import { createEraser } from '../pipeline/purge-records.ts';
import { eraseHome } from '../store/erase-home.ts';
import { withLock } from '../store/lock.ts';
import { removeIntent } from '../store/purge-intent.ts';
import type { Store } from '../store/store.ts';

const waitMs = 10_000;

/**
 * Does what an intent says, from wherever an earlier attempt stopped: the state as one operation, then every other file
 * under both locks, then the intent itself. What was published meanwhile is erased in the files as well.
 */
export function finishPurge(store: Store, intent: PurgeIntent, now: string): void {
  const eraser = createEraser(intent);
  store.commit({ command: purgeCommand, plan: (state) => planPurge(state, { intent, eraser, now }) });
  store.publish();
  const { files, owner } = store;
  const lock = (name: string) => ({ files, owner, waitMs, path: join(store.paths.locks, name) });
  withLock(lock('publish.lock'), () => withLock(lock('write.lock'), () => eraseHome(store, eraser)));
  removeIntent(store);
  store.reload();
}
