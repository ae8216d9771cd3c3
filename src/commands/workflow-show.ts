import { fail, HebbError } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Report } from '../domain/report.ts';
import type { ShadowRecord, WorkflowRecord } from '../domain/run-digest.ts';
import { quoteOf } from '../domain/skill-document.ts';
import { shortId } from '../pipeline/memory-blocks.ts';
import { stampOf } from '../pipeline/stamps.ts';
import { runFacts, stepTable } from '../pipeline/workflow-blocks.ts';
import type { CommandInput } from './command.ts';
import { deskNotes, findRun, openWorkflowDesk } from './workflow-desk.ts';

const isShadowOf =
  (runId: string) =>
  (record: WorkflowRecord): record is ShadowRecord =>
    record.kind === 'shadow' && record.runId === runId;

/** `hebb workflows show <id>`: one run with its steps, and everything that is known of it. */
export async function showRun(input: CommandInput): Promise<Report> {
  const [, called] = input.args;
  if (called === undefined)
    throw new HebbError(
      fail('usage.workflows-show', 'workflows show: needs a run', 'hebb workflows list names the newest')
        .failure,
      2,
    );
  const desk = await openWorkflowDesk(input);
  const { digest, run } = findRun(desk, called);
  const stamp = stampOf(digest, desk.coverage);
  const shadows = desk.records.filter(isShadowOf(run.id));
  const projectName = desk.store.home().projects[run.project]?.name ?? shortId(run.project);
  const sight = { digest, run, stamp, shadows, projectName };
  return {
    exit: 0,
    human: [
      { kind: 'title', text: quoteOf(run.query, 200) },
      runFacts(sight),
      ...(run.steps.length > 0 ? [stepTable(run.steps)] : []),
      ...deskNotes(input, desk.store),
    ],
    data: {
      run: toJson(run),
      units: [...digest.units],
      classHash: digest.classHash ?? null,
      promotedSkillId: stamp?.slug ?? null,
      suppressed: stamp?.hides ?? false,
      shadowEvaluations: toJson(shadows),
    },
  };
}
