import { toJson } from '../domain/json.ts';
import type { Plan } from '../domain/plan.ts';
import type { Block, Report } from '../domain/report.ts';
import { counted } from '../pipeline/edge-desk.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { planReconcile } from '../pipeline/plan-reconcile.ts';
import { type Command, groupOf, hasFlag } from './command.ts';
import { lexiconOf } from './import-inputs.ts';

/** Tags that are named; the others are counted. */
const shown = 10;

/** `hebb reconcile`: pending tags that repeat, or match an active one, become active. */
export const run: Command = async (input): Promise<Report> => {
  const store = await input.door.write();
  const lexicon = lexiconOf(store);
  let plan: Plan = { command: 'reconcile', changes: [] };
  store.commit({
    command: 'reconcile',
    ...groupOf(input.options),
    plan: (state) => {
      const request = { state, policy: store.policy(), now: input.host.now() };
      plan = planReconcile(lexicon ? { ...request, lexicon } : request);
      return plan;
    },
  });
  const waiting = [...store.state().tags.values()].filter(({ status }) => status === 'pending_review').length;
  const dry = hasFlag(input.options, 'dryRun');
  return {
    exit: 0,
    human: [
      ...(dry ? [dryLine] : []),
      {
        kind: 'line',
        text: `${counted(plan.changes.length, 'tag')} became active; ${waiting} ${waiting === 1 ? 'waits' : 'wait'} for more sessions.`,
      },
      ...plan.changes.slice(0, shown).map(({ reason }): Block => ({ kind: 'item', text: reason.text })),
      ...(plan.changes.length > shown
        ? [
            {
              kind: 'line',
              text: `  … and ${plan.changes.length - shown} more: --json has them all`,
              tone: 'dim',
            } as const,
          ]
        : []),
    ],
    data: { active: plan.changes.length, waiting, changes: toJson(plan.changes), dryRun: dry },
  };
};
