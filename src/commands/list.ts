import { toJson } from '../domain/json.ts';
import { isLive, type Memory } from '../domain/memory.ts';
import type { Block, Report } from '../domain/report.ts';
import { branchNote, shortId } from '../pipeline/memory-blocks.ts';
import { strengthAt } from '../pipeline/strength.ts';
import type { Store } from '../store/store.ts';
import { type Command, type CommandInput, hasFlag, textOption } from './command.ts';
import { concerns, finderOf, findHere } from './here.ts';

async function filterOf(input: CommandInput, store: Store): Promise<(memory: Memory) => boolean> {
  const { options } = input;
  const type = textOption(options, 'type');
  const status = textOption(options, 'status');
  if (hasFlag(options, 'all'))
    return (memory) => (!type || memory.entityType === type) && (!status || memory.status === status);
  const here = await findHere(input, finderOf(input, store));
  const wide = hasFlag(options, 'global');
  return (memory) =>
    concerns(memory, here, wide) &&
    (!type || memory.entityType === type) &&
    (status ? memory.status === status : isLive(memory));
}

/** `hebb list`: memories, strongest first. */
export const run: Command = async (input): Promise<Report> => {
  const store = await input.door.read();
  const now = input.host.now();
  const isWanted = await filterOf(input, store);
  const all = [...store.state().memories.values()].filter(isWanted);
  const ranked = all
    .map((memory) => ({ memory, strength: strengthAt(memory, now) }))
    .sort((a, b) => b.strength - a.strength || (a.memory.id < b.memory.id ? -1 : 1));
  const limit = Number(textOption(input.options, 'limit') ?? 50);
  const shown = ranked.slice(0, limit);
  const rows = shown.map(({ memory, strength }) => [
    shortId(memory.id),
    memory.entityType,
    strength.toFixed(2),
    memory.scope === 'project' ? branchNote(memory) : memory.scope,
    memory.summary,
  ]);
  const human: Block[] =
    rows.length === 0
      ? [
          {
            kind: 'line',
            text: 'No memories here yet. hebb learn "<text>" adds one; hebb auto-consolidate reads your sessions.',
          },
        ]
      : [{ kind: 'table', head: ['id', 'type', 'strength', 'scope', 'summary'], rows }];
  if (ranked.length > shown.length)
    human.push({
      kind: 'line',
      text: `${ranked.length - shown.length} more: --limit ${ranked.length}`,
      tone: 'dim',
    });
  return {
    exit: 0,
    human,
    data: {
      memories: toJson(shown.map(({ memory, strength }) => ({ ...memory, strength }))),
      total: ranked.length,
    },
  };
};
