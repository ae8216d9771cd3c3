import {
  forceCenter,
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
} from 'd3-force';
import { isStanding, type Memory } from '../domain/memory.ts';
import type { Policy } from '../domain/policy.ts';
import type { State } from '../domain/state.ts';
import { weightAt } from './edge-weight.ts';
import type { View } from './render-template.ts';
import { strengthAt } from './strength.ts';

/** Two memories that belong together. */
export interface Link {
  readonly a: string;
  readonly b: string;
  /** Type of the relation, or `together` for memories of the same sessions. */
  readonly type: string;
  /** 0..1. */
  readonly weight: number;
}

/** Memories that are drawn at most, those with the most links. */
const mostNodes = 80;
/** Of these so many bear their name. */
const mostLabels = 12;
const size = { width: 720, height: 440 };
const margin = 24;
/** A picture of few memories is not drawn larger than this. */
const mostScale = 2.5;

/** Relations and edges between memories that hold, the strongest first. */
export function linksIn({ memories, relations, edges }: State, policy: Policy, now: string): Link[] {
  const holds = (id: string): boolean => {
    const memory = memories.get(id);
    return memory !== undefined && isStanding(memory);
  };
  const related = [...relations.values()].map(({ from, to, type, label }) => ({
    a: from,
    b: to,
    type: label ?? type,
    weight: 1,
  }));
  const { weightKept, memoryMaxWeight, goneBelow } = policy.association;
  const together = [...edges.values()]
    .filter(({ kind }) => kind === 'memories')
    .map((edge) => ({ edge, weight: weightAt(edge, weightKept, now) }))
    .filter(({ weight }) => weight >= goneBelow)
    .map(({ edge: { a, b }, weight }) => ({ a, b, type: 'together', weight: weight / memoryMaxWeight }));
  return [...related, ...together]
    .filter(({ a, b }) => a !== b && holds(a) && holds(b))
    .sort((x, y) => y.weight - x.weight || (x.a + x.b < y.a + y.b ? -1 : 1));
}

interface Spot {
  readonly id: string;
  readonly r: number;
  x?: number;
  y?: number;
}

/** Places for the memories: linked ones near each other. Nothing in it is left to chance, so the same memory is drawn the same. */
function layOut(spots: readonly Spot[], links: readonly Link[]): void {
  forceSimulation<Spot>([...spots])
    .force('charge', forceManyBody<Spot>().strength(-90))
    .force('middle', forceCenter(size.width / 2, size.height / 2))
    .force('across', forceX<Spot>(size.width / 2).strength(0.05))
    .force('down', forceY<Spot>(size.height / 2).strength(0.09))
    .force(
      'apart',
      forceCollide<Spot>().radius(({ r }) => r + 6),
    )
    .force(
      'link',
      forceLink<Spot, { source: string; target: string; weight: number }>(
        links.map(({ a, b, weight }) => ({ source: a, target: b, weight })),
      )
        .id(({ id }) => id)
        .distance(46)
        .strength(({ weight }) => 0.3 + weight * 0.4),
    )
    .stop()
    .tick(300);
  spread(spots);
}

const axes = [
  ['x', size.width],
  ['y', size.height],
] as const;

/** Fills the picture with them, without tearing a few too far apart. */
function spread(spots: readonly Spot[]): void {
  for (const [axis, length] of axes) {
    const values = spots.map((spot) => spot[axis] ?? 0);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const scale = Math.min(mostScale, (length - 2 * margin) / Math.max(1, high - low));
    const shift = (length - (high - low) * scale) / 2;
    for (const spot of spots) spot[axis] = ((spot[axis] ?? 0) - low) * scale + shift;
  }
}

/** The memories with the most links, and the links among them. */
function chosen(state: State, links: readonly Link[]): { nodes: Memory[]; links: Link[] } {
  const degree = new Map<string, number>();
  for (const { a, b } of links) for (const id of [a, b]) degree.set(id, (degree.get(id) ?? 0) + 1);
  const ids = [...degree].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([id]) => id);
  const nodes = ids.slice(0, mostNodes).flatMap((id) => state.memories.get(id) ?? []);
  const drawn = new Set(nodes.map(({ id }) => id));
  return { nodes, links: links.filter(({ a, b }) => drawn.has(a) && drawn.has(b)) };
}

const cut = (text: string, length: number): string =>
  [...text].length <= length ? text : `${[...text].slice(0, length - 1).join('')}…`;

const at = (value: number | undefined): string => String(Math.round((value ?? 0) * 10) / 10);

/** Room that a label takes. */
const label = { width: 156, height: 13 };

/** Names above the memories with the most links, where no other name stands in the way. */
function labelsOf(nodes: readonly Memory[], spots: readonly Spot[]): View[] {
  const placed: { x: number; y: number; text: string }[] = [];
  const half = label.width / 2;
  for (const [index, { x = 0, y = 0, r }] of spots.entries()) {
    if (placed.length === mostLabels) break;
    const place = { x: Math.min(size.width - half, Math.max(half, x)), y: Math.max(label.height, y - r - 4) };
    const isFree = placed.every(
      (one) => Math.abs(one.x - place.x) >= label.width || Math.abs(one.y - place.y) >= label.height,
    );
    if (isFree) placed.push({ ...place, text: cut(nodes[index]?.summary ?? '', 26) });
  }
  return placed.map(({ x, y, text }) => ({ x: at(x), y: at(y), text }));
}

/** The graph of what belongs together, as a picture and as a list; nothing where no memory is joined to another. */
export function graphViews(state: State, policy: Policy, now: string): View[] {
  const all = linksIn(state, policy, now);
  if (all.length === 0) return [];
  const { nodes, links } = chosen(state, all);
  const spots = nodes.map((memory): Spot => ({ id: memory.id, r: 4 + 7 * strengthAt(memory, now) }));
  layOut(spots, links);
  const spotOf = new Map(spots.map((spot) => [spot.id, spot]));
  const summaryOf = (id: string): string => state.memories.get(id)?.summary ?? id;
  const told = `${nodes.length} memories and ${links.length} links between them${all.length > links.length ? `, of ${all.length} in all` : ''}.`;
  return [
    {
      told,
      edges: links.map(({ a, b, type, weight }) => ({
        kind: type === 'together' ? 'together' : 'relation',
        x1: at(spotOf.get(a)?.x),
        y1: at(spotOf.get(a)?.y),
        x2: at(spotOf.get(b)?.x),
        y2: at(spotOf.get(b)?.y),
        width: at(0.8 + 1.7 * weight),
      })),
      nodes: nodes.map((memory, index) => ({
        type: memory.entityType.replace(/[^\w-]/g, ''),
        summary: memory.summary,
        x: at(spots[index]?.x),
        y: at(spots[index]?.y),
        r: at(spots[index]?.r),
      })),
      labels: labelsOf(nodes, spots),
      list: links.map(({ a, b, type }) => ({ a: summaryOf(a), b: summaryOf(b), type })),
    },
  ];
}
