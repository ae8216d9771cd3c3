import { adapters } from '../clients/adapters.ts';
import { isLive } from '../domain/memory.ts';
import { type Due, isDue } from '../pipeline/due.ts';
import { askedAt } from '../pipeline/schedule-times.ts';
import { readEventsFrom } from '../store/facts.ts';
import { listSpool } from '../store/spool.ts';
import type { Store } from '../store/store.ts';
import { type CommandInput, hasFlag } from './command.ts';

/** Whether any installed client has left a session; asked in an empty home alone, so the glob is loaded here. */
async function hasTranscripts(input: CommandInput): Promise<boolean> {
  const env = { home: input.host.userHome, vars: input.host.vars };
  const globs = adapters.flatMap((adapter) => adapter.transcriptGlobs(env));
  const { default: glob } = await import('fast-glob');
  for await (const _ of glob.stream(globs, { suppressErrors: true, followSymbolicLinks: false })) return true;
  return false;
}

/** Events in the log or the spool that no analysis has seen. */
export function unprocessedEvents(store: Store): number {
  return readEventsFrom(store, store.home().logRead).events.length + listSpool(store.paths).length;
}

/** Waiting files that came since the last run: what a run left waiting, the next one would leave as well. */
function freshFiles(store: Store): number {
  const last = store.home().lastRunAt ?? '';
  return [...store.state().extracted.values()].filter(({ at }) => at > last).length;
}

/** Whether auto-consolidate has something to do, and why. */
export async function dueOf(input: CommandInput, store: Store): Promise<Due> {
  const { lastRunAt, schedule } = store.home();
  const now = input.host.now();
  const asked = askedAt(schedule, now);
  const live = [...store.state().memories.values()].filter(isLive);
  const unprocessed = unprocessedEvents(store);
  const hasCaptured =
    lastRunAt !== undefined || unprocessed > 0 || live.length > 0 || (await hasTranscripts(input));
  return isDue({
    ...(lastRunAt === undefined ? {} : { lastRunAt }),
    ...(asked === undefined ? {} : { askedAt: asked }),
    hasCaptured,
    unprocessedEvents: unprocessed,
    pendingExtractions: freshFiles(store),
    memories: live.length,
    newMemories: live.filter(({ admittedAt }) => lastRunAt === undefined || admittedAt > lastRunAt).length,
    isPostProject: hasFlag(input.options, 'postProject'),
    policy: store.policy().due,
    now,
  });
}
