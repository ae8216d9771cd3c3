import type { Polarity, Provenance, Scope, Severity, Source } from './candidate.ts';

/** Where a memory stands. Decayed and stale are computed, never stored. */
export type MemoryStatus =
  | 'pending'
  | 'active'
  | 'confirmed'
  | 'superseded'
  | 'rejected'
  | 'blocked'
  | 'consolidated'
  | 'retracted';

/** Something admitted for the long term; one line of a shard. */
export interface Memory {
  readonly v: 1;
  readonly id: string;
  /** Counts the versions of this record; the larger one wins when two homes are merged. */
  readonly rev: number;
  readonly name: string;
  readonly entityType: string;
  readonly summary: string;
  readonly observations: readonly string[];
  readonly appliesTo: readonly string[];
  readonly severity: Severity;
  readonly source: Source;
  readonly polarity?: Polarity;
  readonly scope: Scope;
  readonly user?: string;
  readonly project?: string;
  readonly area?: string;
  /** The branch that it was learned on, as long as that is not known to be merged. */
  readonly branch?: string;
  /** Caption of the kind of work, as it was given. */
  readonly taskPattern?: string;
  /** The task pattern that the caption was resolved to. */
  readonly patternId?: string;
  readonly status: MemoryStatus;
  /** Distinct occasions that taught it. */
  readonly support: number;
  /** 0..1. */
  readonly confidence: number;
  /** Strength at `anchoredAt`, 0..1. */
  readonly base: number;
  /** Share of strength lost a day, 0..1. */
  readonly decayRate: number;
  readonly anchoredAt: string;
  /** Rated uses that `base` already holds, so that the same usage never counts twice; absent means none. */
  readonly folded?: FoldedUsage;
  readonly discoveredAt: string;
  readonly admittedAt: string;
  readonly pinned: boolean;
  readonly critical: boolean;
  readonly citations: readonly string[];
  readonly provenance: readonly Provenance[];
  /** What the gate said: `reviewedBy` (`human` or `agent`), `decision` and `decidedAt`. No run overturns a human. */
  readonly gate: Readonly<Record<string, string>>;
  /** Ids and names it was known by before a merge; usage follows them. */
  readonly aliases: readonly string[];
  readonly supersededBy?: string;
  readonly consolidatedInto?: string;
  readonly promotedAt?: string;
  /** Where it was promoted to, for example `core/preferences/indent`. */
  readonly promotedTo?: string;
  /**
   * An entity of the graph that agents write by name (docs/mcp-graph.md): its observations are shown as they are, and its
   * summary follows them.
   */
  readonly graph?: true;
  readonly updatedAt: string;
}

/**
 * How many ratings are in a memory's strength. Counts suffice where ids would grow without end: evidence that comes
 * late counts at the anchor whichever it is, so that which ones are new does not change the result.
 */
export interface FoldedUsage {
  readonly helpful: number;
  readonly notHelpful: number;
}

/** A typed, directed link between two memories, or from a memory to a named thing. One with a `label` may also start at a name. */
export interface Relation {
  readonly v: 1;
  readonly id: string;
  readonly rev: number;
  readonly from: string;
  readonly type: RelationType;
  readonly to: string;
  /** Why, where a rule made it: for `contradicts`, what cannot both hold. */
  readonly reason?: string;
  /** What the link says in the words of who wrote it, where the graph tools or an MCP memory file did; `type` is `related_to` then. */
  readonly label?: string;
  /** Whose graph it belongs to, with a label; absent in the graph that holds for every project. */
  readonly project?: string;
  /** Place among those written at the same moment, with a label: a graph is read in the order in which it was written. */
  readonly row?: number;
  readonly at: string;
  readonly updatedAt: string;
}

/** The relations that hebb knows. */
export const relationTypes = [
  'related_to',
  'supersedes',
  'applies_to',
  'derived_from',
  'competes_in',
  'part_of',
  'contradicts',
  'co_occurs',
] as const;

/** One of `relationTypes`. */
export type RelationType = (typeof relationTypes)[number];

/**
 * What stays when a memory is forgotten: it keeps the same fact out until it is lifted. A record of its own beside the
 * memories, so that a restored memory is byte-identical and a union merge of two homes undoes neither side.
 */
export interface Tombstone {
  readonly v: 1;
  readonly id: string;
  readonly rev: number;
  readonly tombstone: true;
  readonly memoryId: string;
  /** `tombstoneKey` of the fact, without its type. */
  readonly key: string;
  /** Aliases of the forgotten memory, where it had some: what was merged into it stays out as well. */
  readonly aliases?: readonly string[];
  readonly at: string;
  readonly reason: string;
  /** Owner and discovery of the forgotten memory: the tombstone lies in the shard in which the memory lay. */
  readonly scope: Scope;
  readonly user?: string;
  readonly project?: string;
  readonly discoveredAt: string;
  /** Set by restore and undo: the fact may live again. */
  readonly liftedAt?: string;
  readonly updatedAt: string;
}

/** Memories that take part in recall, merging and promotion. */
export const isLive = (memory: Memory): boolean =>
  memory.status === 'active' || memory.status === 'confirmed';

/** Memories that hold: those that take part, and those that a skill or profile stands for. */
export const isStanding = (memory: Memory): boolean => isLive(memory) || memory.status === 'consolidated';

/** Two memories that may ever be compared: same scope, project and user. */
export const isSameOwner = (a: Owned, b: Owned): boolean =>
  a.scope === b.scope &&
  (a.scope !== 'project' || a.project === b.project) &&
  (a.scope !== 'user' || a.user === b.user);

/** What `isSameOwner` looks at. */
export type Owned = { readonly scope: Scope; readonly project?: string; readonly user?: string };
