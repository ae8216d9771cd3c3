import type { ConsolidationReport, Health } from '../domain/consolidation-report.ts';
import { toJson } from '../domain/json.ts';
import { isLive, type Memory } from '../domain/memory.ts';
import type { Change, Plan } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { Block, Report } from '../domain/report.ts';
import type { Run as AgentRun } from '../domain/run.ts';
import type { ScoredPair } from '../domain/scored-pair.ts';
import { type State, targetOf } from '../domain/state.ts';
import type { Usage } from '../domain/usage.ts';
import { citedMemories } from '../pipeline/cited-memories.ts';
import { buildConsolidationReport } from '../pipeline/consolidation-report.ts';
import { deriveUsage } from '../pipeline/derive-usage.ts';
import { planFoldStrength } from '../pipeline/fold-strength.ts';
import { assessHealth } from '../pipeline/health.ts';
import { homesOf } from '../pipeline/import-desk.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { type ForgetPlan, planForget } from '../pipeline/plan-forget.ts';
import { type MergePlan, planMerge } from '../pipeline/plan-merge.ts';
import { planPatterns } from '../pipeline/plan-patterns.ts';
import { type PromotePlan, planPromote } from '../pipeline/plan-promote.ts';
import { planReconcile } from '../pipeline/plan-reconcile.ts';
import { planTaxonomy } from '../pipeline/plan-taxonomy.ts';
import { renderReportMarkdown, reportBlocks } from '../pipeline/render-report.ts';
import { scoreAll, scoreFresh } from '../pipeline/score-pairs.ts';
import { associationCounts, associationLine } from '../pipeline/tag-blocks.ts';
import { standingRatings } from '../pipeline/usage-stats.ts';
import { addUsage, readRuns, readUsage } from '../store/facts.ts';
import { withRunLock } from '../store/lock.ts';
import { addLogLine, keepReport } from '../store/reports.ts';
import type { Store } from '../store/store.ts';
import { keepMark, readUncounted } from './association-cycle.ts';
import { type Command, type CommandInput, groupOf, hasFlag, textOption } from './command.ts';
import { consolidateKnowledge, type Knowledge, noKnowledge } from './consolidate-knowledge.ts';
import { healthExtras } from './health-extras.ts';
import { finderOf, findHere } from './here.ts';
import { lexiconOf } from './import-inputs.ts';
import { statsFrom, usersIn } from './stats.ts';

