import { unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Plan } from '../domain/plan.ts';
import type { Block, Report } from '../domain/report.ts';
import { changeItems, dryLine } from '../pipeline/memory-blocks.ts';
import { planReinforce } from '../pipeline/plan-reinforce.ts';
import { type Command, hasFlag } from './command.ts';

/** `hebb reinforce <id>...`: one proof by hand that each of them helped. */
export const run: Command = async (input): Promise<Report> => {
  const store = await input.door.write();
  const now = input.host.now();
  let plan: Plan = { command: 'reinforce', changes: [] };
  store.commit({
    command: 'reinforce',
    plan: (state) => {
      plan = unwrap(planReinforce(state, input.args, { policy: store.policy().strength, now }));
      return plan;
    },
  });
  const dry = hasFlag(input.options, 'dryRun');
  const none: Block = { kind: 'line', text: 'Nothing to change: as strong as can be, and it does not fade.' };
  return {
    exit: 0,
    human: [...(dry ? [dryLine] : []), ...(plan.changes.length === 0 ? [none] : changeItems(plan.changes))],
    data: { changes: toJson(plan.changes), dryRun: dry },
  };
};
