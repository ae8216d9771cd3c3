import type { Project } from './project.ts';

/** A project as it was seen from one folder. */
export interface ProjectSight {
  readonly project: Project;
  /** Real path of the working tree (or of the bare repository, or of the folder itself without git). */
  readonly root: string;
  readonly branch?: string;
  /** The branch that others are merged into: what the remote says, else `main` or `master`. */
  readonly defaultBranch?: string;
  /** Nearest manifest folder below the root, relative to it. */
  readonly area?: string;
  /** Ids by which the same project was or may be known: by its root commit, its remote, its path. Never `project.id`. */
  readonly aliases: readonly string[];
  /** The id that the root commit alone gives; absent without git or commits, and in a shallow clone. */
  readonly rootId?: string;
  /** The id that the path alone gives; the same in every worktree of a repository. */
  readonly pathId: string;
  /** `owner/name` of the remote, lower case. */
  readonly remote?: string;
}

/** A project that a home knows. `id` never changes, so records that name it stay valid. */
export interface KnownProject {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly remote?: string;
}

/** True when the sight is of this known project. A changed remote in the same place is the same project, a fork elsewhere is not. */
function isSame(known: KnownProject, sight: ProjectSight): boolean {
  const ids = new Set([known.id, ...known.aliases]);
  if (ids.has(sight.project.id)) return true;
  const samePlace = ids.has(sight.pathId);
  const sameRemote = known.remote === sight.remote;
  if (sight.rootId === undefined) return samePlace || (sameRemote && sight.remote !== undefined);
  if (!ids.has(sight.rootId)) return known.id === sight.pathId;
  return samePlace || sameRemote || known.remote === undefined || sight.remote === undefined;
}

/**
 * The known project that a folder belongs to, with what the sight adds to its aliases; undefined when it is a new one.
 * The caller keeps the result in place of the known project and files records under its `id`.
 */
export function recognizeProject(
  sight: ProjectSight,
  known: readonly KnownProject[],
): KnownProject | undefined {
  const match = known.find((one) => one.id === sight.project.id) ?? known.find((one) => isSame(one, sight));
  if (!match) return undefined;
  const aliases = new Set([...match.aliases, sight.project.id, ...sight.aliases]);
  aliases.delete(match.id);
  const remote = sight.remote ?? match.remote;
  return { id: match.id, aliases: [...aliases].sort(), ...(remote ? { remote } : {}) };
}