/** What the stages of one run share. */
interface Run {
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
type Opening = Omit<Run, 'usage'>;

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
function commitStage<P extends Plan>(
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
function deriveAll({ store }: Opening, runs: readonly AgentRun[]): number {
  const memories = [...store.state().memories.values()];
  return addUsage(store, store.home().machineId, deriveUsage(runs, memories)).length;
}

function foldUsage(run: Run): void {
  const { policy, now } = run;
  commitStage(run, (state) => {
    const homes = homesOf(state.memories.values());
    const usage = standingRatings(run.usage, (id) => homes.get(id) ?? id);
    return planFoldStrength({ state, usage, policy, now });
  });
}

/** What kind of work each learning belongs to; kinds are tags too, so this comes before association. */
function nameWork(run: Run, runs: readonly AgentRun[]): void {
  const { store, policy, now } = run;
  const lexicon = lexiconOf(store);
  commitStage(run, (state) =>
    planPatterns(state, { runs, policy: policy.patterns, now, ...(lexicon ? { lexicon } : {}) }),
  );
}

/** Association before anything is mined from it: what the logs tell of new sessions, then which tags have repeated. */
function associate(run: Run): void {
  const { store, policy, now } = run;
  const uncounted = readUncounted(store, run.usage);
  commitStage(run, (state) => planTaxonomy({ state, ...uncounted, policy, now }));
  keepMark(store, uncounted);
  const lexicon = lexiconOf(store);
  commitStage(run, (state) => planReconcile({ state, policy, now, ...(lexicon ? { lexicon } : {}) }));
}

/** Pairs to merge or to look at: new and changed memories with all, under `--full` all with all. */
function pairsOf({ input, store, policy, only }: Run, state: State): ScoredPair[] {
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

const duplicatesIn = (pairs: readonly ScoredPair[], state: State, policy: Policy): number =>
  pairs.filter(
    ({ a, b, score, mergeable }) =>
      mergeable && score > policy.merge.mergeAbove && state.memories.has(a) && state.memories.has(b),
  ).length;

async function healthOf(run: Run, pairs: readonly ScoredPair[]): Promise<Health> {
  const { input, store, policy, now } = run;
  const state = store.state();
  const extras = await healthExtras(input, store, duplicatesIn(pairs, state, policy));
  return assessHealth({ state, stats: statsFrom(run.usage, state), policy, now, extras });
}

/** What is compiled from memories; nothing where only some stages were asked for. */
const compile = async (run: Run, runs: readonly AgentRun[]): Promise<Knowledge> =>
  isWhole(run)
    ? consolidateKnowledge({
        ...run,
        runs,
        host: run.input.host,
        force: hasFlag(run.input.options, 'skills'),
        dry: hasFlag(run.input.options, 'dryRun'),
        commit: (plan) => commitStage(run, plan),
      })
    : noKnowledge;

/** The stages of one run, in order; each sees what the ones before it did. */
interface Stages {
  merge?: MergePlan;
  promote?: PromotePlan;
  forget?: ForgetPlan;
}

function runStages(run: Run, pairs: readonly ScoredPair[]): Stages {
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

function finish(run: Run, report: ConsolidationReport): string | undefined {
  const { store, now, group } = run;
  const path = report.changed
    ? keepReport(store, { at: now, markdown: renderReportMarkdown(report), data: toJson(report) })
    : undefined;
  const { merges, promotions, forgotten } = report;
  addLogLine(
    store,
    `${now} consolidate ${group} merged=${merges.length} promoted=${promotions.length} forgotten=${forgotten.length} memories=${report.health.after.total}`,
  );
  if (isWhole(run) && !isStepOf(run)) store.updateHome((home) => ({ ...home, lastRunAt: now }));
  return path;
}

const healthBlocks = (health: Health): Block[] => [
  { kind: 'title', text: `${health.total} memories` },
  ...health.indicators.map(
    ({ status, text }): Block => ({
      kind: 'item',
      text: `${status}  ${text}`,
      tone: status === 'OK' ? 'good' : 'warn',
    }),
  ),
  ...health.recommendations.map((text): Block => ({ kind: 'line', text, tone: 'dim' })),
];

const withUsage = (opening: Opening): Run => ({ ...opening, usage: readUsage(opening.store) });

async function onlyHealth(opening: Opening): Promise<Report> {
  const run = withUsage(opening);
  const health = await healthOf(run, pairsOf(run, run.store.state()));
  return { exit: 0, human: healthBlocks(health), data: { health: toJson(health) } };
}

const isWhole = ({ input }: Run): boolean =>
  !hasFlag(input.options, 'mergeOnly') && !hasFlag(input.options, 'forgetOnly');

const isStepOf = ({ input }: Run): boolean => textOption(input.options, 'group') !== undefined;

const lineOf = (text: string | undefined): Block[] => (text === undefined ? [] : [{ kind: 'line', text }]);

/** Parts of a consolidation as progress counts them: reading, comparing, health, association, the stages, knowledge, the report. */
const parts = 7;

/** Tells that the next part begins. */
function stepper({ host }: CommandInput): () => void {
  let done = 0;
  const step = (): void => host.progress('consolidating', { done: done++, total: parts });
  step();
  return step;
}

async function consolidate(opening: Opening): Promise<Report> {
  const { input, store, policy, now } = opening;
  const started = input.host.elapsed();
  const step = stepper(input);
  const runs = readRuns(store);
  const usages = deriveAll(opening, runs);
  const run = withUsage(opening);
  const before = store.state();
  const snapshot: State = {
    ...before,
    memories: new Map(before.memories),
    relations: new Map(before.relations),
  };
  step();
  const pairs = pairsOf(run, before);
  step();
  const healthBefore = await healthOf(run, pairs);
  step();
  foldUsage(run);
  if (isWhole(run)) {
    nameWork(run, runs);
    associate(run);
  }
  step();
  const stages = runStages(run, pairs);
  step();
  const knowledge = await compile(run, runs);
  step();
  const previousAt = store.home().lastRunAt;
  const report = buildConsolidationReport({
    before: snapshot,
    after: store.state(),
    ...stages,
    changes: run.changes,
    pairs,
    health: { before: healthBefore, after: await healthOf(run, pairs) },
    policy,
    now,
    ...(previousAt === undefined ? {} : { previousAt }),
    durationMs: Math.round(input.host.elapsed() - started),
    warnings: [],
  });
  const path = finish(run, report);
  const dry = hasFlag(input.options, 'dryRun');
  const association = associationLine(associationCounts(run.changes));
  const where: Block[] =
    path === undefined
      ? []
      : [{ kind: 'line', text: dry ? `The report would go to ${path}` : `Report: ${path}`, tone: 'dim' }];
  return {
    exit: 0,
    human: [
      ...(dry ? [dryLine] : []),
      ...reportBlocks(report, isStepOf(run)),
      ...lineOf(association),
      ...knowledge.blocks,
      ...where,
    ],
    data: {
      report: toJson(report),
      association: toJson(associationCounts(run.changes)),
      ...knowledge.data,
      usages,
      path: path ?? null,
      changes: run.changes.length,
      dryRun: dry,
    },
  };
}

/** `hebb consolidate`: merge → promote → forget → report, one group in the journal. */
export const run: Command = async (input): Promise<Report> => {
  const isStep = textOption(input.options, 'group') !== undefined;
  if (!isStep) await input.run('capture', { drain: true });
  const store = await input.door.write();
  const named = textOption(input.options, 'project') !== undefined;
  const only = named ? (await findHere(input, finderOf(input, store))).place.project.id : undefined;
  const group = groupOf(input.options).group ?? store.newGroup();
  const session: Opening = {
    input,
    store,
    policy: store.policy(),
    group,
    now: input.host.now(),
    only,
    changes: [],
  };
  if (hasFlag(input.options, 'health')) return onlyHealth(session);
  return isStep ? consolidate(session) : withRunLock(store, () => consolidate(session));
};
