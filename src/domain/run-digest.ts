import type { Outcome, Run, SkillInContext } from './run.ts';

/** Where a run lies: a file of `workflows/` and the bytes of its line. */
export interface LinePlace {
  readonly file: string;
  readonly offset: number;
  /** Bytes, without the line's end. */
  readonly length: number;
}

/**
 * What is counted of a run, without its steps: a hundred thousand of them fit into memory. Derived from the lines of `workflows/`
 * and kept in `cache/`, so that new runs cost only their own lines.
 */
export interface RunDigest
  extends Pick<Run, 'id' | 'sessionId' | 'project' | 'user' | 'outcome' | 'closed' | 'createdAt'> {
  /** The prompt: lower case, blanks folded, cut. Two runs with equal ones asked the same. */
  readonly query: string;
  /** Absent for a run without steps that count. */
  readonly classHash?: string;
  /** The procedure: units with loops folded. Equal arrays are one object. */
  readonly units: readonly string[];
  readonly skills: readonly SkillInContext[];
  /** True when the evaluator was asked of it. */
  readonly asked?: true;
  readonly place: LinePlace;
}

/** How far a file of `workflows/` was read: which file it was, bytes, and a hash of the last of them. */
export interface FilePosition {
  readonly inode: number;
  /** Up to the end of a line. */
  readonly bytes: number;
  readonly mark: string;
}

/** Runs and what lies beside them, each in its latest form. */
export interface RunDigests {
  /** In the order in which they were first written. */
  readonly runs: readonly RunDigest[];
  readonly records: readonly WorkflowRecord[];
}

/**
 * How a skill on trial would have done in a run: a line of `workflows/<month>.jsonl` with an id of run, skill and version, so that
 * evaluating twice is evaluating once.
 */
export interface ShadowRecord {
  readonly v: 1;
  readonly kind: 'shadow';
  /** `<run>:<slug>:<version>`. */
  readonly id: string;
  readonly runId: string;
  readonly slug: string;
  readonly version: number;
  /** How well the skill applies to what was asked, 0..1. */
  readonly applicability: number;
  /** Class that the skill describes, and that the run was of. */
  readonly expected: string;
  readonly observed: string | null;
  /** Whether the run went the skill's way: the same class, for a mined one whether the run contains it. */
  readonly match: boolean;
  readonly outcome: Outcome;
  /** When the run began. */
  readonly at: string;
}

/** That no skill could be made of a class, and why: it is tried again after a new run of it. */
export interface Refusal {
  readonly v: 1;
  readonly kind: 'refused';
  /** `refused:<project>:<user>:<class>`. */
  readonly id: string;
  readonly project: string;
  readonly user?: string;
  readonly classHash: string;
  readonly reasons: readonly string[];
  /** Newest run of the class that was known then, ISO 8601. */
  readonly lastSeenAt: string;
  readonly at: string;
}

/** What lies in `workflows/` beside runs. */
export type WorkflowRecord = ShadowRecord | Refusal;
