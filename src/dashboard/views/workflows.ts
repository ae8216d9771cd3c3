import type { Facts } from '../../commands/dashboard-facts.ts';
import type { WorkflowFacts } from '../../commands/dashboard-workflows.ts';
import { toJson } from '../../domain/json.ts';
import { classKey } from '../../domain/run-class.ts';
import type { ClassStats } from '../../pipeline/run-classes.ts';
import { type ClassSight, refusalOf, sightClass } from '../../pipeline/sight-classes.ts';
import { type Action, callOf } from '../call.ts';
import { hasWords, isFacet, parseFilter } from '../filter.ts';
import { bold, dim, fill, type Line, line, right, type Span, toned } from '../line.ts';
import type { Listing } from '../listing.ts';
import { percent } from '../words.ts';
import { workflowDetail } from './workflow-detail.ts';

/** A class with its gates, and why no skill came of it. */
export interface WorkflowRow extends ClassSight {
  /** Reasons of a refusal that still holds. */
  readonly refused: readonly string[];
}

/** Where a class stands, in one word. */
const standings = ['promoted', 'ready', 'refused', 'not yet'] as const;
type Standing = (typeof standings)[number];

const standingOf = ({ standing, passes, refused }: WorkflowRow): Standing =>
  standing.coveredBy !== undefined
    ? 'promoted'
    : refused.length > 0
      ? 'refused'
      : passes
        ? 'ready'
        : 'not yet';

const keyOf = (stats: ClassStats): string => classKey(stats, stats.runClass.hash);

/** Judges a class when somebody looks at it: there may be thousands, and a screen shows twenty. */
function judge(facts: Facts): (stats: ClassStats) => WorkflowRow {
  const known = new Map<string, WorkflowRow>();
  const records = facts.more?.workflows.records ?? [];
  const refusals = records.flatMap((record) => (record.kind === 'refused' ? [record] : []));
  const input = { skills: [...facts.state.skills.values()], policy: facts.policy.workflows, now: facts.now };
  return (stats) => {
    const row = known.get(keyOf(stats));
    if (row) return row;
    const sight = sightClass(stats, input);
    const made = { ...sight, refused: refusalOf(sight, refusals)?.reasons ?? [] };
    known.set(keyOf(stats), made);
    return made;
  };
}

/** Gates that are passed, of all; a badge where there is more to say. */
function chipOf(row: WorkflowRow): Span {
  const passed = row.gates.filter((gate) => gate.passed).length;
  switch (standingOf(row)) {
    case 'promoted':
      return { text: fill('PROMOTED', 9), bold: true };
    case 'ready':
      return toned('good', fill('ready', 9));
    case 'refused':
      return toned('warn', fill('refused', 9));
    case 'not yet':
      return dim(fill(`${passed} of ${row.gates.length}`, 9));
  }
}

function rowLine(row: WorkflowRow): Line {
  const { stats } = row;
  const rate = stats.successRate === null ? '' : percent(stats.successRate);
  return line(
    chipOf(row),
    right(`${stats.runs}×`, 5),
    ' ',
    right(rate, 5),
    '  ',
    bold(stats.runClass.units.join(' › ')),
  );
}

const runCycle: Action = { key: 'c', label: 'run cycle', call: callOf('promote', [], { skills: true }) };

function actionsOf(stats: ClassStats): Action[] {
  const { hash } = stats.runClass;
  return [
    { key: 'd', label: 'distil now', call: callOf('promote', [], { skills: true, class: hash }) },
    runCycle,
  ];
}

function emptyText(workflows: WorkflowFacts | undefined): string[] {
  if (workflows === undefined) return ['Reading the runs …'];
  if (workflows.classes.length > 0) return ['No procedure fits the filter.', 'Esc takes it away.'];
  if (workflows.runs > 0)
    return ['The runs that were read have no steps that count.', 'hebb workflows list shows them.'];
  return ['No runs yet.', 'hebb analyze-sessions reads them from the sessions of your agents.'];
}

const searched = ({ runClass, digests }: ClassStats): string =>
  [runClass.hash, ...runClass.units, ...digests.slice(0, 20).map(({ query }) => query)]
    .join('\n')
    .toLowerCase();

/** **5 Workflows**: what agents do again and again, and how near it is to becoming a skill. */
export function workflowsListing(facts: Facts, typed: string): Listing {
  const filter = parseFilter(typed, ['status', 'project']);
  const workflows = facts.more?.workflows;
  const all = workflows?.classes ?? [];
  const rowOf = judge(facts);
  const isShown = (stats: ClassStats): boolean =>
    hasWords(searched(stats), filter) &&
    isFacet(filter, 'project', facts.projects[stats.project] ?? stats.project) &&
    (!filter.facets.has('status') || isFacet(filter, 'status', standingOf(rowOf(stats))));
  const shown = new Map(all.filter(isShown).map((stats) => [keyOf(stats), stats]));
  const partly = workflows?.isMined === false ? ' (whole runs only: hebb workflows classes finds more)' : '';
  const off = workflows?.enabled === false ? ' · switched off' : '';
  return {
    ids: [...shown.keys()],
    total: all.length,
    title: `${shown.size === 1 ? 'procedure' : 'procedures'} of ${workflows?.runs ?? 0} runs${partly}${off}`,
    row: (id) => {
      const stats = shown.get(id);
      return stats ? rowLine(rowOf(stats)) : line();
    },
    detail: (id, columns) => {
      const stats = shown.get(id);
      return stats && workflows ? workflowDetail(rowOf(stats), workflows, { facts, columns }) : [];
    },
    actions: (id) => {
      const stats = shown.get(id);
      return stats ? actionsOf(stats) : [];
    },
    facets: [{ key: 's', name: 'status', values: ['promoted', 'ready', 'refused', 'not'] }],
    empty: emptyText(workflows),
    data: () =>
      toJson(
        [...shown.values()].map((stats) => {
          const { gates, passes, standing, refused, score } = rowOf(stats);
          const { digests, ...counts } = stats;
          return {
            ...counts,
            runIds: digests.map(({ id }) => id),
            gates,
            passes,
            coveredBy: standing.coveredBy ?? null,
            refused,
            score,
          };
        }),
      ),
  };
}
