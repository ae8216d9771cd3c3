import type { Edge } from '../domain/association.ts';
import { isLive } from '../domain/memory.ts';
import type { AssociationPolicy } from '../domain/policy.ts';
import type { State } from '../domain/state.ts';
import { weightAt } from './edge-weight.ts';
import { groupBy } from './group-by.ts';
import { homesOf } from './import-desk.ts';

/** Two live memories that were applied in the same sessions. */
export interface AppliedTogether {
  /** Ids, `a` < `b`. */
  readonly a: string;
  readonly b: string;
  /** As of now, 0..`memoryMaxWeight`. */
  readonly weight: number;
  readonly sessions: number;
}

/**
 * Memories that are applied in the same sessions, strongest first: what may belong to one skill. One that was merged away stands for
 * the one that took it in; pairs that have faded are left out.
 */
export function appliedTogether(state: State, policy: AssociationPolicy, now: string): AppliedTogether[] {
  const homes = homesOf(state.memories.values());
  const edges = [...state.edges.values()]
    .filter(({ kind }) => kind === 'memories')
    .flatMap((edge) => livePair(edge, state, homes));
  const pairs = groupBy(edges, ({ a, b }) => `${a} ${b}`);
  return [...pairs.values()]
    .map((same) => uniteOf(same, policy, now))
    .filter(({ weight }) => weight >= policy.goneBelow)
    .sort((one, other) => other.weight - one.weight || (one.a + one.b < other.a + other.b ? -1 : 1));
}

/** The edge between the memories that stand today; none when one is gone or both became the same. */
function livePair(edge: Edge, { memories }: State, homes: ReadonlyMap<string, string>): Edge[] {
  const [one, other] = [edge.a, edge.b].map((id) => memories.get(homes.get(id) ?? ''));
  if (!one || !other || one.id === other.id || !isLive(one) || !isLive(other)) return [];
  return [one.id < other.id ? { ...edge, a: one.id, b: other.id } : { ...edge, a: other.id, b: one.id }];
}

function uniteOf(same: readonly Edge[], policy: AssociationPolicy, now: string): AppliedTogether {
  const [{ a, b } = { a: '', b: '' }] = same;
  const weight = same.reduce((sum, edge) => sum + weightAt(edge, policy.weightKept, now), 0);
  const sessions = same.reduce((sum, { count }) => sum + count, 0);
  return { a, b, weight: Math.min(policy.memoryMaxWeight, weight), sessions };
}
