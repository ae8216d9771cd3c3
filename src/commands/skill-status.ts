import { fail, HebbError, type Result, unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Plan } from '../domain/plan.ts';
import type { Block, Report } from '../domain/report.ts';
import type { Skill } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { planActivate } from '../pipeline/plan-activate.ts';
import { planEnd, type SkillEnd } from '../pipeline/plan-skill-status.ts';
import { planRollback } from '../pipeline/plan-skill-text.ts';
import { sightSources } from '../pipeline/skill-sources.ts';
import type { Store } from '../store/store.ts';
import { redact } from '../text/redact.ts';
import { type CommandInput, hasFlag, textOption } from './command.ts';
import { frozenAt, keepSearchPath } from './skill-activation.ts';
import { exportedBlocks, renewExports } from './skill-export.ts';
import { slugOf } from './skill-slug-argument.ts';

const usage = (op: string, message: string, hint: string): HebbError =>
  new HebbError(fail(`usage.skill-${op}`, message, hint).failure, 2);

type Planner = (state: State, slug: string, now: string) => Result<Plan>;

function activation(input: CommandInput, store: Store): Planner {
  const role = textOption(input.options, 'role');
  if (role !== undefined && role !== 'user' && role !== 'developer')
    throw usage(
      'activate',
      `--role ${role}: not user or developer`,
      'hebb skill activate <slug> --role developer',
    );
  const frozen = frozenAt(input, store);
  return (state, slug, now) =>
    planActivate(state, { slug, now, ...frozen(state, slug), ...(role === undefined ? {} : { role }) });
}

function end(op: string, status: SkillEnd, needsReason: boolean) {
  return ({ options }: CommandInput): Planner => {
    const given = redact(textOption(options, 'reason') ?? '')
      .text.replace(/\s+/g, ' ')
      .trim()
      .replace(/\.$/, '');
    if (given === '' && needsReason)
      throw usage(op, `skill ${op}: needs a reason`, `hebb skill ${op} <slug> --reason "<why>"`);
    const why = given === '' ? 'no reason was given' : given;
    return (state, slug, now) => planEnd(state, { slug, status, why, now });
  };
}

function rollback({ args }: CommandInput): Planner {
  const [, , given] = args;
  const to = given === undefined ? undefined : Number(given);
  if (to !== undefined && !(Number.isInteger(to) && to > 0))
    throw usage('rollback', `${given}: not a version`, 'hebb skill rollback <slug> 1');
  return (state, slug, now) => planRollback(state, { slug, now, ...(to === undefined ? {} : { to }) });
}

/** What a person may do to a skill. */
const steps = {
  activate: activation,
  reject: end('reject', 'rejected', true),
  demote: end('demote', 'demoted', true),
  retire: end('retire', 'retired', false),
  rollback,
} as const;

/** One of the steps in the life of a skill. */
export type SkillStepName = keyof typeof steps;

/** What a skill is measured by from its activation on. */
const heldLine = ({ successRate, executions }: NonNullable<Skill['baseline']>): Block => ({
  kind: 'line',
  text: `It is held against the ${executions} runs before it: ${Math.round(successRate * 100)} % succeeded.`,
});

function doneBlocks(state: State, slug: string, plan: Plan): Block[] {
  const skill = state.skills.get(slug);
  const [first] = plan.changes;
  if (!first) return [{ kind: 'line', text: `${slug} is ${skill?.status ?? 'gone'} already.` }];
  const learnings = plan.changes.filter(({ target }) => target.startsWith('memories/')).length;
  const stale = skill?.status === 'active' ? sightSources(state, skill).stale : undefined;
  return [
    { kind: 'line', text: first.reason.text, tone: 'good' },
    ...(skill?.status === 'active' && skill.baseline ? [heldLine(skill.baseline)] : []),
    ...(learnings > 0
      ? [{ kind: 'line', text: `${learnings} of its learnings go in or out of recall with it.` } as const]
      : []),
    ...(stale === undefined
      ? []
      : [
          {
            kind: 'line',
            text: `It is stale: ${stale}. hebb consolidate rebuilds it.`,
            tone: 'warn',
          } as const,
        ]),
    { kind: 'line', text: 'hebb undo takes it back.', tone: 'dim' },
  ];
}

/** `hebb skill activate | reject | demote | retire | rollback <slug>`: one step, undoable. Exported copies of what is active no longer go. */
export async function stepSkill(input: CommandInput, step: SkillStepName): Promise<Report> {
  const slug = slugOf(input);
  const store = await input.door.write();
  const planner = steps[step](input, store);
  let plan: Plan = { command: `skill ${step}`, changes: [] };
  store.commit({
    command: plan.command,
    plan: (state) => {
      plan = unwrap(planner(state, slug, input.host.now()));
      return plan;
    },
  });
  if (step === 'activate') keepSearchPath(input, store, slug);
  const exported = await renewExports({ store, host: input.host });
  const dry = hasFlag(input.options, 'dryRun');
  return {
    exit: 0,
    human: [...(dry ? [dryLine] : []), ...doneBlocks(store.state(), slug, plan), ...exportedBlocks(exported)],
    data: { slug, changes: toJson(plan.changes), exported: toJson(exported), dryRun: dry },
  };
}
