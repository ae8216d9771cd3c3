import { seenIn } from '../domain/injection.ts';
import type { RecallItem } from '../domain/recall.ts';
import { promptParts } from '../pipeline/injection-prompt.ts';
import { isGone } from '../sources/cited-files.ts';
import { readSkillBody } from '../store/home-facts.ts';
import { readGiven } from '../store/injected.ts';
import type { InjectDesk } from './inject-desk.ts';
import { give } from './inject-give.ts';
import { knownAt } from './inject-known.ts';
import type { Near } from './inject-near.ts';
import type { SessionPlace } from './inject-place.ts';

/** The block of what is near a prompt. */
export async function givePrompt(
  desk: InjectDesk,
  { memories, skills, currentIds }: Near,
): Promise<string | undefined> {
  const { paths, policy, call, place } = desk;
  const parts = promptParts({
    memories,
    skills,
    currentIds,
    policy: policy.inject,
    seen: seenIn(readGiven(paths, call.sessionId)),
    bodyOf: await bodiesAt(desk),
    isStale: (item) => isStale(item, place),
    isKnown: await knownAt(place),
  });
  return give(desk, 'prompt', parts);
}

/** Texts of skills without secrets, where whole skills are wanted. */
async function bodiesAt({ paths, policy }: InjectDesk): Promise<(slug: string) => string | undefined> {
  if (policy.inject.skillBodies <= 0) return () => undefined;
  const { redacted } = await import('../pipeline/excerpt.ts');
  return (slug) => {
    const text = readSkillBody(paths, slug);
    return text && redacted(text);
  };
}

/** Only what was learned in a project says something of its files. */
const isStale = ({ scope, citations }: RecallItem, place: SessionPlace): boolean =>
  scope === 'project' && citations.some((citation) => isGone(citation, place));
