import { HebbError } from '../domain/failure.ts';
import type { Json } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import type { Due } from '../pipeline/due.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { withRunLock } from '../store/lock.ts';
import { addLogLine } from '../store/reports.ts';
import type { Store } from '../store/store.ts';
import { type Command, type CommandInput, hasFlag } from './command.ts';
import { dueOf } from './due-inputs.ts';
import {
  analyzeStep,
  drainStep,
  importStep,
  isSilent,
  runStep,
  type Step,
  type StepResult,
} from './loop-steps.ts';
import { isMoment, startWhenDue } from './when-due.ts';

/** The steps of a run, in order. Those after one that fails still run. */
const wholeSteps: readonly Step[] = [
  drainStep,
  analyzeStep,
  {
    name: 'extract-git',
    title: 'Git history',
    options: { allProjects: true },
    news: ['candidates', 'settled', 'problems'],
  },
  importStep,
  { name: 'consolidate', title: 'Consolidation', options: {}, news: ['report'] },
];

/** The short run of a night: what appears together. It uses up no cooldown. */
const nightlySteps: readonly Step[] = [
  drainStep,
  { name: 'taxonomy', title: 'Association', options: {}, news: ['changes'] },
  { name: 'reconcile', title: 'Tags', options: {}, news: ['active'] },
];

const silentBlocks = (silent: readonly StepResult[]): Block[] =>
  silent.length === 0
    ? []
    : [
        {
          kind: 'line',
          text: `Nothing new in: ${silent.map(({ title }) => title.toLowerCase()).join(', ')}.`,
        },
      ];

const blocksOf = ({ title, report, failure }: StepResult): Block[] => [
  { kind: 'heading', text: title },
  ...(report?.human ?? []).filter((block) => block !== dryLine),
  ...(failure
    ? [{ kind: 'line', text: `${failure.message} (next: ${failure.hint})`, tone: 'bad' } as const]
    : []),
];

/** Which run it is: its steps, why it runs, and what its line in the log is called. */
interface Loop {
  readonly steps: readonly Step[];
  readonly name: string;
  readonly due: Due;
  readonly isWhole: boolean;
}

/** Leaves the one line that each run leaves. Ids, codes and counts, never texts: it also goes to the log of a scheduler. */
function leaveLine(store: Store, line: string): string {
  addLogLine(store, line);
  return line;
}

/** The run itself, under `run.lock`. The cooldown is used up only by a whole run in which every step worked. */
async function runLoop(
  input: CommandInput,
  store: Store,
  { steps, name, due, isWhole }: Loop,
): Promise<Report> {
  const group = store.newGroup();
  const results: StepResult[] = [];
  for (const step of steps) {
    input.host.progress(step.title);
    results.push(await runStep(input, group, step));
  }
  const failed = results.filter(({ failure }) => failure !== undefined);
  const isPartial = failed.length > 0 || results.some(({ report }) => report?.exit === 3);
  const now = input.host.now();
  if (isWhole && failed.length === 0) store.updateHome((home) => ({ ...home, lastRunAt: now }));
  const ends = results.map((step) => `${step.name}=${step.failure?.code ?? 'done'}`);
  const line = leaveLine(store, `${now} ${name} ${group} ${ends.join(' ')}`);
  return {
    exit: isPartial ? 3 : 0,
    human: [
      ...(hasFlag(input.options, 'dryRun') ? [dryLine] : []),
      ...(isWhole ? [{ kind: 'line', text: whyLine(due, hasFlag(input.options, 'force')) } as const] : []),
      ...silentBlocks(results.filter(isSilent)),
      ...results.filter((result) => !isSilent(result)).flatMap(blocksOf),
    ],
    data: {
      due: due.due,
      reasons: [...due.reasons],
      line,
      group,
      steps: results.map(
        ({ name: step, report, failure }): Json => ({
          name: step,
          exit: report?.exit ?? 1,
          failure: failure ? { ...failure } : null,
          data: report?.data ?? null,
        }),
      ),
    },
  };
}

const whyLine = ({ due, reasons }: Due, forced: boolean): string =>
  due ? `Due: ${reasons.join('; ')}.` : forced ? 'Not due, but forced.' : 'Nothing is due.';

const warningBlocks = ({ warning }: Due): Block[] =>
  warning === undefined ? [] : [{ kind: 'line', text: warning, tone: 'warn' }];

async function check(input: CommandInput): Promise<Report> {
  const due = await dueOf(input, await input.door.read());
  return {
    exit: due.due ? 10 : 0,
    human: [{ kind: 'line', text: whyLine(due, false) }, ...warningBlocks(due)],
    data: { due: due.due, reasons: [...due.reasons], warning: due.warning ?? null },
  };
}

const notAsked: Due = { due: false, reasons: [] };

/** Under the lock: whether it is due is asked only now, so that of two at once the later one sees what the first did. */
async function runDue(input: CommandInput, store: Store): Promise<Report> {
  if (hasFlag(input.options, 'nightly'))
    return runLoop(input, store, {
      steps: nightlySteps,
      name: 'auto-consolidate nightly',
      due: notAsked,
      isWhole: false,
    });
  const due = await dueOf(input, store);
  if (due.due || hasFlag(input.options, 'force'))
    return runLoop(input, store, { steps: wholeSteps, name: 'auto-consolidate', due, isWhole: true });
  const line = leaveLine(store, `${input.host.now()} auto-consolidate not-due`);
  const next: Block = {
    kind: 'line',
    text: 'hebb auto-consolidate --force runs it all the same.',
    tone: 'dim',
  };
  return {
    exit: 0,
    human: [{ kind: 'line', text: whyLine(due, false) }, ...warningBlocks(due), next],
    data: { due: false, reasons: [], warning: due.warning ?? null, line },
  };
}

/** One run at a time; the one that is not let in leaves its line as well. */
async function runAlone(input: CommandInput): Promise<Report> {
  const store = await input.door.write();
  try {
    return await withRunLock(store, () => runDue(input, store));
  } catch (error) {
    if (error instanceof HebbError && error.exit === 75)
      leaveLine(store, `${input.host.now()} auto-consolidate held`);
    throw error;
  }
}

/** A run as timers and hooks want it told: by its line alone. */
const quietly = (report: Report): Report => ({
  ...report,
  human: [{ kind: 'raw', text: String(report.data.line ?? '') }],
});

const silent: Report = { exit: 0, human: [], data: { started: false } };

/** For hooks: starts the run in the background when its moment has come, says nothing and never fails. */
async function startDetached(input: CommandInput): Promise<Report> {
  if (hasFlag(input.options, 'dryRun')) return silent;
  return { ...silent, data: { started: await startWhenDue(input, 'turn-end') } };
}

/** `hebb auto-consolidate`: the loop, one run at a time. */
export const run: Command = async (input): Promise<Report> => {
  const { options } = input;
  if (hasFlag(options, 'check')) return check(input);
  if (hasFlag(options, 'detach')) return startDetached(input);
  if (hasFlag(options, 'whenDue') && !(await isMoment(input, 'turn-end'))) return silent;
  const report = await runAlone(input);
  return hasFlag(options, 'quiet') ? quietly(report) : report;
};
