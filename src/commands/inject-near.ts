import { seenIn } from '../domain/injection.ts';
import type { RecallItem } from '../domain/recall.ts';
import type { PartInput } from '../pipeline/injection-budget.ts';
import type { NearSkill } from '../pipeline/injection-skills.ts';
import { isGone } from '../sources/cited-files.ts';
import { readLiveSkills, readSkillBody } from '../store/home-facts.ts';
import { readGiven } from '../store/injected.ts';
import type { InjectDesk } from './inject-block.ts';
import type { SessionPlace } from './inject-place.ts';
import { type Reminded, remind } from './inject-recall.ts';
import { ownersHere } from './recall-place.ts';

const nothingReminded: Reminded = { memories: [], currentIds: (ids) => ids, close: () => {} };

/** The parts near a prompt. What chooses and words them is loaded when something is near: with most prompts nothing is. */
export async function partsNear(desk: InjectDesk): Promise<PartInput[]> {
  const { input, policy, call, place, asOf } = desk;
  const reminder = { prompt: call.prompt, owners: ownersHere(place), now: asOf };
  const reminded = policy.inject.memories ? await remind(input, reminder) : nothingReminded;
  try {
    const skills = await skillsNear(desk);
    const isNear = reminded.memories.some(({ similarity }) => similarity >= policy.inject.minSimilarity);
    return isNear || skills.length > 0 ? await choose(desk, reminded, skills) : [];
  } finally {
    reminded.close();
  }
}

/** Live skills of this project and person by their nearness. */
async function skillsNear({ paths, policy, call, place }: InjectDesk): Promise<NearSkill[]> {
  const { suggestions, skillBodies } = policy.inject;
  const skills = suggestions || skillBodies > 0 ? readLiveSkills(paths, place) : [];
  if (skills.length === 0) return [];
  const { rankSkills } = await import('../pipeline/injection-skills.ts');
  return rankSkills(skills, call.prompt, policy.strength);
}

async function choose(
  { paths, policy, call, place }: InjectDesk,
  { memories, currentIds }: Reminded,
  skills: readonly NearSkill[],
): Promise<PartInput[]> {
  const { promptParts } = await import('../pipeline/injection-prompt.ts');
  return promptParts({
    memories,
    currentIds,
    skills,
    policy: policy.inject,
    seen: seenIn(readGiven(paths, call.sessionId)),
    bodyOf: (slug) => readSkillBody(paths, slug),
    isStale: (item) => isStale(item, place),
    isKnown: await knownAt(place),
  });
}

/** Whether the instruction files of a place say something; where there are none, nothing need be compared. */
async function knownAt({ known }: SessionPlace): Promise<(text: string) => boolean> {
  if (known.length === 0) return () => false;
  const { knownBy } = await import('../pipeline/injection-known.ts');
  return knownBy(known);
}

/** Only what was learned in a project says something of its files. */
const isStale = ({ scope, citations }: RecallItem, place: SessionPlace): boolean =>
  scope === 'project' && citations.some((citation) => isGone(citation, place));
