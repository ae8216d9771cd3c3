/** A project, whatever worktree, clone or subfolder it is seen from. */
export interface Project {
  /** Sixteen hex digits; from the root commit and remote, or from the real path where there is no git. */
  readonly id: string;
  /** Folder name, for people. */
  readonly name: string;
}

/** Where something happened: the project, the place in it, the person. */
export interface Place {
  readonly project: Project;
  /** Nearest manifest folder of a monorepo, relative to the root; absent at the root. */
  readonly area?: string;
  readonly branch?: string;
  /** False when the branch was read later than the event happened. */
  readonly branchCertain: boolean;
  readonly user: string;
}
