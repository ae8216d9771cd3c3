import { fail, HebbError, unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Plan } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { Block, Report } from '../domain/report.ts';
import type { State } from '../domain/state.ts';
import { attentionTopics, sessionsSinceFocus, type Topics } from '../pipeline/attention.ts';
import { counted } from '../pipeline/edge-desk.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { planFocus, planResetAttention } from '../pipeline/plan-attention.ts';
import type { Store } from '../store/store.ts';
import { type Command, type CommandInput, hasFlag, textOption } from './command.ts';

/** What the call asks to change; undefined when it only looks. */
function plannerOf(input: CommandInput, policy: Policy): ((state: State) => Plan) | undefined {
  const topic = textOption(input.options, 'focus');
  const reset = hasFlag(input.options, 'reset');
  if (topic !== undefined && reset)
    throw new HebbError(
      fail('usage.value', '--focus and --reset exclude each other', 'one of them').failure,
      2,
    );
  if (reset) return planResetAttention;
  if (topic === undefined) return undefined;
  return (state) => unwrap(planFocus({ state, topic, policy: policy.attention, now: input.host.now() }));
}

function commitPlan(store: Store, planner: (state: State) => Plan): Plan {
  let plan: Plan = { command: 'attention', changes: [] };
  store.commit({
    command: 'attention',
    plan: (state) => {
      plan = planner(state);
      return plan;
    },
  });
  return plan;
}

function topicBlocks(topics: Topics, sessions: number): Block[] {
  const rows = Object.entries(topics)
    .sort(([, a], [, b]) => b - a)
    .map(([topic, weight]) => [weight.toFixed(2), topic]);
  if (rows.length === 0)
    return [{ kind: 'line', text: 'Nothing is in focus. hebb attention --focus <topic> sets one.' }];
  return [
    { kind: 'table', head: ['weight', 'topic'], rows },
    { kind: 'line', text: `${counted(sessions, 'session')} since it was set.`, tone: 'dim' },
  ];
}

const saidOf = (plan: Plan | undefined): Block[] =>
  (plan?.changes ?? []).map(({ reason }) => ({ kind: 'line', text: reason.text, tone: 'good' }));

/** `hebb attention`: what the person is busy with, and with `--focus` or `--reset` another. */
export const run: Command = async (input): Promise<Report> => {
  const isLook = textOption(input.options, 'focus') === undefined && !hasFlag(input.options, 'reset');
  const store = isLook ? await input.door.read() : await input.door.write();
  const policy = store.policy();
  const planner = plannerOf(input, policy);
  const plan = planner ? commitPlan(store, planner) : undefined;
  const state = store.state();
  const sessions = sessionsSinceFocus(state);
  const topics = attentionTopics(state, sessions, policy.attention);
  const dry = hasFlag(input.options, 'dryRun');
  return {
    exit: 0,
    human: [...(dry ? [dryLine] : []), ...saidOf(plan), ...topicBlocks(topics, sessions)],
    data: { topics: toJson(topics), sessions, changes: toJson(plan?.changes ?? []), dryRun: dry },
  };
};
