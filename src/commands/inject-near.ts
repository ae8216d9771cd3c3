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
  const { memories, skillMinSimilarity } = policy.inject;
  const reminder = { prompt: call.prompt, owners: ownersHere(place), now: asOf };
  const reminded = memories ? await remind(input, reminder) : nothingReminded;
  const skills = await skillsNear(desk);
  const isSomeNear =
    reminded.memories.some((one) => isMemoryNear(one, policy.inject)) ||
    skills.some((one) => isNear(one, skillMinSimilarity));
  if (isSomeNear) return { ...reminded, skills };
  reminded.close();
  return undefined;
}

/** Live skills of this project and person by their nearness; how they are ranked is loaded where there are any. */
async function skillsNear({ paths, policy, call, place }: InjectDesk): Promise<NearSkill[]> {
  const { suggestions, skillBodies } = policy.inject;
  const skills = suggestions || skillBodies > 0 ? readLiveSkills(paths, place) : [];
  if (skills.length === 0) return [];
  const [{ rankSkills }, { maskedSkill }] = await Promise.all([
    import('../pipeline/injection-skills.ts'),
    import('../pipeline/injection-masked.ts'),
  ]);
  return rankSkills(skills.map(maskedSkill), call.prompt, policy.strength);
}
