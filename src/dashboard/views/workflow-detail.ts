import type { Facts } from '../../commands/dashboard-facts.ts';
import type { WorkflowFacts } from '../../commands/dashboard-workflows.ts';
import type { RunDigest } from '../../domain/run-digest.ts';
import { stampOf } from '../../pipeline/stamps.ts';
import { bold, dim, fill, type Line, line, toned, wrap } from '../line.ts';
import { agoText, counted, facts as factRows, paragraph, percent, timeText } from '../words.ts';
import { section } from './memory-detail.ts';
import type { WorkflowRow } from './workflows.ts';

/** Newest runs that are shown. */
const shownRuns = 20;

function gateLines({ gates }: WorkflowRow, columns: number): Line[] {
  return gates.flatMap(({ name, passed, text }) =>
    paragraph(`${fill(name, 13)} ${text}`, columns - 2).map((row, at) =>
      at > 0 ? line('  ', ...row) : line(passed ? toned('good', '✓') : toned('warn', '·'), ' ', ...row),
    ),
  );
}

/** A run; one that a skill covers whole is suppressed: it is not recalled by itself any more. */
function runLine(run: RunDigest, { coverage }: WorkflowFacts, now: string): Line {
  const stamp = stampOf(run, coverage);
  const covered = stamp === undefined ? '' : `  ${stamp.hides ? 'suppressed by' : 'a part is'} ${stamp.slug}`;
  const end = { success: toned('good', '✓'), failure: toned('bad', '✗'), unknown: dim('·') }[run.outcome];
  return line(end, ` ${timeText(run.createdAt, now)}  ${run.query}`, dim(covered));
}

/** Everything that is known of a procedure: its steps, each gate with its figure, its newest runs. */
export function workflowDetail(
  row: WorkflowRow,
  workflows: WorkflowFacts,
  { facts, columns }: { readonly facts: Facts; readonly columns: number },
): Line[] {
  const { stats, standing, refused } = row;
  const { runClass, digests, successRate, executions, lastSeenAt } = stats;
  const rate =
    successRate === null
      ? 'no outcome is known'
      : `${percent(successRate)} of ${counted(executions, 'known end')}`;
  const hidden = digests.filter((run) => stampOf(run, workflows.coverage)?.hides === true).length;
  return [
    ...wrap(runClass.units.join(' › '), columns).map((text) => line(bold(text))),
    ...factRows(
      [
        ['kind', runClass.kind === 'run' ? 'whole runs' : 'found within runs'],
        ['success', rate],
        ['prompts', `${stats.queries} different ones`],
        ['last run', lastSeenAt === null ? '' : agoText(lastSeenAt, facts.now)],
        ['skill', standing.coveredBy ?? ''],
        ['suppressed', hidden > 0 ? `${counted(hidden, 'run')}: the skill stands for them` : ''],
        ['refused', refused.join('; ')],
        ['class', runClass.hash.slice(0, 16)],
      ],
      columns,
    ),
    ...section('GATES', gateLines(row, columns)),
    ...section(
      'RUNS',
      digests.slice(0, shownRuns).map((run) => runLine(run, workflows, facts.now)),
    ),
    ...(digests.length > shownRuns ? [line(dim(`… and ${digests.length - shownRuns} more`))] : []),
  ];
}
