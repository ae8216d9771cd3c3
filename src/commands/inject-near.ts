import { isMemoryNear, isNear } from '../pipeline/injection-floor.ts';
import type { NearSkill } from '../pipeline/injection-skills.ts';
import { readLiveSkills } from '../store/home-facts.ts';
import type { InjectDesk } from './inject-desk.ts';
import { type Reminded, remind } from './inject-recall.ts';
import { ownersHere } from './recall-place.ts';

/** What is near a prompt, before anything is chosen of it. Close it at the end. */
export interface Near extends Reminded {
  /** Best first. */
  readonly skills: readonly NearSkill[];
}

const nothingReminded: Reminded = { memories: [], currentIds: (ids) => ids, close: () => {} };

/** What is near a prompt; undefined when nothing is near enough, as with most prompts. */
export async function findNear(desk: InjectDesk): Promise<Near | undefined> {
  const { input, policy, call, place, asOf } = desk;
  const { memories } = policy.inject;
  const reminder = { prompt: call.prompt, owners: ownersHere(place), now: asOf };
  const reminded = memories ? await remind(input, reminder) : nothingReminded;
  const skills = await skillsNear(desk);
  if (skills.length > 0 || reminded.memories.some((one) => isMemoryNear(one, policy.inject)))
    return { ...reminded, skills };
  reminded.close();
  return undefined;
}

/** Live skills of this project and person that are near enough; how they are ranked is loaded where there are any. */
async function skillsNear({ paths, policy, call, place }: InjectDesk): Promise<NearSkill[]> {
  const { suggestions, skillBodies } = policy.inject;
  const skills = suggestions || skillBodies > 0 ? readLiveSkills(paths, place) : [];
  if (skills.length === 0) return [];
  const { rankSkills } = await import('../pipeline/injection-skills.ts');
  const near = rankSkills(skills, call.prompt, policy.strength).filter((one) =>
    isNear(one, policy.inject.skillMinSimilarity),
  );
  if (near.length === 0) return [];
  const { maskedSkill } = await import('../pipeline/injection-masked.ts');
  return near.map((one) => ({ ...one, skill: maskedSkill(one.skill) }));
}
