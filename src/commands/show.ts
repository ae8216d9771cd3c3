import { unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Memory } from '../domain/memory.ts';
import type { Block, Report } from '../domain/report.ts';
import type { State } from '../domain/state.ts';
import type { UsageStats } from '../domain/usage.ts';
import { requireMemory } from '../pipeline/find-memories.ts';
import { relationTypeOf } from '../pipeline/graph-index.ts';

import { daysToDecay, strengthAt } from '../pipeline/strength.ts';
import type { Store } from '../store/store.ts';
import type { Command } from './command.ts';
import { statsOf } from './stats.ts';

const fact = (name: string, value: string | undefined): string[][] =>
  value === undefined || value === '' ? [] : [[name, value]];

const percent = (ratio: number | undefined): string =>
  ratio === undefined ? 'not rated' : `${Math.round(ratio * 100)} % helpful`;

function factRows(memory: Memory, strength: number, stats: UsageStats | undefined): string[][] {
  const owner = memory.scope === 'project' ? `project ${memory.project ?? ''}` : memory.scope;
  return [
    ...fact('id', memory.id),
    ...fact('name', memory.name),
    ...fact('type', `${memory.entityType}, ${memory.severity}, from ${memory.source}`),
    ...fact('holds for', owner),
    ...fact('branch', memory.branch && `${memory.branch}, not known to be merged`),
    ...fact('applies to', memory.appliesTo.join(', ')),
    ...fact(
      'status',
      [memory.status, memory.pinned ? 'pinned' : '', memory.critical ? 'critical' : '']
        .filter(Boolean)
        .join(', '),
    ),
    ...fact(
      'strength',
      `${strength.toFixed(3)} (base ${memory.base} since ${memory.anchoredAt.slice(0, 10)}, loses ${memory.decayRate * 100} % a day)`,
    ),
    ...fact('taught', `${memory.support} times since ${memory.discoveredAt.slice(0, 10)}`),
    ...fact(
      'used',
      stats
        ? `${stats.uses} times, ${percent(stats.effectiveness)}${stats.lastUsedAt ? `, last ${stats.lastUsedAt.slice(0, 10)}` : ''}`
        : 'not yet',
    ),
    ...fact('promoted', memory.promotedAt?.slice(0, 10)),
    ...fact('task pattern', memory.taskPattern),
    ...fact('also known as', memory.aliases.join(', ')),
  ];
}

function relationLines(state: State, id: string): Block[] {
  const own = [...state.relations.values()].filter(({ from, to }) => from === id || to === id);
  const name = (end: string): string => state.memories.get(end)?.name ?? end;
  return own.map(
    (one): Block => ({ kind: 'item', text: `${name(one.from)} ${relationTypeOf(one)} ${name(one.to)}` }),
  );
}

/** `hebb show <id>`. */
export const run: Command = async (input): Promise<Report> => {
  const store: Store = await input.door.read();
  const state = store.state();
  const memory = unwrap(requireMemory(state, input.args[0] ?? ''));
  const stats = statsOf(store, state).get(memory.id);
  const now = input.host.now();
  const strength = strengthAt(memory, now);
  const relations = relationLines(state, memory.id);
  return {
    exit: 0,
    human: [
      { kind: 'title', text: memory.summary },
      ...memory.observations.map((text): Block => ({ kind: 'item', text })),
      { kind: 'table', head: ['', ''], rows: factRows(memory, strength, stats) },
      ...(relations.length > 0 ? [{ kind: 'heading', text: 'Relations' } as const, ...relations] : []),
    ],
    data: {
      memory: toJson(memory),
      strength,
      daysToDecay: daysToDecay(memory, store.policy().strength) ?? null,
      usage: toJson(stats ?? {}),
    },
  };
};
