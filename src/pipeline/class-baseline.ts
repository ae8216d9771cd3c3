import type { RunDigest } from '../domain/run-digest.ts';
import { everyProject, type Skill } from '../domain/skill.ts';
import { countClass, runsSince } from './class-gates.ts';
import type { Baseline } from './drift.ts';
import { followsClass } from './follows-class.ts';

/** Whether a run may count for a skill: it is of its project and person. */
export const isRunOf = (
  { project, user }: Pick<Skill, 'project' | 'user'>,
  run: Pick<RunDigest, 'project' | 'user'>,
): boolean =>
  (project === everyProject || run.project === project) && (user === undefined || run.user === user);

/**
 * What the class of a skill did until now, over runs whose end is known: frozen at its activation. After a fall only later runs count; where
 * there are none, since a person puts it back at once, the baseline of before stands. Undefined for a skill without a class.
 */
export function classBaseline(skill: Skill, runs: readonly RunDigest[]): Baseline | undefined {
  const { runClass, ended, baseline } = skill;
  if (!runClass) return undefined;
  const own = runs.filter((run) => isRunOf(skill, run) && followsClass(run, runClass));
  const { executions, successRate } = countClass(runsSince(own, ended?.at));
  if (successRate === null) return baseline ?? { successRate: 0.5, executions: 0 };
  return { successRate, executions };
}
