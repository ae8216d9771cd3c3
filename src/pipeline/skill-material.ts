import { isStanding, type Memory } from '../domain/memory.ts';
import type { Run } from '../domain/run.ts';
import type { TaskPattern } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { captionLikeness, readCaption } from '../text/captions.ts';
import { captionOf } from '../text/key-phrase.ts';
import { withoutOwnSteps } from './own-steps.ts';

/** Runs of the pattern, the newest first: in its sessions, and their prompt asks for that kind of work or for nothing sayable. */
export function runsOf(
  pattern: TaskPattern,
  { runs, likeness }: { readonly runs: readonly Run[]; readonly likeness: number },
): Run[] {
  const sessions = new Set(pattern.sessions);
  const names = [pattern.label, ...pattern.aliases].map((name) => readCaption(name));
  return runs
    .filter((run) => run.project === pattern.project && sessions.has(run.sessionId))
    .filter(({ query }) => {
      const caption = captionOf(query);
      if (caption === undefined) return true;
      const asked = readCaption(caption);
      return names.some((name) => captionLikeness(name, asked) >= likeness / 2);
    })
    .sort((a, b) => (a.createdAt > b.createdAt ? -1 : a.createdAt < b.createdAt ? 1 : a.id < b.id ? -1 : 1))
    .map(withoutOwnSteps);
}

/** A run that failed for more than a passing reason. */
export const isRealFailure = ({ outcome, steps }: Run): boolean =>
  outcome === 'failure' && steps.some(({ ok, transient }) => ok === false && transient !== true);

/** Errors with their fix that were met in the sessions, and are no learning of the group themselves. */
export function errorsOf(
  { memories }: State,
  { sessions, own }: { readonly sessions: ReadonlySet<string>; readonly own: ReadonlySet<string> },
): Memory[] {
  return [...memories.values()]
    .filter((memory) => memory.entityType === 'mistake' && !own.has(memory.id) && isStanding(memory))
    .filter(({ provenance }) => provenance.some(({ sessionId }) => sessions.has(sessionId ?? '')))
    .sort((a, b) => b.support - a.support || (a.id < b.id ? -1 : 1));
}
