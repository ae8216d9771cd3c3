import type { Facts } from '../../commands/dashboard-facts.ts';
import { toJson } from '../../domain/json.ts';
import { isStanding, type Memory, type Relation } from '../../domain/memory.ts';
import { weightAt } from '../../pipeline/edge-weight.ts';
import { relationTypeOf } from '../../pipeline/graph-index.ts';
import { shortId } from '../../pipeline/memory-blocks.ts';
import { bar } from '../bars.ts';
import { hasWords, parseFilter } from '../filter.ts';
import { bold, dim, fill, type Line, line, wrap } from '../line.ts';
import type { Listing } from '../listing.ts';
import { counted } from '../words.ts';

/** One step away: seen together in sessions, or said to be related. */
export interface Link {
  /** Id of a memory, or the name of a thing. */
  readonly other: string;
  /** How often both were in one session lately, 0..1; absent where they are only said to be related. */
  readonly weight?: number;
  readonly sessions?: number;
  /** What is said of both, for example `→ applies_to`. */
  readonly said: readonly string[];
}

/** Links of each memory or thing, the heaviest first. */
export type Graph = ReadonlyMap<string, readonly Link[]>;

const saidBy = ({ from, ...relation }: Relation, end: string): string =>
  `${from === end ? '→' : '←'} ${relationTypeOf(relation)}`;

const byWeight = (a: Link, b: Link): number =>
  (b.weight ?? 0) - (a.weight ?? 0) || (a.other < b.other ? -1 : 1);

/** Every memory with what is one step away from it; computed once for each state of the home. */
export function graphIn({ state, policy, now }: Facts): Graph {
  const links = new Map<string, Map<string, Link>>();
  const put = (from: string, other: string, change: (known: Link) => Link): void => {
    const own = links.get(from) ?? new Map<string, Link>();
    links.set(from, own);
    own.set(other, change(own.get(other) ?? { other, said: [] }));
  };
  for (const edge of state.edges.values()) {
    if (edge.kind !== 'memories') continue;
    const weight = weightAt(edge, policy.association.weightKept, now);
    if (weight < policy.association.goneBelow) continue;
    const seen = { weight, sessions: edge.count };
    put(edge.a, edge.b, (known) => ({ ...known, ...seen }));
    put(edge.b, edge.a, (known) => ({ ...known, ...seen }));
  }
  for (const relation of state.relations.values()) {
    const { from, to } = relation;
    put(from, to, (known) => ({ ...known, said: [...known.said, saidBy(relation, from)] }));
    put(to, from, (known) => ({ ...known, said: [...known.said, saidBy(relation, to)] }));
  }
  return new Map([...links].map(([id, own]) => [id, [...own.values()].sort(byWeight)]));
}

const nameOf = (id: string, { state }: Facts): string => state.memories.get(id)?.summary ?? id;

function linkLine({ weight, sessions, said, other }: Link, facts: Facts, columns: number): Line {
  const [full, rest] = bar(weight ?? 0, 8);
  const how = [...said, ...(sessions === undefined ? [] : [counted(sessions, 'session')])].join(', ');
  return line(
    ...(weight === undefined ? [dim(fill('said', 8)), '     '] : [full, rest, ` ${weight.toFixed(2)}`]),
    ' ',
    fill(nameOf(other, facts), Math.max(20, columns - 14 - 26)),
    ' ',
    dim(how),
  );
}

function centreLine(id: string, links: readonly Link[], facts: Facts): Line {
  const most = links[0]?.weight;
  return line(
    fill(counted(links.length, 'link'), 9),
    ' ',
    dim(most === undefined ? '     ' : most.toFixed(2).padEnd(5)),
    nameOf(id, facts),
  );
}

function neighbourhood(id: string, graph: Graph, facts: Facts, columns: number): Line[] {
  const links = graph.get(id) ?? [];
  const memory = facts.state.memories.get(id);
  return [
    ...wrap(nameOf(id, facts), columns).map((row) => line(bold(row))),
    line(
      dim(memory ? `${memory.entityType} · ${memory.status} · ${shortId(id)}` : 'a thing that memories name'),
    ),
    line(),
    ...links.slice(0, 200).map((link) => linkLine(link, facts, columns)),
    ...(links.length === 0 ? [line(dim('Nothing is linked to it yet.'))] : []),
  ];
}

const isCentre = (memory: Memory | undefined): boolean => memory !== undefined && isStanding(memory);

/** **7 Graph**: memories by their links, or what is around one of them. `centre` is the one that was entered. */
export function graphListing(
  facts: Facts,
  graph: Graph,
  { typed, centre }: { typed: string; centre?: string },
): Listing {
  const filter = parseFilter(typed, []);
  const linked =
    centre === undefined
      ? [...graph]
          .filter(([id]) => isCentre(facts.state.memories.get(id)))
          .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
          .map(([id]) => id)
      : (graph.get(centre) ?? []).map(({ other }) => other);
  const around = new Map(
    (centre === undefined ? [] : (graph.get(centre) ?? [])).map((link) => [link.other, link]),
  );
  const ids = linked.filter((id) => hasWords(`${id} ${nameOf(id, facts)}`.toLowerCase(), filter));
  return {
    ids,
    total: linked.length,
    title: centre === undefined ? 'linked memories, most links first' : `around “${nameOf(centre, facts)}”`,
    row: (id, columns) => {
      const link = around.get(id);
      return link ? linkLine(link, facts, columns) : centreLine(id, graph.get(id) ?? [], facts);
    },
    detail: (id, columns) => neighbourhood(id, graph, facts, columns),
    actions: () => [],
    target: (id) => id,
    empty:
      linked.length > 0
        ? ['Nothing linked fits the filter.', 'Esc takes it away.']
        : centre !== undefined
          ? [
              'Nothing is linked to this memory yet.',
              'Backspace goes back; hebb relate <a> related_to <b> links two.',
            ]
          : [
              'Nothing is linked yet.',
              'hebb consolidate links memories that are used in the same sessions; hebb relate <a> related_to <b> links two.',
            ],
    data: () =>
      toJson(
        ids.map((id) => ({
          id,
          name: nameOf(id, facts),
          links: (graph.get(id) ?? []).map((one) => ({ ...one })),
        })),
      ),
  };
}
