import { fail, HebbError, unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import type { State } from '../domain/state.ts';
import { dayOf, daysBetween, parseTime } from '../domain/time.ts';
import { citedMemories } from '../pipeline/cited-memories.ts';
import { dryLine, shortId } from '../pipeline/memory-blocks.ts';
import { type ForgetPlan, type ForgetQuery, planForget, planNamedForget } from '../pipeline/plan-forget.ts';
import type { Store } from '../store/store.ts';
import { type Command, type CommandInput, groupOf, hasFlag, textOption } from './command.ts';
import { finderOf, findHere } from './here.ts';
import { statsOf } from './stats.ts';

async function queryOf(input: CommandInput, store: Store): Promise<ForgetQuery | undefined> {
  const { options, args } = input;
  const [query] = args;
  const session = textOption(options, 'session');
  const given = textOption(options, 'before');
  const before = given === undefined ? undefined : parseTime(given);
  if (given !== undefined && before === undefined) {
    throw new HebbError(
      fail('usage.value', `--before ${given}: not a date`, 'for example 2026-01-31').failure,
      2,
    );
  }
  const named = textOption(options, 'project') !== undefined;
  const project = named ? (await findHere(input, finderOf(input, store))).place.project.id : undefined;
  if (query === undefined && session === undefined && before === undefined && project === undefined)
    return undefined;
  return {
    ...(query === undefined ? {} : { query }),
    ...(session === undefined ? {} : { session }),
    ...(before === undefined ? {} : { before }),
    ...(project === undefined ? {} : { project }),
  };
}

function planFor(
  input: CommandInput,
  { store, state, query }: { store: Store; state: State; query: ForgetQuery | undefined },
): ForgetPlan {
  const forget = {
    state,
    stats: statsOf(store, state),
    policy: store.policy(),
    now: input.host.now(),
    installedAt: store.home().installedAt,
    cited: citedMemories(state),
  };
  return query === undefined ? planForget(forget) : unwrap(planNamedForget(forget, query));
}

function blocksOf(plan: ForgetPlan, now: string): Block[] {
  const items = plan.forgotten.map(({ memory, reason }): Block => {
    const age = Math.floor(daysBetween(memory.discoveredAt, now));
    return {
      kind: 'item',
      text: `${shortId(memory.id)}  ${memory.summary}`,
      detail: [`${age} days old: ${reason}`],
    };
  });
  const archive = `They lie in archive/${dayOf(now)}-forgotten.json; hebb restore ${dayOf(now)} brings them back.`;
  return [
    { kind: 'line', text: items.length === 0 ? 'Nothing is forgotten.' : `${items.length} forgotten.` },
    ...items,
    ...plan.warnings.map((text): Block => ({ kind: 'line', text, tone: 'warn' })),
    ...(items.length > 0 ? [{ kind: 'line', text: archive, tone: 'dim' } as const] : []),
  ];
}

/** `hebb forget [query] [--session --project --before]`: to the archive, never into nothing. */
export const run: Command = async (input): Promise<Report> => {
  const store = await input.door.write();
  const query = await queryOf(input, store);
  let plan: ForgetPlan = { command: 'forget', changes: [], forgotten: [], kept: [], warnings: [] };
  store.commit({
    command: 'forget',
    ...groupOf(input.options),
    plan: (state) => {
      plan = planFor(input, { store, state, query });
      return plan;
    },
  });
  const dry = hasFlag(input.options, 'dryRun');
  return {
    exit: 0,
    human: [...(dry ? [dryLine] : []), ...blocksOf(plan, input.host.now())],
    data: {
      forgotten: toJson(
        plan.forgotten.map(({ memory, reason }) => ({ id: memory.id, name: memory.name, reason })),
      ),
      kept: plan.kept.length,
      warnings: [...plan.warnings],
      dryRun: dry,
    },
  };
};
