import type { DistilInput } from '../domain/distil.ts';
import { isStanding, type Memory } from '../domain/memory.ts';
import type { Policy } from '../domain/policy.ts';
import type { Run } from '../domain/run.ts';
import type { RunDigest } from '../domain/run-digest.ts';
import type { State } from '../domain/state.ts';
import { nameClass } from '../pipeline/behaviour-caption.ts';
import { modelRun, sampleRuns } from '../pipeline/behaviour-runs.ts';
import { withoutOwnSteps } from '../pipeline/own-steps.ts';
import { freeSlug } from '../pipeline/propose-skills.ts';
import type { ClassSight } from '../pipeline/sight-classes.ts';
import { readRun } from '../store/run-lines.ts';
import type { Store } from '../store/store.ts';
import { labelled, standingTexts } from './distil-task.ts';

/** What a skill of a class is written from, and the ids of the runs that it stands on. */
export function behaviourInput(
  { store, policy }: { readonly store: Store; readonly policy: Policy },
  sight: ClassSight,
): { readonly input: DistilInput; readonly sources: readonly string[] } {
  const { standing, stats } = sight;
  const state = store.state();
  const samples = sampleRuns(standing, policy.workflows);
  const whole = (runs: readonly RunDigest[]): Run[] =>
    runs.flatMap(({ place }) => readRun(store, place) ?? []).map(withoutOwnSteps);
  const successes = whole(samples.successes).map((run) => modelRun(run, stats.runClass));
  const failures = whole(samples.failures);
  const queries = standing.runs.map(({ query }) => query);
  const { label, isSequence } = nameClass(stats.runClass, { queries, likeness: policy.patterns.likeness });
  const { prior } = standing;
  const slug = prior?.id ?? freeSlug(state, label);
  const errors = errorsIn(state, [...successes, ...failures]).slice(0, policy.skills.maxErrors);
  return {
    input: {
      slug,
      caption: label,
      ...(isSequence ? { isSequence } : {}),
      learnings: [],
      errors: errors.map(labelled('E')),
      successes: successes.map(labelled('R')),
      failures: failures.map(labelled('R', successes.length + 1)),
      fromBehaviour: true,
      ...(prior ? standingTexts(state, slug, prior.versions) : {}),
      ...(prior?.ended ? { priorFailure: { version: prior.version, reason: prior.ended.reason } } : {}),
    },
    sources: successes.map(({ id }) => id),
  };
}

/** Errors with their fix that were met in just these runs, the best supported first. */
function errorsIn({ memories }: State, runs: readonly Run[]): Memory[] {
  const ids = new Set(runs.map(({ id }) => id));
  return [...memories.values()]
    .filter((memory) => memory.entityType === 'mistake' && isStanding(memory))
    .filter(({ provenance }) => provenance.some(({ runId }) => ids.has(runId ?? '')))
    .sort((a, b) => b.support - a.support || (a.id < b.id ? -1 : 1));
}
