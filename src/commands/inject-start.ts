import { seenIn } from '../domain/injection.ts';
import { dayOf } from '../domain/time.ts';
import { changedParts } from '../pipeline/injection-block.ts';
import { maskedFacts } from '../pipeline/injection-masked.ts';
import { startParts } from '../pipeline/injection-start.ts';
import { readHomeFacts } from '../store/home-facts.ts';
import { dropOldGiven, noteForgot, readGiven } from '../store/injected.ts';
import type { InjectDesk } from './inject-desk.ts';
import { give } from './inject-give.ts';
import { knownAt } from './inject-known.ts';
import { startWhenDue } from './when-due.ts';

/** The block that a session begins with; when the time of a run has passed, it is caught up on meanwhile. One that is taken up again has its first block still; what had no room then has none now. */
export async function giveStart(desk: InjectDesk): Promise<string | undefined> {
  const { input, paths, keys, policy, call, place } = desk;
  if (call.forgot) noteForgot(paths, call.sessionId);
  dropOldGiven(paths, input.host.wallMs());
  const parts = startParts({
    facts: maskedFacts(readHomeFacts(paths, place)),
    project: place.project,
    user: place.user,
    policy: policy.inject,
    due: policy.due,
    day: dayOf(input.host.now()),
    installedAt: keys.installedAt,
    isKnown: await knownAt(place),
  });
  const given = readGiven(paths, call.sessionId);
  const names = parts.map(({ part }) => part);
  const isAgain = given.some(({ part }) => names.includes(part));
  await startWhenDue(input, 'session-start', policy);
  return give(desk, 'session-start', isAgain ? changedParts(parts, seenIn(given)) : parts);
}
