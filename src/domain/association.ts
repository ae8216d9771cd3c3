import { hashOf } from './identity.ts';

/** When something first appeared in a session. */
export interface Appearance {
  readonly sessionId: string;
  readonly at: string;
}

/** Sessions that have counted, each once ever. */
export interface SessionLedger {
  /** The newest, oldest first. */
  readonly sessions: readonly Appearance[];
  /** All of them, those no longer listed included. */
  readonly count: number;
  /** Set when some are no longer listed: an appearance at or before this time has counted. */
  readonly countedUntil?: string;
}

/** A word for what sessions are about: a language, framework, tool or habit. One a person; strength as for memories (spec 4). */
export interface Tag extends SessionLedger {
  readonly v: 1;
  readonly id: string;
  readonly rev: number;
  /** As sessions carry it, for example `language:typescript`; a task pattern is `task:<its label>`. */
  readonly name: string;
  readonly user: string;
  readonly status: 'pending_review' | 'active';
  readonly base: number;
  readonly decayRate: number;
  readonly anchoredAt: string;
  readonly discoveredAt: string;
  readonly updatedAt: string;
}

/**
 * Two tags, or two memories, that appear in the same sessions. Undirected: `a` < `b`. Which sessions have counted, a pair of
 * memories lists itself; of a pair of tags its tags tell, since a session that both list has counted.
 */
export interface Edge extends SessionLedger {
  readonly v: 1;
  readonly id: string;
  readonly rev: number;
  readonly kind: 'tags' | 'memories';
  readonly a: string;
  readonly b: string;
  /** Weight at `at`; it decays by elapsed time on reading. */
  readonly weight: number;
  readonly at: string;
  readonly updatedAt: string;
}

/** What the person is busy with; `attention.json`. */
export interface Attention {
  readonly v: 1;
  readonly id: 'attention';
  readonly rev: number;
  /** Weight by topic at `at`, 0..1. */
  readonly topics: Readonly<Record<string, number>>;
  readonly at: string;
  readonly updatedAt: string;
}

/** Id of a person's tag. */
export const tagId = (user: string, name: string): string => `tag-${hashOf(user, name)}`;

/** Id of the edge between two tags or memories, in whichever order. */
export const edgeId = (kind: Edge['kind'], a: string, b: string): string =>
  a < b ? `edge-${hashOf(kind, a, b)}` : `edge-${hashOf(kind, b, a)}`;
