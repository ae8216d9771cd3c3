import type { Usage } from '../domain/usage.ts';
import {
  type MemorySighting,
  memorySightings,
  type TagSighting,
  tagSightings,
  taskSightings,
  uncountedTasks,
} from '../pipeline/tag-sightings.ts';
import { readEventsFrom, readSession, readUsageFrom } from '../store/facts.ts';
import type { AssociatedMark } from '../store/home-state.ts';
import type { Store } from '../store/store.ts';

/** What a cycle of association has not counted yet. */
export interface Uncounted {
  readonly tags: readonly TagSighting[];
  readonly memories: readonly MemorySighting[];
  /** Where the logs end now. */
  readonly mark: AssociatedMark;
  /** Whether everything was taken; a window may have left older lines for another cycle. */
  readonly isWhole: boolean;
}

/** Lines of the logs that no cycle has counted; with `since`, of these only what happened from then on. */
export function readUncounted(store: Store, usage: readonly Usage[], since = ''): Uncounted {
  const counted = store.home().associated;
  const log = readEventsFrom(store, counted?.log ?? {});
  const used = readUsageFrom(store, counted?.usage ?? {});
  const events = log.events.filter(({ at }) => at >= since);
  const uses = used.usage.filter(({ at }) => at >= since);
  const tasks = taskSightings(uncountedTasks(store.state()), (id) => readSession(store, id));
  return {
    tags: [...tagSightings(events), ...tasks.filter(({ at }) => at >= since)],
    memories: memorySightings(uses, usage),
    mark: { log: log.sizes, usage: used.sizes },
    isWhole: events.length === log.events.length && uses.length === used.usage.length,
  };
}

/** Remembers how far was counted, once what was counted is committed. A crash in between is harmless: sessions count once ever. */
export function keepMark(store: Store, { mark, isWhole }: Uncounted): void {
  if (!isWhole || JSON.stringify(store.home().associated) === JSON.stringify(mark)) return;
  store.updateHome((home) => ({ ...home, associated: mark }));
}
