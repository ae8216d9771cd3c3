import { unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Report } from '../domain/report.ts';
import type { State } from '../domain/state.ts';
import { changeItems, dryLine } from '../pipeline/memory-blocks.ts';
import { planRestore, type RestorePlan, type RestoreQuery } from '../pipeline/plan-restore.ts';
import type { Store } from '../store/store.ts';
import { type Command, hasFlag } from './command.ts';

/** What a person means: a day, an operation or run that forgot, or memories; nothing said means the newest day. */
function queryOf(called: string | undefined, state: State, store: Store): RestoreQuery {
  const days = [...state.archive.values()].map(({ id }) => id.slice(0, 10)).sort();
  if (called === undefined) return { day: days.at(-1) ?? '' };
  if (/^\d{4}-\d{2}-\d{2}$/.test(called)) return { day: called };
  if (/^[og]-/.test(called)) {
    const operations = store
      .operations()
      .filter(({ id, group }) => id.startsWith(called) || group.startsWith(called));
    const targets = operations.flatMap(({ changes }) => changes.map(({ target }) => target));
    return {
      ids: targets
        .filter((target) => target.startsWith('archive/'))
        .map((target) => target.slice('archive/'.length + 11)),
    };
  }
  const ids = [...state.archive.values()]
    .map(({ memory }) => memory.id)
    .filter((id) => id.startsWith(called));
  return { ids: ids.length > 0 ? [...new Set(ids)] : [called] };
}

const nothing: RestorePlan = { command: 'restore', changes: [], restored: [] };

/** `hebb restore [id|date|operation]`: forgotten memories come back byte-identical. */
export const run: Command = async (input): Promise<Report> => {
  const store = await input.door.write();
  let plan = nothing;
  store.commit({
    command: 'restore',
    plan: (state) => {
      const result = planRestore(state, queryOf(input.args[0], state, store), input.host.now());
      plan = !result.ok && result.failure.code === 'restore.none' ? nothing : unwrap(result);
      return plan;
    },
  });
  const { changes } = plan;
  const back = changes.filter(({ target }) => target.startsWith('memories/'));
  const dry = hasFlag(input.options, 'dryRun');
  return {
    exit: 0,
    human: [
      ...(dry ? [dryLine] : []),
      {
        kind: 'line',
        text: back.length === 0 ? 'Nothing to restore.' : `${back.length} memories are back.`,
        tone: 'good',
      },
      ...changeItems(back),
    ],
    data: { changes: toJson(changes), dryRun: dry },
  };
};
