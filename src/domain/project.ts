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
  /** The branch that others are merged into; absent where that is not known. */
  readonly defaultBranch?: string;
  /** False when the branch was read later than the event happened. */
  readonly branchCertain: boolean;
  readonly user: string;
}

/** Names of branches that work is collected on, beside the one that the repository names. */
const collecting = new Set(['main', 'master', 'trunk', 'develop', 'development']);

/** The branch of a place where it is one that will be merged into another: what is learned there may never hold elsewhere. */
export function topicBranchOf({ branch, defaultBranch }: Place): string | undefined {
  if (branch === undefined || defaultBranch === undefined) return undefined;
  return branch === defaultBranch || collecting.has(branch) ? undefined : branch;
}
