/** A word for what sessions are about: a language, framework, tool or habit. One a person; strength as for memories (spec 4). */
export interface Tag {
  readonly v: 1;
  readonly id: string;
  readonly rev: number;
  /** As sessions carry it, for example `language:typescript`. */
  readonly name: string;
  readonly user: string;
  readonly status: 'pending_review' | 'active';
  /** Sessions in which it appeared, each counted once. */
  readonly sessions: readonly string[];
  readonly base: number;
  readonly decayRate: number;
  readonly anchoredAt: string;
  readonly discoveredAt: string;
  readonly updatedAt: string;
}

/** Two tags, or two memories, that appear in the same sessions. Undirected: `a` < `b`. */
export interface Edge {
  readonly v: 1;
  readonly id: string;
  readonly rev: number;
  readonly kind: 'tags' | 'memories';
  readonly a: string;
  readonly b: string;
  /** Weight at `at`; it decays by elapsed time on reading. */
  readonly weight: number;
  readonly at: string;
  /** Sessions that have counted, each once ever. */
  readonly sessions: readonly string[];
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
