import type { Appearance, Tag } from '../domain/association.ts';
import type { Event } from '../domain/event.ts';
import type { SessionDoc } from '../domain/session.ts';
import type { State } from '../domain/state.ts';
import type { Usage } from '../domain/usage.ts';
import { groupBy } from './group-by.ts';
import { tagsOf } from './session-tags.ts';

/** A tag in a session. */
export interface TagSighting extends Appearance {
  readonly user: string;
  readonly name: string;
}

/** A memory that was applied in a session. */
export interface MemorySighting extends Appearance {
  readonly memoryId: string;
}

/** Tags of log lines, in the order of the log. What failed says nothing. */
export const tagSightings = (events: readonly Event[]): TagSighting[] =>
  events
    .filter(({ ok }) => ok !== false)
    .flatMap((event) =>
      tagsOf(event).map((name) => ({ name, user: event.user, sessionId: event.sessionId, at: event.at })),
    );

const isUse = ({ kind }: Usage): boolean =>
  kind === 'applied' || kind === 'helpful' || kind === 'not-helpful';

/**
 * Memories that were applied in the sessions of which `fresh` tells something new, in the order of the usage log. `all` is what
 * is known of these sessions: a memory applied before the last cycle meets one applied after it.
 */
export function memorySightings(fresh: readonly Usage[], all: readonly Usage[]): MemorySighting[] {
  const touched = new Set(fresh.filter(isUse).map(({ sessionId }) => sessionId));
  return all.flatMap((usage) =>
    isUse(usage) && usage.sessionId !== undefined && touched.has(usage.sessionId)
      ? [{ memoryId: usage.memoryId, sessionId: usage.sessionId, at: usage.at }]
      : [],
  );
}

/** Name of the tag of a kind of work. */
const taskTag = (label: string): string => `task:${label}`;

/** A session in which a kind of work was done and which its tag does not list yet. */
export interface UncountedTask {
  readonly sessionId: string;
  readonly name: string;
}

/** Sessions of task patterns that their tags do not list. */
export function uncountedTasks({ patterns, tags }: State): UncountedTask[] {
  const listed = groupBy(
    [...tags.values()].filter(({ name }) => name.startsWith(taskTag(''))),
    ({ name }) => name,
  );
  const isListed = (name: string, id: string): boolean =>
    (listed.get(name) ?? []).some(({ sessions }: Tag) => sessions.some(({ sessionId }) => sessionId === id));
  return [...patterns.values()]
    .filter(({ mergedInto }) => mergedInto === undefined)
    .flatMap(({ label, sessions }) => sessions.map((sessionId) => ({ sessionId, name: taskTag(label) })))
    .filter(({ name, sessionId }) => !isListed(name, sessionId));
}

/** The same as sightings, by what is known of the sessions; a session that nobody knows waits. */
export const taskSightings = (
  tasks: readonly UncountedTask[],
  docOf: (sessionId: string) => SessionDoc | undefined,
): TagSighting[] =>
  tasks.flatMap(({ sessionId, name }) => {
    const doc = docOf(sessionId);
    return doc === undefined || doc.startedAt === ''
      ? []
      : [{ sessionId, name, user: doc.user, at: doc.startedAt }];
  });
