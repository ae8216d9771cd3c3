import { fail, HebbError } from '../domain/failure.ts';
import type { Block, Report } from '../domain/report.ts';
import { searchRuns } from '../pipeline/search-runs.ts';
import { stampOf } from '../pipeline/stamps.ts';
import { runTable } from '../pipeline/workflow-blocks.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { lexiconOf } from './import-inputs.ts';
import { limitOf } from './limit-option.ts';
import { deskNotes, openWorkflowDesk } from './workflow-desk.ts';
import { rowData, rowOf } from './workflow-list.ts';

/** Answers unless something else is asked for. */
const defaultLimit = 10;

function questionOf({ args }: CommandInput): string {
  const question = args.slice(1).join(' ').trim();
  if (question !== '') return question;
  throw new HebbError(
    fail('usage.workflows-search', 'workflows search: needs words', 'hebb workflows search "release"')
      .failure,
    2,
  );
}

/** `hebb workflows search <query>`: runs in which something like it was asked. A run that a skill covers whole is left out: the skill tells it better. */
export async function searchForRuns(input: CommandInput): Promise<Report> {
  const question = questionOf(input);
  const desk = await openWorkflowDesk(input);
  const isOpen = hasFlag(input.options, 'includePromoted')
    ? () => true
    : (run: (typeof desk.runs)[number]): boolean => !stampOf(run, desk.coverage)?.hides;
  const found = searchRuns(desk.runs, question, lexiconOf(desk.store));
  const left = found.filter(({ digest }) => isOpen(digest));
  const shown = left.slice(0, limitOf(input, defaultLimit));
  const rows = shown.map(({ digest }) => rowOf(desk, digest));
  const hidden = found.length - left.length;
  const covered: Block[] =
    hidden > 0
      ? [{ kind: 'line', text: `${hidden} more are covered by a skill: --include-promoted`, tone: 'dim' }]
      : [];
  const none: Block = { kind: 'line', text: `No run of ${desk.runs.length} was asked something like it.` };
  return {
    exit: 0,
    human: [rows.length > 0 ? runTable(rows) : none, ...covered, ...deskNotes(input, desk.store)],
    data: {
      query: question,
      runs: shown.map(({ score }, at) => ({ score, ...(rows[at] ? { run: rowData(rows[at]) } : {}) })),
      hidden,
    },
  };
}
