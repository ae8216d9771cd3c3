import { unwrap } from '../domain/failure.ts';
import type { Report } from '../domain/report.ts';
import type { RunDigest } from '../domain/run-digest.ts';
import { isLiveSkill, type Skill } from '../domain/skill.ts';
import { isOnTrial } from '../pipeline/evaluate-shadow.ts';
import { healthOf } from '../pipeline/plan-drift.ts';
import { countTrial, judgeReadiness, recordsOfTrial } from '../pipeline/readiness.ts';
import { behaviourBlocks, behaviourData, type SkillBehaviour } from '../pipeline/skill-behaviour-blocks.ts';
import { rowOf, skillBlocks, skillData } from '../pipeline/skill-blocks.ts';
import { requireSkill } from '../pipeline/skill-steps.ts';
import type { Store } from '../store/store.ts';
import type { CommandInput } from './command.ts';
import { digestsHere } from './run-digests.ts';
import { projectNameOf } from './skill-desk.ts';
import { slugOf } from './skill-slug-argument.ts';
import { shadowRecords } from './watch-skills.ts';

/** `hebb skill show <slug>`: the record, its versions and why each was made, its sources, its text. */
export async function showSkill(input: CommandInput): Promise<Report> {
  const slug = slugOf(input);
  const store = await input.door.read();
  const state = store.state();
  const skill = unwrap(requireSkill(state, slug));
  const row = rowOf(state, skill, projectNameOf(store, skill));
  const behaviour = behaviourOf(input, store, skill);
  const [title, ...rest] = skillBlocks(state, row);
  return {
    exit: 0,
    human: [...(title ? [title] : []), ...behaviourBlocks(skill, behaviour), ...rest],
    data: { ...skillData(state, row), ...behaviourData(behaviour) },
  };
}

/** What runs say of a skill in use or on trial; they are only looked at for these. */
function behaviourOf(input: CommandInput, store: Store, skill: Skill): SkillBehaviour {
  const { shadow, drift } = store.policy();
  if (isLiveSkill(skill))
    return { health: healthOf(skill, withSkill(digestsHere(input, store).runs, skill), drift) };
  if (!isOnTrial(skill)) return {};
  const records = recordsOfTrial(skill, shadowRecords(digestsHere(input, store)));
  return { readiness: judgeReadiness(countTrial(records), shadow) };
}

const withSkill = (runs: readonly RunDigest[], { id }: Skill): RunDigest[] =>
  runs.filter(({ skills }) => skills.some(({ slug }) => slug === id));
