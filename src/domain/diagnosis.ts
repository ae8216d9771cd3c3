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

/** What is known of one client that is used on this machine. */
export interface ClientSight {
  readonly client: string;
  /** What people call it. */
  readonly title: string;
  /** The file that hooks or a plugin of hebb's would stand in. */
  readonly file: string;
  /** Whether hebb's hooks are there. */
  readonly isInstalled: boolean;
  /** Whether hebb once put them there, or something once came from them. */
  readonly wasInstalled: boolean;
  /** Why the client can run nothing of it. */
  readonly problem?: string;
  /** Paths in hebb's commands that are gone. */
  readonly lost: readonly string[];
  /** Homes that they work on and that are not this one. */
  readonly otherHomes: readonly string[];
  /** Hooks that the client does not run because the person did not accept them, because they are not those that were accepted, and because they are turned off. */
  readonly trust: { readonly untrusted: number; readonly changed: number; readonly off: number };
  /** When the last payload of its hooks happened. */
  readonly eventAt?: string;
  /** Sessions since then (or since hooks were put there), and when the newest one ended. */
  readonly sessions: { readonly count: number; readonly newestAt?: string };
  /** Days from the last payload, or from when hooks were put there, to the newest session. */
  readonly silentDays: number;
}

/** What is known of the schedule of this machine. */
export interface ScheduleDiagnosis {
  /** In words: when and with what. Absent when none was installed. */
  readonly text?: string;
  readonly problems: readonly string[];
  /** The last time at which it should have run and did not. */
  readonly missedAt?: string;
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
  readonly clients: readonly ClientSight[];
  readonly captureGapDays: number;
  readonly schedule: ScheduleDiagnosis;
  /** Memories of projects that this home cannot find any more, by the project's id. */
  readonly unreachable: readonly { readonly project: string; readonly memories: number }[];
  /** Exported blocks that cannot be renewed, in words. */
  readonly blocks: readonly string[];
  /** `HEBB_HOME` as it was given, when it depends on the working folder. */
  readonly relativeHome?: string;
  /** Whether a purge was begun and not finished. */
  readonly purging: boolean;
  /** Files that every home has and this one has not. */
  readonly missing: readonly string[];
  readonly quarantine: { readonly lines: number; readonly bytes: number };
  readonly lastRunAt?: string;
  /** What kept a synthetic event or memory from coming out again; absent when both came. */
  readonly canary?: string;
}
