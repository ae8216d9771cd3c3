/** A file that a commit touched: `A`, `M`, `D`, `T`; never a rename, since renames are read as delete and add. */
export interface FileChange {
  readonly status: string;
  /** Relative to the root of the repository, with slashes. */
  readonly path: string;
}

/** One commit that is not a merge. Texts are as the author wrote them: not redacted, and capped in length. */
export interface Commit {
  /** 40 or 64 hex digits. */
  readonly sha: string;
  readonly author: string;
  readonly email: string;
  /** Author time, ISO 8601 UTC; the epoch when it cannot be read. */
  readonly at: string;
  /** May be empty. */
  readonly subject: string;
  readonly body: string;
  readonly files: readonly FileChange[];
}

/** Lines that one commit added to one file. */
export interface AddedLines {
  readonly sha: string;
  readonly path: string;
  readonly lines: readonly string[];
}

/** What the newest commit of a repository holds, and how its branches are called. */
export interface GitSnapshot {
  /** Paths of all tracked files. */
  readonly files: readonly string[];
  /** Short names of local and remote branches, without the remote's name. */
  readonly branches: readonly string[];
}

/** How far the history of a repository has been read. */
export interface GitWatermark {
  readonly head: string;
  /** The folder that was read. */
  readonly root: string;
}
