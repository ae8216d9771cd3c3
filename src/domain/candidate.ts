/** How far a learning reaches. */
export type Scope = 'user' | 'project' | 'global';

/** How much it matters. */
export type Severity = 'critical' | 'high' | 'medium' | 'low';

/** Who or what taught it. */
export type Source =
  | 'explicit_user_feedback'
  | 'mistake'
  | 'implementation'
  | 'agent-memory'
  | 'notes'
  | 'import'
  | (string & {});

/** Whether it says to do or to avoid; absent when it states a fact. */
export type Polarity = 'do' | 'avoid';

/** Where a learning comes from: enough to open the place again. */
export interface Provenance {
  /** `transcript`, `hook`, `git`, `notes`, `agent-memory`, `person`, `agent`. */
  readonly origin: string;
  readonly at: string;
  readonly sessionId?: string;
  readonly runId?: string;
  readonly file?: string;
  readonly row?: number;
  readonly sha?: string;
  /** Content hash of the file it was read from. */
  readonly hash?: string;
  readonly eventIds?: readonly string[];
  /** The line that says it, redacted and cut. */
  readonly quote?: string;
}

/** Something extracted and not yet admitted. */
export interface Candidate {
  readonly id: string;
  /** `<type>:<slug>`, Unicode-safe, never empty. */
  readonly name: string;
  readonly entityType: string;
  readonly summary: string;
  readonly observations: readonly string[];
  /** Languages, frameworks, tools, areas and files it is about; files are written with a slash or an extension. */
  readonly appliesTo: readonly string[];
  readonly severity?: Severity;
  readonly source: Source;
  readonly frequencyHint?: 'common';
  readonly scope: Scope;
  readonly user?: string;
  readonly project?: string;
  /** The branch that it was learned on, where that is one that will be merged into another. */
  readonly branch?: string;
  readonly taskPattern?: string;
  readonly polarity?: Polarity;
  /** 0..1. */
  readonly confidence: number;
  readonly provenance: readonly Provenance[];
  /** It becomes an entity of the graph (`Memory.graph`). */
  readonly graph?: true;
}

/** A file of candidates that wait: `extracted/<id>.json`. */
export interface CandidateFile {
  readonly v: 1;
  readonly id: string;
  readonly source: string;
  readonly at: string;
  readonly project?: string;
  readonly candidates: readonly Candidate[];
}

/** What the door said about a candidate. */
export type Verdict =
  | 'saved'
  | 'superseding'
  | 'duplicate'
  | 'contradicts'
  | 'below-threshold'
  | 'rejected'
  | 'blocked'
  | 'needs-review'
  | 'pending';

/** One term of a relevance score, for example `severity medium +2`. */
export interface ScoreTerm {
  readonly term: string;
  readonly points: number;
}

/** A candidate with its verdict, score, threshold and reasons. */
export interface Judged {
  readonly candidate: Candidate;
  readonly verdict: Verdict;
  readonly score: number;
  readonly threshold: number;
  readonly terms: readonly ScoreTerm[];
  readonly reason: string;
  /** The memory that came of it or that it repeats. */
  readonly memoryId?: string;
}

/** The same file after the door: `imported/<id>.json`. */
export interface ImportedFile {
  readonly v: 1;
  readonly id: string;
  readonly source: string;
  readonly at: string;
  readonly importedAt: string;
  readonly judged: readonly Judged[];
}

/** Evidence keys of a provenance: two with an equal key tell of the same occasion and count once. */
export function evidenceKey(provenance: Provenance): string {
  const { origin, sessionId, file, row, sha, hash, at } = provenance;
  if (sha) return `git ${sha}`;
  if (sessionId) return `session ${sessionId}`;
  if (file) return `file ${file} ${hash ?? row ?? ''}`;
  return `${origin} ${at}`;
}
