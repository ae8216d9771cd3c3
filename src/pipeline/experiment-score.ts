import {
  type AgentAnswer,
  type ArmName,
  armNames,
  type ExperimentTask,
  patternOf,
} from '../domain/experiment.ts';
import type { Block } from '../domain/report.ts';

/** How one task went in one arm. */
export interface ArmResult {
  readonly arm: ArmName;
  readonly task: string;
  readonly trial: number;
  /** null: not told by the task, or not by the agent. */
  readonly workflow: boolean | null;
  readonly answer: boolean | null;
  readonly tokens: AgentAnswer['tokens'] | null;
  readonly requests: number | null;
  readonly modelMs: number | null;
  readonly ms: number;
  /** Whether a raw run, or a message of the developer, stood in the prompt. */
  readonly hasRawRun: boolean;
  readonly hasDeveloper: boolean;
  /** What the agent did, in units; null when it does not tell. */
  readonly units: readonly string[] | null;
  /** Why the agent gave no answer. */
  readonly problem: string | null;
}

const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whether an answer is the one that the task wants; null where it wants none. */
export function isRightAnswer({ answer }: ExperimentTask, text: string): boolean | null {
  if (answer === undefined) return null;
  const pattern = patternOf(answer);
  return pattern instanceof RegExp ? pattern.test(text) : folded(text) === folded(answer);
}

/** Whether the steps are those that the task wants, exactly; null where it wants none or they are not known. */
export function isRightWorkflow(
  { workflow }: ExperimentTask,
  units: readonly string[] | null,
): boolean | null {
  if (workflow === undefined || units === null) return null;
  return workflow.length === units.length && workflow.every((unit, index) => unit === units[index]);
}

/** Figures of one arm; shares 0..1, null where nothing was counted. */
export interface ArmFigures {
  readonly arm: ArmName;
  readonly results: number;
  readonly workflow: number | null;
  readonly answer: number | null;
  /** Both, where both are known. */
  readonly combined: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly requests: number | null;
  readonly modelMs: number | null;
  readonly ms: number | null;
  readonly rawRunRate: number | null;
  readonly developerRate: number | null;
}

function mean(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => typeof value === 'number');
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

const share = (values: readonly (boolean | null)[]): number | null =>
  mean(values.map((value) => (value === null ? null : Number(value))));

const combinedOf = ({ workflow, answer }: ArmResult): boolean | null =>
  workflow === null || answer === null ? null : workflow && answer;

/** Means over the results of each arm. */
export const figuresOf = (results: readonly ArmResult[]): ArmFigures[] =>
  armNames.map((arm) => {
    const own = results.filter((result) => result.arm === arm);
    return {
      arm,
      results: own.length,
      workflow: share(own.map(({ workflow }) => workflow)),
      answer: share(own.map(({ answer }) => answer)),
      combined: share(own.map(combinedOf)),
      inputTokens: mean(own.map(({ tokens }) => tokens?.input)),
      outputTokens: mean(own.map(({ tokens }) => tokens?.output)),
      requests: mean(own.map(({ requests }) => requests)),
      modelMs: mean(own.map(({ modelMs }) => modelMs)),
      ms: mean(own.map(({ ms }) => ms)),
      rawRunRate: share(own.map(({ hasRawRun }) => hasRawRun)),
      developerRate: share(own.map(({ hasDeveloper }) => hasDeveloper)),
    };
  });

type Column = Exclude<keyof ArmFigures, 'arm' | 'results'>;

const columns: readonly { readonly key: Column; readonly name: string; readonly isShare: boolean }[] = [
  { key: 'workflow', name: 'workflow', isShare: true },
  { key: 'answer', name: 'answer', isShare: true },
  { key: 'combined', name: 'both', isShare: true },
  { key: 'inputTokens', name: 'tokens in', isShare: false },
  { key: 'outputTokens', name: 'out', isShare: false },
  { key: 'requests', name: 'calls', isShare: false },
  { key: 'modelMs', name: 'model ms', isShare: false },
  { key: 'ms', name: 'ms', isShare: false },
  { key: 'rawRunRate', name: 'raw runs', isShare: true },
  { key: 'developerRate', name: 'developer', isShare: true },
];

const shown = (value: number | null, isShare: boolean): string =>
  value === null ? '–' : isShare ? `${Math.round(value * 100)} %` : String(Math.round(value * 10) / 10);

function delta(value: number | null, base: number | null, isShare: boolean): string {
  if (value === null || base === null) return '–';
  const scaled = isShare ? Math.round((value - base) * 100) : Math.round((value - base) * 10) / 10;
  return `${scaled > 0 ? '+' : ''}${scaled}`;
}

/** The table of an experiment: a line an arm, and how far each arm with the skill lies from the raw runs. */
export function figureBlocks(figures: readonly ArmFigures[]): Block[] {
  const base = figures.find(({ arm }) => arm === 'baseline');
  const rows = figures.map((one) => [
    one.arm,
    ...columns.map(({ key, isShare }) => shown(one[key], isShare)),
  ]);
  const deltas = figures
    .filter(({ arm }) => arm !== 'baseline')
    .map((one) => [
      `${one.arm} − baseline`,
      ...columns.map(({ key, isShare }) => delta(one[key], base?.[key] ?? null, isShare)),
    ]);
  return [{ kind: 'table', head: ['arm', ...columns.map(({ name }) => name)], rows: [...rows, ...deltas] }];
}

const mark = (value: boolean | null): string => (value === null ? '–' : value ? 'yes' : 'no');

/** Every result on a line of its own. */
export const resultBlocks = (results: readonly ArmResult[]): Block[] => [
  {
    kind: 'table',
    head: ['task', 'arm', 'workflow', 'answer', 'ms', 'problem'],
    rows: results.map(({ task, trial, arm, workflow, answer, ms, problem }) => [
      trial > 1 ? `${task} (${trial})` : task,
      arm,
      mark(workflow),
      mark(answer),
      String(Math.round(ms)),
      problem ?? '',
    ]),
  },
];
