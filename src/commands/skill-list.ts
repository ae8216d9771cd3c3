import type { Block, Report } from '../domain/report.ts';
import type { Skill } from '../domain/skill.ts';
import { rowOf, type SkillRow, skillTable, staleItems } from '../pipeline/skill-blocks.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { projectNameOf, skillsHere } from './skill-desk.ts';

const isInUse = ({ status }: Skill): boolean =>
  status === 'active' || status === 'candidate' || status === 'shadow';

const empty: Block[] = [
  { kind: 'line', text: 'No skills here yet.' },
  {
    kind: 'line',
    text: 'hebb consolidate --skills writes them from what was learned; hebb skill import takes others.',
    tone: 'dim',
  },
];

const dataOf = ({ skill, project, stale }: SkillRow) => ({
  slug: skill.id,
  source: skill.source,
  status: skill.status,
  role: skill.role,
  version: skill.version,
  project,
  description: skill.description,
  stale: stale ?? null,
});

/** `hebb skill list`: the skills of this project and of every project; `--all` those put aside and of other projects as well. */
export async function listSkills(input: CommandInput): Promise<Report> {
  const store = await input.door.read();
  const state = store.state();
  const isAll = hasFlag(input.options, 'all');
  const skills = isAll ? [...state.skills.values()] : (await skillsHere(input, store)).filter(isInUse);
  const rows = skills
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((skill) => rowOf(state, skill, projectNameOf(store, skill)));
  return {
    exit: 0,
    human: rows.length > 0 ? [skillTable(rows, isAll), ...staleItems(rows)] : empty,
    data: { skills: rows.map(dataOf) },
  };
}
