import { unwrap } from '../domain/failure.ts';
import type { Report } from '../domain/report.ts';
import { rowOf, skillBlocks, skillData } from '../pipeline/skill-blocks.ts';
import { requireSkill } from '../pipeline/skill-steps.ts';
import type { CommandInput } from './command.ts';
import { projectNameOf } from './skill-desk.ts';
import { slugOf } from './skill-slug-argument.ts';

/** `hebb skill show <slug>`: the record, its versions and why each was made, its sources, its text. */
export async function showSkill(input: CommandInput): Promise<Report> {
  const slug = slugOf(input);
  const store = await input.door.read();
  const state = store.state();
  const skill = unwrap(requireSkill(state, slug));
  const row = rowOf(state, skill, projectNameOf(store, skill));
  return { exit: 0, human: skillBlocks(state, row), data: skillData(state, row) };
}
