import { compact } from '../domain/json.ts';
import type { WorkflowPolicy } from '../domain/policy.ts';
import { classKey } from '../domain/run-class.ts';
import type { RunDigest } from '../domain/run-digest.ts';
import { groupBy } from './group-by.ts';
import { mineProcedures } from './mine-procedures.ts';
import { type ClassStats, groupClasses, type MinedClass } from './run-classes.ts';

/** Every class of some runs: those of whole runs, and what is mined of each project and person. */
export const allClasses = (
  digests: readonly RunDigest[],
  policy: Pick<WorkflowPolicy, 'minExecutions' | 'minQueries'>,
): ClassStats[] => groupClasses(digests, mineClasses(digests, policy));

/** Mined classes of each project and person; fewer runs or queries than the gates ask for are no procedure yet. */
function mineClasses(
  digests: readonly RunDigest[],
  { minExecutions, minQueries }: Pick<WorkflowPolicy, 'minExecutions' | 'minQueries'>,
): MinedClass[] {
  const places = groupBy(digests, (run) => classKey(run, ''));
  return [...places.values()].flatMap((runs) => {
    const [first] = runs;
    if (!first) return [];
    const sequences = runs.map(({ units, query, sessionId }) => ({ units, query, session: sessionId }));
    return mineProcedures(sequences, { minRuns: minExecutions, minQueries }).map(({ hash, kind, units }) => ({
      runClass: { hash, kind, units },
      project: first.project,
      ...compact({ user: first.user }),
    }));
  });
}
