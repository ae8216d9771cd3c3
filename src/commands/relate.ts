import { fail, HebbError, unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import { relationTypes } from '../domain/memory.ts';
import type { Plan } from '../domain/plan.ts';
import type { Report } from '../domain/report.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { planRelate, planUnrelate } from '../pipeline/plan-relate.ts';
import { type Command, hasFlag } from './command.ts';

/** `hebb relate <from> <type> <to> [--remove]`. */
export const run: Command = async (input): Promise<Report> => {
  const [from = '', given = '', to = ''] = input.args;
  const type = relationTypes.find((known) => known === given);
  if (!type) {
    const { failure } = fail(
      'usage.value',
      `${given}: no such relation`,
      `one of ${relationTypes.join(', ')}`,
    );
    throw new HebbError(failure, 2);
  }
  const remove = hasFlag(input.options, 'remove');
  const store = await input.door.write();
  let plan: Plan = { command: 'relate', changes: [] };
  store.commit({
    command: 'relate',
    plan: (state) => {
      plan = unwrap(
        remove
          ? planUnrelate(state, { from, type, to })
          : planRelate(state, { from, type, to }, input.host.now()),
      );
      return plan;
    },
  });
  const dry = hasFlag(input.options, 'dryRun');
  const said =
    plan.changes.length === 0 ? 'Nothing to change.' : remove ? 'The link is gone.' : `${from} ${type} ${to}`;
  return {
    exit: 0,
    human: [...(dry ? [dryLine] : []), { kind: 'line', text: said, tone: 'good' }],
    data: { changes: toJson(plan.changes), dryRun: dry },
  };
};
