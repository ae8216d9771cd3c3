import type { ConsolidationReport, Health } from '../domain/consolidation-report.ts';
import { toJson } from '../domain/json.ts';
import type { Policy } from '../domain/policy.ts';
import type { Block, Report } from '../domain/report.ts';
import type { Run as AgentRun } from '../domain/run.ts';
import type { ScoredPair } from '../domain/scored-pair.ts';
import type { State } from '../domain/state.ts';
import { buildConsolidationReport } from '../pipeline/consolidation-report.ts';
import { assessHealth } from '../pipeline/health.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { renderReportMarkdown, reportBlocks } from '../pipeline/render-report.ts';
import { associationCounts, associationLine } from '../pipeline/tag-blocks.ts';
import { readRuns, readUsage } from '../store/facts.ts';
import { withRunLock } from '../store/lock.ts';
import { addLogLine, keepReport } from '../store/reports.ts';
import { type Command, type CommandInput, groupOf, hasFlag, textOption } from './command.ts';
import { consolidateKnowledge, type Knowledge, noKnowledge } from './consolidate-knowledge.ts';
import {
  associate,
  commitStage,
  deriveAll,
  foldUsage,
  nameWork,
  type Opening,
  pairsOf,
  type Run,
  runStages,
} from './consolidate-stages.ts';
import { healthExtras } from './health-extras.ts';
import { finderOf, findHere } from './here.ts';
import { statsFrom } from './stats.ts';

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
