import { HebbError, unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import { changeItems, dryLine } from '../pipeline/memory-blocks.ts';
import { planUndo, type UndoPlan } from '../pipeline/plan-undo.ts';
import { currentOf } from '../store/tables.ts';
import { type Command, hasFlag } from './command.ts';

/** Changes that are named; the others are counted, and `--json` has them all. */
const shown = 4;

const restLine = (rest: number): Block[] =>
  rest > 0 ? [{ kind: 'line', text: `  … and ${rest} more`, tone: 'dim' }] : [];

/** `hebb undo [operation|group]`: appends the inverse; nothing is ever cut out of the journal. */
export const run: Command = async (input): Promise<Report> => {
  const [called] = input.args;
  const store = await input.door.write();
  let plan: UndoPlan | undefined;
  store.commit({
    command: 'undo',
    plan: (state) => {
      const { undoDays } = store.settings.policy.journal;
      const operations = store.operations();
      plan = unwrap(
        planUndo({ operations, called, current: currentOf(state), now: input.host.now(), undoDays }),
      );
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
      ...restLine(plan.changes.length - shown),
      { kind: 'line', text: 'hebb undo again takes this back.', tone: 'dim' },
    ],
    data: { undone: plan.undone.map(({ id }) => id), changes: toJson(plan.changes), dryRun: dry },
  };
};
