import type { Facts } from '../../commands/dashboard-facts.ts';
import { toJson } from '../../domain/json.ts';
import { isLive, type Memory } from '../../domain/memory.ts';
import { shortId } from '../../pipeline/memory-blocks.ts';
import { strengthAt } from '../../pipeline/strength.ts';
import { bar } from '../bars.ts';
import { type Action, callOf } from '../call.ts';
import { type Filter, hasWords, isFacet, parseFilter } from '../filter.ts';
import { fill, type Line, line } from '../line.ts';
import type { Listing } from '../listing.ts';
import { counted } from '../words.ts';
import { memoryDetail } from './memory-detail.ts';

const facetNames = ['type', 'project', 'status', 'is'];

/** What a filter looks at, once for each version of a memory. */
const texts = new WeakMap<Memory, string>();

function searchedText(memory: Memory): string {
  const known = texts.get(memory);
  if (known !== undefined) return known;
  const { id, name, summary, observations, appliesTo } = memory;
  const text = [id, name, summary, ...observations, ...appliesTo].join('\n').toLowerCase();
  texts.set(memory, text);
  return text;
}

/** Whom a memory is for, in one word. */
export const ownerName = ({ scope, project }: Memory, { projects }: Facts): string =>
  scope === 'project'
    ? (projects[project ?? ''] ?? shortId(project ?? ''))
    : scope === 'user'
      ? 'you'
      : 'all';

const isMarked = (memory: Memory, filter: Filter): boolean =>
  !filter.facets.has('is') ||
  isFacet(filter, 'is', memory.pinned ? 'pinned' : '') ||
  isFacet(filter, 'is', memory.critical ? 'critical' : '');

/** Without a word on it, only what takes part in recall is shown. */
const hasStatus = (memory: Memory, filter: Filter): boolean => {
  const wanted = filter.facets.get('status');
  return wanted === undefined ? isLive(memory) : wanted === 'all' || memory.status.startsWith(wanted);
};

const isShown = (memory: Memory, filter: Filter, facts: Facts): boolean =>
  hasStatus(memory, filter) &&
  isFacet(filter, 'type', memory.entityType) &&
  isFacet(filter, 'project', ownerName(memory, facts)) &&
  isMarked(memory, filter) &&
  hasWords(searchedText(memory), filter);

/** A memory with its strength now. */
export interface Ranked {
  readonly memory: Memory;
  readonly strength: number;
}

/** All memories, the strongest first; computed once for each state of the home. */
export const rankedIn = (facts: Facts): Ranked[] =>
  [...facts.state.memories.values()]
    .map((memory) => ({ memory, strength: strengthAt(memory, facts.now) }))
    .sort((a, b) => b.strength - a.strength || (a.memory.id < b.memory.id ? -1 : 1));

function rowOf({ memory, strength }: Ranked, facts: Facts, columns: number): Line {
  const [full, rest] = bar(strength, 8);
  const owner = columns >= 64 ? `${fill(ownerName(memory, facts), 9)} ` : '';
  const mark = memory.pinned ? '◆ ' : '';
  return line(full, rest, ' ', fill(memory.entityType, 11), ' ', owner, mark, memory.summary);
}

/** What a person can do to a memory. */
export function memoryActions({ id, pinned }: Memory): Action[] {
  const called = shortId(id);
  return [
    pinned
      ? { key: 'p', label: 'unpin', call: callOf('unpin', [called]) }
      : { key: 'p', label: 'pin', call: callOf('pin', [called]) },
    { key: 'f', label: 'forget', call: callOf('forget', [id]) },
    { key: 'e', label: 'edit', call: callOf('edit', [called]), need: { kind: 'memory', id } },
    { key: '+', label: 'reinforce', call: callOf('reinforce', [called]) },
  ];
}

const valuesOf = (ranked: readonly Ranked[], read: (memory: Memory) => string): string[] =>
  [...new Set(ranked.map(({ memory }) => read(memory)))].filter(Boolean).sort();

/** **2 Memories**: what is remembered, the strongest first. */
export function memoriesListing(facts: Facts, ranked: readonly Ranked[], text: string): Listing {
  const filter = parseFilter(text, facetNames);
  const shown = new Map(
    ranked.filter(({ memory }) => isShown(memory, filter, facts)).map((one) => [one.memory.id, one]),
  );
  const live = ranked.filter(({ memory }) => isLive(memory)).length;
  return {
    ids: [...shown.keys()],
    total: filter.facets.has('status') ? ranked.length : live,
    title: `${shown.size === 1 ? 'memory' : 'memories'}, strongest first`,
    row: (id, columns) => {
      const one = shown.get(id);
      return one ? rowOf(one, facts, columns) : line();
    },
    detail: (id, columns) => {
      const one = shown.get(id);
      return one ? memoryDetail(one, facts, columns) : [];
    },
    actions: (id) => {
      const one = shown.get(id);
      return one ? memoryActions(one.memory) : [];
    },
    facets: [
      { key: 't', name: 'type', values: valuesOf(ranked, ({ entityType }) => entityType) },
      { key: 'o', name: 'project', values: valuesOf(ranked, (memory) => ownerName(memory, facts)) },
      { key: 's', name: 'status', values: [...valuesOf(ranked, ({ status }) => status), 'all'] },
    ],
    empty:
      ranked.length > 0
        ? [`None of ${counted(ranked.length, 'memory', 'memories')} fits the filter.`, 'Esc takes it away.']
        : [
            'Nothing is remembered yet.',
            'hebb learn "<what you know>" adds a memory; hebb auto-consolidate reads your sessions.',
          ],
    data: () => toJson([...shown.values()].map(({ memory, strength }) => ({ ...memory, strength }))),
  };
}
