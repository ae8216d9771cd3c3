import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type ArmName, armNames, type ExperimentPlan, parseExperiment } from '../domain/experiment.ts';
import { fail, HebbError, unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { AgentSettings } from '../domain/model-settings.ts';
import { parseArgv } from '../domain/read-setting.ts';
import type { Block, Report } from '../domain/report.ts';
import { type ArmCheck, type ArmMaterial, checkArms } from '../pipeline/experiment-arms.ts';
import { type ArmResult, figureBlocks, figuresOf, resultBlocks } from '../pipeline/experiment-score.ts';
import { parseSkill } from '../pipeline/parse-skill.ts';
import { skillPath } from '../pipeline/plan-skill-version.ts';
import { currentVersion } from '../pipeline/skill-sources.ts';
import { parseYamlText } from '../store/parse-yaml.ts';
import { readRun } from '../store/run-lines.ts';
import type { Store } from '../store/store.ts';
import { type Command, type CommandInput, hasFlag, textOption } from './command.ts';
import { type Experiment, messagesFor, runArm } from './experiment-arm.ts';
import { finderOf, findHere } from './here.ts';
import { digestsHere } from './run-digests.ts';

function readPlan(file: string): ExperimentPlan {
  let value: unknown;
  try {
    value = parseYamlText(readFileSync(file, 'utf8'));
  } catch (error) {
    const [problem = 'cannot be read'] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw fail('experiment.tasks', `${file}: ${problem}`, 'docs/workflows.md shows a file of tasks');
  }
  return unwrap(parseExperiment(value, file));
}

function agentOf({ options }: CommandInput, store: Store): AgentSettings {
  const configured = store.settings.models.agent;
  const named = textOption(options, 'agent');
  const base = configured ?? {
    argv: [],
    format: 'json' as const,
    hasDeveloperRole: false,
    timeoutMs: 600_000,
  };
  const agent = named === undefined ? base : { ...base, argv: parseArgv(named) };
  if (agent.argv.length > 0) return agent;
  throw fail(
    'experiment.agent',
    'no agent command is configured',
    'set models.agentCommand in config.yaml, or give --agent "<command>"',
  );
}

/** The skill's text without its head, and the successful runs that it was made from, the newest first. */
function materialOf(
  input: CommandInput,
  store: Store,
  { slug, hasDeveloperRole }: { readonly slug: string; readonly hasDeveloperRole: boolean },
): ArmMaterial {
  const skill = store.state().skills.get(slug);
  const text = skill && store.state().documents.get(skillPath(slug));
  if (!skill || text === undefined)
    throw fail('skill.unknown', `no skill is called ${slug}`, 'hebb skill list --all names those there are');
  const sources = new Set(currentVersion(skill)?.sources ?? []);
  const runs = digestsHere(input, store)
    .runs.filter(({ id, outcome }) => sources.has(id) && outcome === 'success')
    .sort((a, b) => (a.createdAt > b.createdAt ? -1 : 1))
    .flatMap(({ place }) => readRun(store, place) ?? []);
  if (runs.length === 0)
    throw fail(
      'experiment.runs',
      `${slug} was not made from runs, so there is nothing to compare it with`,
      'choose a skill of source behaviour: hebb skill list --all',
    );
  return { body: parseSkill(text).document?.body ?? text, runs, hasDeveloperRole };
}

async function openExperiment(input: CommandInput): Promise<Experiment> {
  const given = textOption(input.options, 'tasks');
  if (given === undefined)
    throw new HebbError(
      { code: 'usage.experiment', message: '--tasks: no file', hint: 'hebb experiment --tasks tasks.yaml' },
      2,
    );
  const file = resolve(input.host.cwd, given);
  const store = await input.door.read();
  const plan = readPlan(file);
  const agent = agentOf(input, store);
  const material = materialOf(input, store, { slug: plan.skill, hasDeveloperRole: agent.hasDeveloperRole });
  const { place } = await findHere(input, finderOf(input, store));
  return { input, store, plan, base: dirname(file), material, agent, place };
}

/** The arms take turns in going first, so that a service that tires or warms up favours none. */
function rotated(turn: number): ArmName[] {
  const at = turn % armNames.length;
  return [...armNames.slice(at), ...armNames.slice(0, at)];
}

async function runAll(experiment: Experiment, trials: number): Promise<ArmResult[]> {
  const { input, plan } = experiment;
  const results: ArmResult[] = [];
  const total = plan.tasks.length * trials * armNames.length;
  for (let trial = 1; trial <= trials; trial += 1)
    for (const [index, task] of plan.tasks.entries())
      for (const arm of rotated(trial - 1 + index)) {
        input.host.progress('asking the agent', { done: results.length, total });
        results.push(await runArm(experiment, { task, arm, trial }));
      }
  return results;
}

function trialsOf({ options }: CommandInput): number {
  const given = textOption(options, 'repeat');
  const trials = given === undefined ? 1 : Number(given);
  if (Number.isInteger(trials) && trials >= 1 && trials <= 100) return trials;
  const message = `--repeat ${given}: not a number from 1 to 100`;
  throw new HebbError(
    { code: 'usage.experiment', message, hint: 'hebb experiment --tasks tasks.yaml --repeat 3' },
    2,
  );
}

const checkBlocks = (checks: readonly ArmCheck[]): Block[] =>
  checks.map(({ text, holds }) => ({
    kind: 'item',
    text: `${holds ? 'holds' : 'BROKEN'}  ${text}`,
    tone: holds ? 'good' : 'bad',
  }));

function checksOf(experiment: Experiment): ArmCheck[] {
  const all = experiment.plan.tasks.flatMap((task) =>
    checkArms(messagesFor(experiment, task), experiment.material),
  );
  // One line a rule: the first task that breaks it speaks for all.
  const rules = [...new Set(all.map(({ rule }) => rule))];
  return rules.flatMap((rule) => {
    const own = all.filter((check) => check.rule === rule);
    return own.find(({ holds }) => !holds) ?? own.slice(0, 1);
  });
}

function showPrompts(experiment: Experiment): Report {
  const prompts = experiment.plan.tasks.map((task) => ({ task: task.id, ...messagesFor(experiment, task) }));
  const human = prompts.flatMap((prompt) =>
    armNames.flatMap((arm): Block[] => [
      { kind: 'heading', text: `${prompt.task}, ${arm}` },
      ...prompt[arm].map(({ role, content }): Block => ({ kind: 'raw', text: `[${role}]\n${content}\n` })),
    ]),
  );
  return { exit: 0, human, data: { prompts: toJson(prompts), checks: toJson(checksOf(experiment)) } };
}

/** `hebb experiment`: the same tasks with raw runs and with a skill at either weight. A broken assertion ends it before anything is asked. */
export const run: Command = async (input): Promise<Report> => {
  const experiment = await openExperiment(input);
  const trials = trialsOf(input);
  if (hasFlag(input.options, 'show')) return showPrompts(experiment);
  const checks = checksOf(experiment);
  if (checks.some(({ holds }) => !holds))
    return {
      exit: 1,
      human: checkBlocks(checks),
      data: { checks: toJson(checks), results: [], figures: [] },
    };
  const results = await runAll(experiment, trials);
  const figures = figuresOf(results);
  const failures = results.filter(({ problem }) => problem !== null).length;
  const { skill, tasks } = experiment.plan;
  return {
    exit: failures > 0 ? 3 : 0,
    human: [
      {
        kind: 'title',
        text: `${skill}: ${tasks.length} tasks in ${armNames.length} arms, ${results.length} runs`,
      },
      ...figureBlocks(figures),
      { kind: 'heading', text: 'Each run' },
      ...resultBlocks(results),
      { kind: 'heading', text: 'Asserted' },
      ...checkBlocks(checks),
      {
        kind: 'line',
        text: 'A small test on the tasks that you gave: it says nothing of others.',
        tone: 'dim',
      },
    ],
    data: { skill, trials, checks: toJson(checks), figures: toJson(figures), results: toJson(results) },
  };
};
