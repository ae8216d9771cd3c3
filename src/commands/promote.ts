import { unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Plan } from '../domain/plan.ts';
import type { Block, Report } from '../domain/report.ts';
import type { State } from '../domain/state.ts';
import { dryLine, shortId } from '../pipeline/memory-blocks.ts';
import { type PromotePlan, planNamedPromote, planPromote, planRevert } from '../pipeline/plan-promote.ts';
import type { Store } from '../store/store.ts';
import { type Command, type CommandInput, groupOf, hasFlag } from './command.ts';
import { statsOf, usersIn } from './stats.ts';

const asPromotion = (plan: Plan): PromotePlan => ({ ...plan, promoted: [], skipped: [] });

function planFor(input: CommandInput, store: Store, state: State): PromotePlan {
  const [called] = input.args;
  const now = input.host.now();
  if (hasFlag(input.options, 'revert')) return asPromotion(unwrap(planRevert(state, called ?? '', now)));
  const promote = { state, stats: statsOf(store, state), policy: store.policy(), now, users: usersIn(state) };
  return called === undefined ? planPromote(promote) : unwrap(planNamedPromote(promote, called));
}

const percent = (ratio: number | undefined): string =>
  ratio === undefined ? 'not rated' : `${Math.round(ratio * 100)} % helpful`;

function blocksOf(plan: PromotePlan, reverted: boolean): Block[] {
  if (reverted)
    return [
      { kind: 'line', text: plan.changes.length > 0 ? 'Taken out of core memory.' : 'Nothing to take out.' },
    ];
  if (plan.promoted.length === 0 && plan.skipped.length === 0)
    return [{ kind: 'line', text: 'Nothing has proven itself yet: 15 uses, 85 % helpful, 30 days old.' }];
  return [
    ...plan.promoted.map(
      ({ id, name, target, uses, effectiveness }): Block => ({
        kind: 'item',
        text: `${shortId(id)}  ${name} → ${target}`,
        detail: [`${uses} uses, ${percent(effectiveness)}`],
        tone: 'good',
      }),
    ),
    ...plan.skipped.map(
      ({ id, name, why }): Block => ({
        kind: 'item',
        text: `${shortId(id)}  ${name}`,
        detail: [why],
        tone: 'warn',
      }),
    ),
  ];
}

/** `hebb promote [name] [--revert]`; with `--skills` of what is done again and again. */
export const run: Command = async (input): Promise<Report> => {
  if (hasFlag(input.options, 'skills')) return (await import('./promote-skills.ts')).promoteToSkills(input);
  const store = await input.door.write();
  let plan = asPromotion({ command: 'promote', changes: [] });
  store.commit({
    command: 'promote',
    ...groupOf(input.options),
    plan: (state) => {
      plan = planFor(input, store, state);
      return plan;
    },
  });
  const dry = hasFlag(input.options, 'dryRun');
  return {
    exit: 0,
    human: [...(dry ? [dryLine] : []), ...blocksOf(plan, hasFlag(input.options, 'revert'))],
    data: {
      promoted: toJson(plan.promoted),
      skipped: toJson(plan.skipped),
      changes: toJson(plan.changes),
      dryRun: dry,
    },
  };
};
