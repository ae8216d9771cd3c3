import type { BadLine } from './trace.ts';

/** Something that is wrong with a home, and what to do about it. */
export interface Finding {
  /** Short name of the check, for example `permissions`. */
  readonly code: string;
  /** An error loses or shows something; a warning will. */
  readonly severity: 'error' | 'warning';
  /** What is wrong, with numbers. */
  readonly what: string;
  /** File, folder or ids. */
  readonly where: string;
  /** The next command. */
  readonly fix: string;
  /** Whether `hebb doctor --fix` mends it. */
  readonly fixable: boolean;
}

/** What is known of one machine's journal. */
export interface JournalSight {
  readonly machine: string;
  /** Sequence numbers in the order of the file. */
  readonly seqs: readonly number[];
  /** Large images that are named and not there. */
  readonly lost: readonly string[];
  /** Time of the newest operation; empty without one. */
  readonly newestAt: string;
}

/** A folder of the home and what it takes. */
export interface FolderUse {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
}

/** Everything that a diagnosis is made from; paths relative to the home. */
export interface Sight {
  readonly now: string;
  readonly versions: { readonly hebb: string; readonly node: string };
  /** What kept the home from being opened: its message and hint. */
  readonly closed?: { readonly message: string; readonly hint: string };
  readonly bad: readonly BadLine[];
  /** References to ids that nothing has, as sentences. */
  readonly dangling: readonly string[];
  readonly journals: readonly JournalSight[];
  /** Of this machine: whether the journal reaches its checkpoint, and how many operations lie past it. */
  readonly checkpoint: { readonly reachable: boolean; readonly unpublished: number };
  /** Files and folders that others may read or write. */
  readonly open: readonly string[];
  /** Marks of transcripts that are gone or replaced, and positions past the end of a log. */
  readonly marks: {
    readonly gone: readonly string[];
    readonly replaced: readonly string[];
    readonly log: readonly string[];
  };
  readonly temps: readonly string[];
  readonly locks: readonly string[];
  readonly spool: { readonly count: number; readonly oldestAt?: string };
  readonly captures: readonly { readonly client: string; readonly days: number }[];
  readonly captureGapDays: number;
  /** Whether a purge was begun and not finished. */
  readonly purging: boolean;
  /** Files that every home has and this one has not. */
  readonly missing: readonly string[];
  readonly quarantine: { readonly lines: number; readonly bytes: number };
  readonly lastRunAt?: string;
  /** What kept a synthetic event from coming out again; absent when it came. */
  readonly canary?: string;
}
