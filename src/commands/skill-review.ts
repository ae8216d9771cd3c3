import type { Report } from '../domain/report.ts';
import { waitingItems, waitingVersions } from '../pipeline/skill-blocks.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { skillsHere } from './skill-desk.ts';

/** `hebb skill review`: what waits for a person, with the commands that decide it. */
export async function reviewSkills(input: CommandInput): Promise<Report> {
  const store = await input.door.read();
  const state = store.state();
  const isAll = hasFlag(input.options, 'all');
  const waiting = waitingVersions(state, isAll ? [...state.skills.values()] : await skillsHere(input, store));
  return {
    exit: 0,
    human: waiting.length > 0 ? waitingItems(waiting) : [{ kind: 'line', text: 'No skill waits.' }],
    data: {
      waiting: waiting.map(({ skill, version, stale }) => ({
        slug: skill.id,
        version: version.version,
        action: version.action,
        description: skill.description,
        why: version.rationale,
        stale: stale ?? null,
        activate: `hebb skill activate ${skill.id}`,
        reject: `hebb skill reject ${skill.id} --reason "<why>"`,
      })),
    },
  };
}
