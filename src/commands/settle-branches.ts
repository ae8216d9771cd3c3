import * as fs from 'node:fs';
import type { Block } from '../domain/report.ts';
import { type BranchKnowledge, planSettleBranches } from '../pipeline/plan-settle-branches.ts';
import { readMergedBranches } from '../sources/git-branches.ts';
import { identifyProject } from '../sources/project.ts';
import type { Store } from '../store/store.ts';
import { type CommandInput, groupOf } from './command.ts';

/** Takes the flag from memories whose branch was merged since they were learned. Returns how many. Git is asked only where one is flagged. */
export async function settleBranches(input: CommandInput, store: Store): Promise<number> {
  const { host } = input;
  const projects = new Set(
    [...store.state().memories.values()].flatMap(({ branch, project }) =>
      branch === undefined || project === undefined ? [] : [project],
    ),
  );
  const known = new Map<string, BranchKnowledge>();
  for (const project of projects) {
    const root = store.home().projects[project]?.paths.findLast((path) => fs.existsSync(path));
    const sight = root === undefined ? undefined : await identifyProject(root, host.vars);
    if (!sight?.defaultBranch) continue;
    const branches = await readMergedBranches({ cwd: sight.root, vars: host.vars }, sight.defaultBranch);
    if (branches) known.set(project, branches);
  }
  if (known.size === 0) return 0;
  const operation = store.commit({
    command: 'settle branches',
    ...groupOf(input.options),
    plan: (state) => planSettleBranches(state, known, host.now()),
  });
  return operation?.changes.length ?? 0;
}

/** How many memories hold for the whole project now. */
export const settledBlocks = (count: number): Block[] =>
  count === 0
    ? []
    : [{ kind: 'line', text: `${count} memories of branches that were merged hold for the project now.` }];
