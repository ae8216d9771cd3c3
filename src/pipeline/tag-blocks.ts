import type { Edge, Tag } from '../domain/association.ts';
import type { Change } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { Block } from '../domain/report.ts';
import { type State, splitTarget } from '../domain/state.ts';
import { counted } from './edge-desk.ts';
import { weightAt } from './edge-weight.ts';
import { strengthAt } from './strength.ts';

/** A pair as people see it. */
export interface PairLine {
  readonly kind: Edge['kind'];
  readonly a: string;
  readonly b: string;
  /** As of now. */
  readonly weight: number;
  readonly sessions: number;
}

/** A tag as people see it. */
export interface TagLine {
  readonly id: string;
  readonly name: string;
  readonly user: string;
  readonly status: Tag['status'];
  /** As of now, 0..1. */
  readonly strength: number;
  readonly sessions: number;
}

/** What is shown of tags and pairs. */
export interface Taxonomy {
  /** Strongest first. */
  readonly tags: readonly TagLine[];
  readonly pairs: readonly PairLine[];
}

/** Tags and pairs of a home with what they are worth now, strongest first; pairs by the names of what they join. */
export function taxonomyOf(state: State, policy: Policy, now: string): Taxonomy {
  const nameOf = (id: string): string => state.tags.get(id)?.name ?? state.memories.get(id)?.name ?? id;
  const tags = [...state.tags.values()].map(({ id, name, user, status, count, ...tag }) => ({
    ...{ id, name, user, status },
    strength: strengthAt(tag, now),
    sessions: count,
  }));
  const { weightKept, goneBelow } = policy.association;
  const pairs = [...state.edges.values()].map(({ kind, a: one, b: other, count, ...edge }) => {
    const [a = '', b = ''] = [nameOf(one), nameOf(other)].sort();
    return { kind, a, b, weight: weightAt(edge, weightKept, now), sessions: count };
  });
  return {
    tags: tags.sort(
      (a, b) => b.strength - a.strength || b.sessions - a.sessions || (a.name < b.name ? -1 : 1),
    ),
    pairs: pairs
      .filter(({ weight }) => weight >= goneBelow)
      .sort((a, b) => b.weight - a.weight || (a.a + a.b < b.a + b.b ? -1 : 1)),
  };
}

const shown = 10;

/** Tags and pairs for the terminal: the strongest of each kind, the others counted. */
export const taxonomyBlocks = ({ tags, pairs }: Taxonomy): Block[] => [
  ...tableOf('Tags', ['tag', 'status', 'strength', 'sessions'], tags.map(tagRow)),
  ...tableOf('Tags that appear together', pairHead, pairs.filter(({ kind }) => kind === 'tags').map(pairRow)),
  ...tableOf(
    'Memories applied together',
    pairHead,
    pairs.filter(({ kind }) => kind === 'memories').map(pairRow),
  ),
];

const pairHead = ['weight', 'sessions', '', ''];

const tagRow = ({ name, status, strength, sessions }: TagLine): string[] => [
  name,
  status === 'active' ? 'active' : 'pending',
  strength.toFixed(2),
  `${sessions}`,
];

const pairRow = ({ a, b, weight, sessions }: PairLine): string[] => [weight.toFixed(2), `${sessions}`, a, b];

function tableOf(heading: string, head: readonly string[], rows: readonly (readonly string[])[]): Block[] {
  if (rows.length === 0) return [];
  const rest = rows.length - shown;
  return [
    { kind: 'heading', text: heading },
    { kind: 'table', head, rows: rows.slice(0, shown) },
    ...(rest > 0
      ? [{ kind: 'line', text: `  … and ${rest} more: --json has them all`, tone: 'dim' } as const]
      : []),
  ];
}

/** What changes did to tags and pairs, by count. */
export interface AssociationCounts {
  readonly newTags: number;
  readonly reinforcedTags: number;
  readonly activeTags: number;
  readonly wiredPairs: number;
  readonly fadedPairs: number;
}

/** Counts of the changes that association made among others. */
export function associationCounts(changes: readonly Change[]): AssociationCounts {
  const rules = changes
    .filter(({ target }) => ['tags', 'edges'].includes(splitTarget(target).collection))
    .map(({ reason }) => reason.rule);
  const count = (prefix: string): number => rules.filter((rule) => rule.startsWith(prefix)).length;
  return {
    newTags: count('tags.appeared'),
    reinforcedTags: count('tags.reinforced'),
    activeTags: count('reconcile.'),
    wiredPairs: count('edges.wired'),
    fadedPairs: count('edges.faded'),
  };
}

/** The counts in a line; none when nothing happened. */
export function associationLine(counts: AssociationCounts): string | undefined {
  const { newTags, reinforcedTags, activeTags, wiredPairs, fadedPairs } = counts;
  const parts = [
    ...(newTags > 0 ? [counted(newTags, 'new tag')] : []),
    ...(reinforcedTags > 0 ? [`${counted(reinforcedTags, 'tag')} stronger`] : []),
    ...(activeTags > 0 ? [`${counted(activeTags, 'tag')} now active`] : []),
    ...(wiredPairs > 0 ? [`${counted(wiredPairs, 'pair')} joined`] : []),
    ...(fadedPairs > 0 ? [`${counted(fadedPairs, 'pair')} faded`] : []),
  ];
  return parts.length === 0 ? undefined : `Association: ${parts.join(', ')}.`;
}
