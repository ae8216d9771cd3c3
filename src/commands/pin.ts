import { unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Plan } from '../domain/plan.ts';
import type { Report } from '../domain/report.ts';
import { changeItems, dryLine } from '../pipeline/memory-blocks.ts';
import { planPin, planPinCritical, planUnpin } from '../pipeline/plan-pin.ts';
import { type Command, hasFlag } from './command.ts';

/** `hebb pin <id>` and `hebb unpin <id>`. */
export const run: Command = async (input): Promise<Report> => {
  const [called = ''] = input.args;
  const isUnpin = input.options.command === 'unpin';
  const planner = isUnpin ? planUnpin : hasFlag(input.options, 'critical') ? planPinCritical : planPin;
  const store = await input.door.write();
  let plan: Plan = { command: 'pin', changes: [] };
  store.commit({
    command: isUnpin ? 'unpin' : 'pin',
    plan: (state) => {
      plan = unwrap(planner(state, called, input.host.now()));
      return plan;
    },
  });
  const dry = hasFlag(input.options, 'dryRun');
  const said =
    plan.changes.length === 0
      ? `It is ${isUnpin ? 'not pinned' : 'pinned'} already.`
      : isUnpin
        ? 'Unpinned.'
        : 'Pinned: no policy forgets it.';
  return {
    exit: 0,
    human: [
      ...(dry ? [dryLine] : []),
      { kind: 'line', text: said, tone: 'good' },
      ...changeItems(plan.changes),
    ],
    data: { changes: toJson(plan.changes), dryRun: dry },
  };
};
