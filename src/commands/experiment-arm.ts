import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type AgentAnswer,
  type AgentCall,
  type AgentMessage,
  type ArmName,
  type ExperimentPlan,
  type ExperimentTask,
  parseAgentAnswer,
} from '../domain/experiment.ts';
import type { AgentSettings } from '../domain/model-settings.ts';
import type { Place } from '../domain/project.ts';
import type { Step } from '../domain/run.ts';
import { runProgram } from '../models/run-program.ts';
import { classUnits } from '../pipeline/class-units.ts';
import { eventOf } from '../pipeline/event-of.ts';
import { type ArmMaterial, armMessages } from '../pipeline/experiment-arms.ts';
import { type ArmResult, isRightAnswer, isRightWorkflow } from '../pipeline/experiment-score.ts';
import { stepOf } from '../pipeline/step-of.ts';
import type { Store } from '../store/store.ts';
import type { CommandInput } from './command.ts';
import { modelHost } from './model-host.ts';

/** An experiment that is set up: what is asked, of whom, and where. */
export interface Experiment {
  readonly input: CommandInput;
  readonly store: Store;
  readonly plan: ExperimentPlan;
  /** Folder of the file of tasks; folders of tasks are relative to it. */
  readonly base: string;
  readonly material: ArmMaterial;
  readonly agent: AgentSettings;
  readonly place: Place;
}

/** Bytes of an answer at most. */
const maxAnswerBytes = 4_000_000;

/** What each arm is asked for a task. */
export const messagesFor = ({ material }: Experiment, { prompt }: ExperimentTask) => ({
  baseline: armMessages('baseline', prompt, material),
  user: armMessages('user', prompt, material),
  developer: armMessages('developer', prompt, material),
});

function inputText({ agent }: Experiment, task: ExperimentTask, messages: readonly AgentMessage[]): string {
  if (agent.format === 'text') return messages.map(({ content }) => content).join('\n\n');
  return `${JSON.stringify({ v: 1, task: { id: task.id, prompt: task.prompt }, messages })}\n`;
}

/** A call as a step, as it would be read of a transcript, so that both are named in the same units. */
function stepFrom({ tool, input }: AgentCall, row: number, place: Place): Step {
  const at = '1970-01-01T00:00:00.000Z';
  const toolUseId = `call-${row}`;
  const base = { client: 'experiment', sessionId: 'experiment', cwd: '', at };
  const event = eventOf({ ...base, kind: 'tool', ok: 'unknown', toolUseId, tool, input }, place);
  return stepOf({ kind: 'call', row, at, toolUseId, tool, input }, event);
}

const unitsOf = ({ calls }: AgentAnswer, place: Place): string[] | null =>
  calls ? classUnits(calls.map((call, index) => stepFrom(call, index + 1, place))) : null;

/** Runs the agent in a folder of its own, which is removed afterwards: no arm sees what another left. */
async function askAgent(
  experiment: Experiment,
  task: ExperimentTask,
  text: string,
): Promise<{ readonly answer?: AgentAnswer; readonly problem?: string; readonly ms: number }> {
  const { input, store, agent, base } = experiment;
  mkdirSync(store.paths.cache, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(store.paths.cache, 'experiment-'));
  try {
    if (task.folder !== undefined) cpSync(resolve(base, task.folder), folder, { recursive: true });
    const started = input.host.elapsed();
    const host = { ...modelHost(input.host, folder), folder };
    const printed = await runProgram({ ...agent, maxOutputBytes: maxAnswerBytes }, host, text);
    const ms = input.host.elapsed() - started;
    if (printed.kind !== 'text') return { problem: printed.reason, ms };
    return { answer: agent.format === 'json' ? parseAgentAnswer(printed.text) : { text: printed.text }, ms };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One task in one arm, once. */
export async function runArm(
  experiment: Experiment,
  { task, arm, trial }: { readonly task: ExperimentTask; readonly arm: ArmName; readonly trial: number },
): Promise<ArmResult> {
  const messages = messagesFor(experiment, task)[arm];
  const { answer, problem, ms } = await askAgent(experiment, task, inputText(experiment, task, messages));
  const units = answer ? unitsOf(answer, experiment.place) : null;
  return {
    arm,
    task: task.id,
    trial,
    workflow: answer ? isRightWorkflow(task, units) : task.workflow === undefined ? null : false,
    answer: answer ? isRightAnswer(task, answer.text) : task.answer === undefined ? null : false,
    tokens: answer?.tokens ?? null,
    requests: answer?.requests ?? null,
    modelMs: answer?.modelMs ?? null,
    ms,
    hasRawRun: arm === 'baseline',
    hasDeveloper: messages.some(({ role }) => role === 'developer'),
    units,
    problem: problem ?? null,
  };
}
