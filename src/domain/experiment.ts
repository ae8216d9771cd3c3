import { failed, type Result, success } from './failure.ts';
import { type Dict, dictAt, dictsAt, isDict, numberAt, parseDict, stringAt, stringsAt } from './json.ts';

/** What differs between the arms of an experiment: raw runs, the skill with the weight of a user, the skill with that of a developer. */
export const armNames = ['baseline', 'user', 'developer'] as const;

/** One of `armNames`. */
export type ArmName = (typeof armNames)[number];

/** One thing to be done, and how to tell that it was. What is not told is not scored. */
export interface ExperimentTask {
  readonly id: string;
  readonly prompt: string;
  /** Units that the agent's steps must be, in order and with nothing else, as `hebb workflows show` names them. */
  readonly workflow?: readonly string[];
  /** A text that the answer must be, blanks folded; or between slashes an expression that it must match. */
  readonly answer?: string;
  /** A folder of which the agent gets a fresh copy to work in. */
  readonly folder?: string;
}

/** A file of tasks for one skill. */
export interface ExperimentPlan {
  readonly skill: string;
  readonly tasks: readonly ExperimentTask[];
}

/** A message as services take it. `developer` exists with OpenAI alone; elsewhere it is `system`. */
export interface AgentMessage {
  readonly role: 'system' | 'developer' | 'user';
  readonly content: string;
}

/** A tool call as the agent command tells it. */
export interface AgentCall {
  readonly tool: string;
  readonly input: Dict;
}

/** What the agent command printed. */
export interface AgentAnswer {
  readonly text: string;
  /** Absent when the agent does not tell its steps. */
  readonly calls?: readonly AgentCall[];
  /** Absent when the agent does not count. */
  readonly tokens?: { readonly input: number; readonly output: number };
  /** Requests to the model. */
  readonly requests?: number;
  /** Time that the model itself took. */
  readonly modelMs?: number;
}

const expected = 'see docs/workflows.md for a file of tasks';
const wrong = (file: string, problem: string): Result<never> =>
  failed('experiment.tasks', `${file}: ${problem}`, expected);

/** Reads a file of tasks; the first thing that is wrong is named with its place. */
export function parseExperiment(value: unknown, file: string): Result<ExperimentPlan> {
  if (!isDict(value)) return wrong(file, 'expected "skill" and "tasks"');
  const skill = stringAt(value, 'skill')?.trim() ?? '';
  if (skill === '') return wrong(file, 'skill: expected the slug of a skill');
  const tasks = dictsAt(value, 'tasks');
  if (tasks.length === 0) return wrong(file, 'tasks: expected a list of at least one task');
  const read: ExperimentTask[] = [];
  for (const [index, task] of tasks.entries()) {
    const one = parseTask(task, index);
    if (typeof one === 'string') return wrong(file, `tasks[${index}]: ${one}`);
    if (read.some(({ id }) => id === one.id))
      return wrong(file, `tasks[${index}]: id ${one.id} is there twice`);
    read.push(one);
  }
  return success({ skill, tasks: read });
}

function parseTask(task: Dict, index: number): ExperimentTask | string {
  const prompt = stringAt(task, 'prompt')?.trim() ?? '';
  if (prompt === '') return 'prompt: expected what the agent is asked';
  const answer = stringAt(task, 'answer');
  const pattern = answer === undefined ? undefined : patternOf(answer);
  if (pattern === 'invalid') return `answer: ${answer} is no valid expression`;
  const folder = stringAt(task, 'folder');
  const workflow = Array.isArray(task.workflow) ? stringsAt(task, 'workflow') : undefined;
  if (answer === undefined && workflow === undefined) return 'expected a workflow, an answer, or both';
  return {
    id: stringAt(task, 'id') ?? `task-${index + 1}`,
    prompt,
    ...(answer === undefined ? {} : { answer }),
    ...(workflow === undefined ? {} : { workflow }),
    ...(folder === undefined ? {} : { folder }),
  };
}

/** The expression of an answer between slashes; undefined for plain text. */
export function patternOf(answer: string): RegExp | 'invalid' | undefined {
  const body = /^\/(.{1,500})\/(i?)$/s.exec(answer);
  if (!body) return undefined;
  try {
    return new RegExp(body[1] ?? '', body[2]);
  } catch {
    return 'invalid';
  }
}

/** Reads what an agent command printed: one JSON document, or else a plain answer. */
export function parseAgentAnswer(output: string): AgentAnswer {
  const value = parseDict(output);
  if (typeof value?.answer !== 'string') return { text: output };
  const { answer: text } = value;
  const usage = dictAt(value, 'usage') ?? {};
  const [input, out] = [numberAt(usage, 'input'), numberAt(usage, 'output')];
  const [requests, modelMs] = [numberAt(value, 'requests'), numberAt(value, 'modelMs')];
  const calls = Array.isArray(value.steps)
    ? dictsAt(value, 'steps').map((step) => ({
        tool: stringAt(step, 'tool') ?? '',
        input: dictAt(step, 'input') ?? {},
      }))
    : undefined;
  return {
    text,
    ...(calls ? { calls } : {}),
    ...(input === undefined || out === undefined ? {} : { tokens: { input, output: out } }),
    ...(requests === undefined ? {} : { requests }),
    ...(modelMs === undefined ? {} : { modelMs }),
  };
}
