import type { WorkflowPolicy } from '../domain/policy.ts';
import type { Run } from '../domain/run.ts';
import type { RunClass } from '../domain/run-class.ts';
import type { RunDigest } from '../domain/run-digest.ts';
import { runsSince } from './class-gates.ts';
import type { ClassStanding } from './class-standing.ts';
import { classUnits } from './class-units.ts';

/** The runs that a skill is distilled from, newest first. */
export interface BehaviourSamples {
  readonly successes: readonly RunDigest[];
  readonly failures: readonly RunDigest[];
}

const newestFirst = (a: RunDigest, b: RunDigest): number =>
  a.createdAt > b.createdAt ? -1 : a.createdAt < b.createdAt ? 1 : a.id < b.id ? -1 : 1;

/**
 * The newest successes and failures of a class, as many as the policy says. Successes of before a fall are no model any more; its failures
 * are what the next version has to avoid, so they fill up where later ones are few.
 */
export function sampleRuns({ runs, since }: ClassStanding, policy: WorkflowPolicy): BehaviourSamples {
  const later = new Set(runsSince(runs, since));
  const sorted = [...runs].sort(newestFirst);
  return {
    successes: sorted
      .filter((run) => later.has(run) && run.outcome === 'success')
      .slice(0, policy.successSamples),
    failures: sorted.filter(({ outcome }) => outcome === 'failure').slice(0, policy.failureSamples),
  };
}

/**
 * A run as a model of its class: whole for a class of whole runs; for a mined one only the steps of its procedure, since the others belong to
 * other work.
 */
export function modelRun(run: Run, { kind, units }: RunClass): Run {
  if (kind === 'run') return run;
  const wanted = new Set(units);
  return { ...run, steps: run.steps.filter((step) => classUnits([step]).some((unit) => wanted.has(unit))) };
}
