import type { Host } from '../domain/host.ts';
import type { Change, Plan } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { RunDigest, RunDigests, ShadowRecord } from '../domain/run-digest.ts';
import type { Skill } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { evaluateShadow, isOnTrial } from '../pipeline/evaluate-shadow.ts';
import { planDeprecate } from '../pipeline/plan-deprecate.ts';
import { healthOfAll, planDrift, type SkillHealth } from '../pipeline/plan-drift.ts';
import { countTrial, judgeReadiness, type Readiness, recordsOfTrial } from '../pipeline/readiness.ts';
import { currentVersion } from '../pipeline/skill-sources.ts';
import { skillTexts } from '../pipeline/skill-texts.ts';
import { addWorkflowRecords } from '../store/run-digests.ts';
import type { Store } from '../store/store.ts';
import { measureHere } from './applicability-here.ts';
import { missingCommands } from './skill-commands-here.ts';

/** What skills are watched with. */
export interface WatchDesk {
  readonly store: Store;
  readonly host: Host;
  readonly policy: Policy;
  readonly now: string;
  readonly dry: boolean;
  readonly digests: RunDigests;
  commit<P extends Plan>(plan: (state: State) => P): P | undefined;
}

/** A skill on trial and what its runs show. */
export interface TrialLine {
  readonly skill: Skill;
  readonly readiness: Readiness;
}

/** What became of skills in use. */
export interface Watched {
  /** Changes of skills that were put aside. */
  readonly ended: readonly Change[];
  /** Skills in use that most runs do not follow. */
  readonly toReview: readonly SkillHealth[];
}

/** Skills in use: those whose commands are gone and those that no longer work are put aside. */
export function watchActive(desk: WatchDesk): Watched {
  const { store, policy, now, digests } = desk;
  const missing = missingCommands(desk, store.state());
  const stale = desk.commit((state) => planDeprecate(state, missing, now));
  const drifted = desk.commit((state) => planDrift(state, { runs: digests.runs, policy: policy.drift, now }));
  const changes = [...(stale?.changes ?? []), ...(drifted?.changes ?? [])];
  return {
    ended: changes.filter(({ target }) => target.startsWith('skills/')),
    toReview: healthOfAll(store.state().skills.values(), digests.runs, policy.drift).filter(
      ({ needsReview }) => needsReview,
    ),
  };
}

/** Records about trials. */
export const shadowRecords = ({ records }: RunDigests): ShadowRecord[] =>
  records.filter((record): record is ShadowRecord => record.kind === 'shadow');

/** Runs that some trial may be held against and that no record tells of yet. */
function unseenRuns(trials: readonly Skill[], digests: RunDigests): RunDigest[] {
  const since = trials.map((skill) => currentVersion(skill)?.at ?? '').sort()[0];
  if (since === undefined) return [];
  const known = new Set(shadowRecords(digests).map(({ runId }) => runId));
  return digests.runs.filter(({ createdAt, id }) => createdAt > since && !known.has(id));
}

/** Skills on trial: each run that began after one is held against it, once. */
export async function watchTrials(desk: WatchDesk): Promise<TrialLine[]> {
  const { store, policy, digests } = desk;
  const state = store.state();
  const trials = [...state.skills.values()].filter(isOnTrial);
  if (trials.length === 0) return [];
  const queries = [...new Set(unseenRuns(trials, digests).map(({ query }) => query))];
  const measure = await measureHere(desk, { skills: skillTexts(state, trials, digests.runs), queries });
  const known = shadowRecords(digests);
  const found = evaluateShadow({ skills: trials, runs: digests.runs, known, measure, policy: policy.shadow });
  addWorkflowRecords(store, found, digests.records);
  const all = [...new Map([...known, ...found].map((record) => [record.id, record])).values()];
  return trials.map((skill) => ({
    skill,
    readiness: judgeReadiness(countTrial(recordsOfTrial(skill, all)), policy.shadow),
  }));
}
