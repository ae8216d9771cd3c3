import { toJson } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import type { Refusal } from '../domain/run-digest.ts';
import { allClasses } from '../pipeline/all-classes.ts';
import { shortId } from '../pipeline/memory-blocks.ts';
import type { ClassStats } from '../pipeline/run-classes.ts';
import { refusalOf, refusalsIn, sightClass } from '../pipeline/sight-classes.ts';
import { type ClassRow, classTable, gateItems } from '../pipeline/workflow-blocks.ts';
import type { Store } from '../store/store.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { limitOf } from './limit-option.ts';
import { deskNotes, openWorkflowDesk } from './workflow-desk.ts';

/** Classes unless something else is asked for. */
const defaultLimit = 20;

const empty: Block = {
  kind: 'line',
  text: 'No procedures here yet: hebb analyze-sessions reads runs; a run without steps that count has none.',
};

const bySize = (a: ClassStats, b: ClassStats): number =>
  b.executions - a.executions ||
  b.runs - a.runs ||
  b.runClass.units.length - a.runClass.units.length ||
  (a.runClass.hash < b.runClass.hash ? -1 : 1);

/** A class, judged as a promotion would judge it now. */
function rowOf(
  stats: ClassStats,
  {
    store,
    refusals,
    now,
  }: { readonly store: Store; readonly refusals: readonly Refusal[]; readonly now: string },
): ClassRow {
  const skills = store.state().skills.values();
  const sight = sightClass(stats, { skills, policy: store.policy().workflows, now });
  return {
    ...sight,
    projectName: store.home().projects[stats.project]?.name ?? shortId(stats.project),
    refused: refusalOf(sight, refusals)?.reasons ?? [],
  };
}

const dataOf = ({ stats, projectName, standing, gates, passes, refused }: ClassRow) =>
  toJson({
    hash: stats.runClass.hash,
    kind: stats.runClass.kind,
    units: stats.runClass.units,
    project: projectName,
    user: stats.user ?? null,
    runs: stats.runs,
    executions: stats.executions,
    successes: stats.successes,
    successRate: stats.successRate,
    queries: stats.queries,
    firstSeenAt: stats.firstSeenAt,
    lastSeenAt: stats.lastSeenAt,
    coveredBy: standing.coveredBy ?? null,
    passes,
    gates,
    refused,
  });

/** `hebb workflows classes [--gates]`: procedures that runs went through, those of whole runs and those that were mined. */
export async function listClasses(input: CommandInput): Promise<Report> {
  const desk = await openWorkflowDesk(input);
  const { store, runs, records } = desk;
  const judged = { store, refusals: refusalsIn(records), now: input.host.now() };
  const classes = allClasses(runs, store.policy().workflows).sort(bySize);
  const shown = classes.slice(0, limitOf(input, defaultLimit)).map((stats) => rowOf(stats, judged));
  const rest = classes.length - shown.length;
  const more: Block[] =
    rest > 0 ? [{ kind: 'line', text: `${rest} more: --limit ${classes.length}`, tone: 'dim' }] : [];
  return {
    exit: 0,
    human: [
      shown.length > 0 ? classTable(shown, hasFlag(input.options, 'all')) : empty,
      ...more,
      ...(hasFlag(input.options, 'gates') ? gateItems(shown) : []),
      ...deskNotes(input, store),
    ],
    data: { classes: shown.map(dataOf), total: classes.length },
  };
}
