import { HebbError, unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Report } from '../domain/report.ts';
import { changeItems, dryLine } from '../pipeline/memory-blocks.ts';
import { planUndo, type UndoPlan } from '../pipeline/plan-undo.ts';
import { currentOf } from '../store/tables.ts';
import { type Command, hasFlag } from './command.ts';

const shown = 12;

/** `hebb undo [operation|group]`: appends the inverse; nothing is ever cut out of the journal. */
export const run: Command = async (input): Promise<Report> => {
  const [called] = input.args;
  const store = await input.door.write();
  let plan: UndoPlan | undefined;
  store.commit({
    command: 'undo',
    plan: (state) => {
      const current = currentOf(state);
      plan = unwrap(planUndo({ operations: store.operations(), called, current, now: input.host.now() }));
      return plan;
    },
  });
  if (!plan) throw new HebbError({ code: 'undo.nothing', message: 'nothing to undo', hint: 'hebb log' });
  const names = plan.undone.map(({ id, command }) => `${command} (${id})`).join(', ');
  const dry = hasFlag(input.options, 'dryRun');
  return {
    exit: 0,
    human: [
      ...(dry ? [dryLine] : []),
      {
        kind: 'line',
        text: `${dry ? 'Would take' : 'Took'} back ${names}: ${plan.changes.length} records.`,
        tone: 'good',
      },
      ...changeItems(plan.changes.slice(0, shown)),
      { kind: 'line', text: 'hebb undo again takes this back.', tone: 'dim' },
    ],
    data: { undone: plan.undone.map(({ id }) => id), changes: toJson(plan.changes), dryRun: dry },
  };
};
