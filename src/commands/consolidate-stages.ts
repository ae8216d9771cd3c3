import { isLive, type Memory } from '../domain/memory.ts';
import type { Change, Plan } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { Run as AgentRun } from '../domain/run.ts';
import type { ScoredPair } from '../domain/scored-pair.ts';
import { type State, targetOf } from '../domain/state.ts';
import type { Usage } from '../domain/usage.ts';
import { citedMemories } from '../pipeline/cited-memories.ts';
import { deriveUsage } from '../pipeline/derive-usage.ts';
import { planFoldStrength } from '../pipeline/fold-strength.ts';
import { homesOf } from '../pipeline/import-desk.ts';
import { type ForgetPlan, planForget } from '../pipeline/plan-forget.ts';
import { type MergePlan, planMerge } from '../pipeline/plan-merge.ts';
import { planPatterns } from '../pipeline/plan-patterns.ts';
import { type PromotePlan, planPromote } from '../pipeline/plan-promote.ts';
import { planReconcile } from '../pipeline/plan-reconcile.ts';
import { planTaxonomy } from '../pipeline/plan-taxonomy.ts';
import { scoreAll, scoreFresh } from '../pipeline/score-pairs.ts';
import { standingRatings } from '../pipeline/usage-stats.ts';
import { addUsage } from '../store/facts.ts';
import type { Store } from '../store/store.ts';
import { keepMark, readUncounted } from './association-cycle.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { lexiconOf } from './import-inputs.ts';
import { statsFrom, usersIn } from './stats.ts';

/** What the stages of one run share. */
export interface Run {
  readonly input: CommandInput;
  readonly store: Store;
  readonly policy: Policy;
  readonly group: string;
  readonly now: string;
  /** Id of the only project that is looked at. */
  readonly only: string | undefined;
  readonly changes: Change[];
  /** All usage, read once: no stage adds to it. */
  readonly usage: readonly Usage[];
}

/** A run before its usage is read, which is after the lock is had and what the runs show is added. */
export type Opening = Omit<Run, 'usage'>;

/** A run that changes something is dated in core memory, in the same operation: a crash leaves no change without its date. */
function dateChange({ core }: State, now: string): Change[] {
  if (core.lastConsolidation === now) return [];
  const reason = {
    rule: 'consolidate.date',
    text: 'The time of this consolidation.',
    evidence: [],
    numbers: {},
  };
  return [
    {
      target: targetOf('core', 'lastConsolidation'),
      before: core.lastConsolidation ?? null,
      after: now,
      reason,
    },
  ];
}

/** Commits one stage of the run; its changes are kept for the report. */
export function commitStage<P extends Plan>(
  { store, group, changes, now }: Run,
  plan: (state: State) => P,
): P | undefined {
  let made: P | undefined;
  const operation = store.commit({
    command: 'consolidate',
    group,
    plan: (state) => {
      made = plan(state);
      return {
        ...made,
        changes: made.changes.length > 0 ? [...made.changes, ...dateChange(state, now)] : [],
        command: `consolidate ${made.command}`.replace(/^consolidate consolidate /, 'consolidate '),
      };
    },
  });
  changes.push(...(operation?.changes ?? []));
  return made;
}

/** Uses that the runs show, of memories that were admitted after the runs were read as well. */
export function deriveAll({ store }: Opening, runs: readonly AgentRun[]): number {
  const memories = [...store.state().memories.values()];
  return addUsage(store, store.home().machineId, deriveUsage(runs, memories)).length;
}

/** What uses that the runs show make of strength. */
export function foldUsage(run: Run): void {
  const { policy, now } = run;
  commitStage(run, (state) => {
    const homes = homesOf(state.memories.values());
    const usage = standingRatings(run.usage, (id) => homes.get(id) ?? id);
    return planFoldStrength({ state, usage, policy, now });
  });
}

/** What kind of work each learning belongs to; kinds are tags too, so this comes before association. */
export function nameWork(run: Run, runs: readonly AgentRun[]): void {
  const { store, policy, now } = run;
  const lexicon = lexiconOf(store);
  commitStage(run, (state) =>
    planPatterns(state, { runs, policy: policy.patterns, now, ...(lexicon ? { lexicon } : {}) }),
  );
}

/** Association before anything is mined from it: what the logs tell of new sessions, then which tags have repeated. */
export function associate(run: Run): void {
  const { store, policy, now } = run;
  const uncounted = readUncounted(store, run.usage);
  commitStage(run, (state) => planTaxonomy({ state, ...uncounted, policy, now }));
  keepMark(store, uncounted);
  const lexicon = lexiconOf(store);
  commitStage(run, (state) => planReconcile({ state, policy, now, ...(lexicon ? { lexicon } : {}) }));
}

/** Pairs to merge or to look at: new and changed memories with all, under `--full` all with all. */
export function pairsOf({ input, store, policy, only }: Run, state: State): ScoredPair[] {
  const isMerged = ({ graph }: Memory): boolean => policy.mcp.consolidateGraph || !graph;
  const live = [...state.memories.values()].filter(
    (memory) => isLive(memory) && isMerged(memory) && (only === undefined || memory.project === only),
  );
  const lexicon = lexiconOf(store);
  const query = { above: policy.merge.reviewAbove, ...(lexicon ? { lexicon } : {}) };
  const since = store.home().lastRunAt;
  const isFresh = ({ updatedAt }: Memory): boolean => since === undefined || updatedAt > since;
  if (since === undefined || hasFlag(input.options, 'full')) return scoreAll(live, query);
  return scoreFresh(
    live.filter(isFresh),
    live.filter((memory) => !isFresh(memory)),
    query,
  );
}

/** The stages of one run, in order; each sees what the ones before it did. */
export interface Stages {
  merge?: MergePlan;
  promote?: PromotePlan;
  forget?: ForgetPlan;
}

/** Merge, promote and forget, as far as the options ask for them. */
export function runStages(run: Run, pairs: readonly ScoredPair[]): Stages {
  const { input, store, policy, now } = run;
  const mergeOnly = hasFlag(input.options, 'mergeOnly');
  const forgetOnly = hasFlag(input.options, 'forgetOnly');
  const stages: Stages = {};
  const keep = <K extends keyof Stages>(name: K, plan: Stages[K]): void => {
    if (plan) stages[name] = plan;
  };
  if (!forgetOnly)
    keep(
      'merge',
      commitStage(run, (state) => planMerge({ state, pairs, policy, now })),
    );
  if (!mergeOnly && !forgetOnly) {
    keep(
      'promote',
      commitStage(run, (state) =>
        planPromote({ state, stats: statsFrom(run.usage, state), policy, now, users: usersIn(state) }),
      ),
    );
  }
  if (!mergeOnly) {
    const { installedAt } = store.home();
    keep(
      'forget',
      commitStage(run, (state) =>
        planForget({
          state,
          stats: statsFrom(run.usage, state),
          policy,
          now,
          installedAt,
          cited: citedMemories(state),
        }),
      ),
    );
  }
  return stages;
}
