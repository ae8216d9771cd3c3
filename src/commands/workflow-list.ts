import { toJson } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import type { RunDigest } from '../domain/run-digest.ts';
import { stampOf } from '../pipeline/stamps.ts';
import { type RunRow, runTable } from '../pipeline/workflow-blocks.ts';
import { readRun } from '../store/run-lines.ts';
import type { CommandInput } from './command.ts';
import { limitOf } from './limit-option.ts';
import { deskNotes, openWorkflowDesk, type WorkflowDesk } from './workflow-desk.ts';

/** Runs of a list unless something else is asked for. */
const defaultLimit = 20;

const empty: Block = {
  kind: 'line',
  text: 'No runs here yet. hebb analyze-sessions reads them from the sessions of your agents.',
};

/** A run with what a list says of it. */
export const rowOf = ({ store, coverage }: WorkflowDesk, digest: RunDigest): RunRow => ({
  digest,
  run: readRun(store, digest.place),
  stamp: stampOf(digest, coverage),
});

/** The same for `--json`. */
export const rowData = ({ digest, run, stamp }: RunRow) =>
  toJson({
    id: digest.id,
    createdAt: digest.createdAt,
    sessionId: digest.sessionId,
    project: digest.project,
    query: run?.query ?? digest.query,
    outcome: digest.outcome,
    outcomeSource: run?.outcomeSource ?? null,
    steps: run?.steps.length ?? null,
    classHash: digest.classHash ?? null,
    promotedSkillId: stamp?.slug ?? null,
    suppressed: stamp?.hides ?? false,
  });

/** `hebb workflows list`: the newest runs, those that a skill covers as well. */
export async function listRuns(input: CommandInput): Promise<Report> {
  const desk = await openWorkflowDesk(input);
  const rows = desk.runs.slice(0, limitOf(input, defaultLimit)).map((digest) => rowOf(desk, digest));
  const rest = desk.runs.length - rows.length;
  const more: Block[] =
    rest > 0 ? [{ kind: 'line', text: `${rest} more: --limit ${desk.runs.length}`, tone: 'dim' }] : [];
  return {
    exit: 0,
    human: [rows.length > 0 ? runTable(rows) : empty, ...more, ...deskNotes(input, desk.store)],
    data: { runs: rows.map(rowData), total: desk.runs.length },
  };
}
