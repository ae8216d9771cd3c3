import { HebbError } from '../domain/failure.ts';
import type { Json } from '../domain/json.ts';
import type { Report } from '../domain/report.ts';
import { type CommandInput, hasFlag, type Options } from './command.ts';

/** One step of a run: a command. */
export interface Step {
  readonly name: string;
  readonly title: string;
  readonly options: Options;
  /** Keys of its data of which one holds something when there is something to tell. */
  readonly news: readonly string[];
}

/** What became of one step. */
export interface StepResult {
  readonly name: string;
  readonly title: string;
  readonly news: readonly string[];
  readonly report?: Report;
  readonly failure?: HebbError['failure'];
}

/** Turns the spool into the log. */
export const drainStep: Step = {
  name: 'capture',
  title: 'Hooks',
  options: { drain: true },
  news: ['payloads'],
};

/** Reads sessions: candidates come of it. */
export const analyzeStep: Step = {
  name: 'analyze-sessions',
  title: 'Sessions',
  options: {},
  news: ['prompts', 'candidates', 'badLines'],
};

/** Judges candidates: memories come of it. */
export const importStep: Step = {
  name: 'import',
  title: 'Import',
  options: {},
  news: ['judged', 'problems'],
};

/** Runs a step as part of a group. One that fails is told of; what is no failure of hebb's own goes on up. */
export async function runStep(input: CommandInput, group: string, step: Step): Promise<StepResult> {
  const { name, title, options, news } = step;
  const handed = { dryRun: hasFlag(input.options, 'dryRun') };
  try {
    return { name, title, news, report: await input.run(name, { ...options, ...handed, group }) };
  } catch (error) {
    if (!(error instanceof HebbError)) throw error;
    return { name, title, news, failure: error.failure };
  }
}

/** A step that found nothing takes no room of its own. */
export const isSilent = ({ report, news }: StepResult): boolean =>
  report?.exit === 0 && news.every((key) => isNothing(report.data[key]));

const isNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === 0 || (Array.isArray(value) && value.length === 0);
