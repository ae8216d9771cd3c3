import { HebbError, unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Change } from '../domain/plan.ts';
import type { Block, Report } from '../domain/report.ts';
import { changeText, dryLine } from '../pipeline/memory-blocks.ts';
import { planUndo, type UndoPlan } from '../pipeline/plan-undo.ts';
import { currentOf } from '../store/tables.ts';
import { type Command, hasFlag } from './command.ts';

/** Changes that are named; the others are counted, and `--json` has them all. */
const shown = 4;

/** Memories are what a person looks for; candidates and verdicts that move with them are counted. */
function changeBlocks(changes: readonly Change[]): Block[] {
  const memories = changes.filter(({ target }) => target.startsWith('memories/')).slice(0, shown);
  const rest = changes.length - memories.length;
  return [
    ...memories.map((change): Block => ({ kind: 'item', text: changeText(change) })),
    ...(rest > 0 ? [{ kind: 'line', text: `  … and ${rest} more records`, tone: 'dim' } as const] : []),
  ];
}

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
      ...changeBlocks(plan.changes),
      ...(dry ? [] : [{ kind: 'line', text: 'hebb undo again takes this back.', tone: 'dim' } as const]),
    ],
    data: { undone: plan.undone.map(({ id }) => id), changes: toJson(plan.changes), dryRun: dry },
  };
};
