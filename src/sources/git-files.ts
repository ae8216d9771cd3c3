import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';

/** Where a working tree and its repository lie; read from the files, without a git process. */
export interface GitFolders {
  /** Root of the working tree, or the repository itself when it is bare. */
  readonly root: string;
  /** The folder with HEAD: of a worktree its own, else the repository. */
  readonly gitDir: string;
  /** The repository that all worktrees share. */
  readonly commonDir: string;
}

/** A file's text, where there is one. Read without waiting: these are a few small files, and asking for each in turn takes longer. */
async function readText(path: string): Promise<string | undefined> {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const exists = async (path: string): Promise<boolean> => existsSync(path);

const realpathOrSame = async (path: string): Promise<string> => realPath(path) ?? resolve(path);

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** The nearest folder at or above a path that exists, by its real path: a folder that was removed still has a project. */
export async function realFolder(path: string): Promise<string> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const real = realPath(folder);
    if (real !== undefined && folder === resolve(path)) return real;
    if (real !== undefined && folder !== dirname(folder))
      return join(real, resolve(path).slice(folder.length));
    if (folder === dirname(folder)) return resolve(path);
  }
}

async function followGitLink(link: string): Promise<string | undefined> {
  const target = /^gitdir: (.+)/.exec((await readText(link)) ?? '')?.[1]?.trim();
  return target === undefined ? undefined : resolve(dirname(link), target);
}

async function gitDirOf(folder: string): Promise<string | undefined> {
  const dotGit = join(folder, '.git');
  if (await exists(join(dotGit, 'HEAD'))) return dotGit;
  const linked = await followGitLink(dotGit);
  if (linked !== undefined && (await exists(join(linked, 'HEAD')))) return linked;
  const bare = (await exists(join(folder, 'HEAD'))) && (await exists(join(folder, 'objects')));
  return bare && (await exists(join(folder, 'refs'))) ? folder : undefined;
}

/** The repository that holds a folder (a real path), nearest first; undefined when there is none. */
export async function findGitFolders(folder: string): Promise<GitFolders | undefined> {
  for (let root = folder; ; root = dirname(root)) {
    const gitDir = await gitDirOf(root);
    if (gitDir !== undefined) {
      const common = (await readText(join(gitDir, 'commondir')))?.trim();
      const commonDir = common === undefined ? gitDir : resolve(gitDir, common);
      return { root, gitDir, commonDir: await realpathOrSame(commonDir) };
    }
    if (root === dirname(root)) return undefined;
  }
}

/** The folder that names a repository for people: the one that holds `.git`, also for its worktrees; a submodule keeps its own. */
export function homeOf({ root, commonDir }: GitFolders): string {
  if (basename(commonDir).startsWith('.')) return dirname(commonDir);
  return commonDir.includes(`${join('.git', 'modules')}`) ? root : commonDir;
}

/** The branch that HEAD names; undefined when detached, or where refs are kept in a table. */
export async function readBranch({ gitDir }: GitFolders): Promise<string | undefined> {
  const branch = /^ref: refs\/heads\/(.+)/.exec((await readText(join(gitDir, 'HEAD'))) ?? '')?.[1]?.trim();
  return branch === '.invalid' ? undefined : branch;
}

const hasBranch = async ({ commonDir }: GitFolders, name: string): Promise<boolean> =>
  (await exists(join(commonDir, 'refs/heads', name))) ||
  ((await readText(join(commonDir, 'packed-refs'))) ?? '').includes(` refs/heads/${name}\n`);

/** The branch that others are merged into: what the remote says, else `main` or `master`; undefined where none of them is. */
export async function readDefaultBranch(folders: GitFolders): Promise<string | undefined> {
  const head = (await readText(join(folders.commonDir, 'refs/remotes/origin/HEAD'))) ?? '';
  const named = /^ref: refs\/remotes\/origin\/(.+)/.exec(head)?.[1]?.trim();
  if (named !== undefined) return named;
  for (const name of ['main', 'master']) if (await hasBranch(folders, name)) return name;
  return undefined;
}

/** True for a clone that has only its newest commits. */
export const isShallow = ({ commonDir }: GitFolders): Promise<boolean> => exists(join(commonDir, 'shallow'));

/** Addresses of the remotes in the text of a git config, by name. */
export function parseRemotes(config: string): Map<string, string> {
  const remotes = new Map<string, string>();
  let name: string | undefined;
  for (const line of config.slice(0, 200_000).split('\n')) {
    const text = line.trim();
    if (text.startsWith('[')) name = /^\[remote "([^"]+)"\]/i.exec(text)?.[1];
    const url = /^url[ \t]*=[ \t]*(\S.*)$/i.exec(text)?.[1];
    if (name !== undefined && url !== undefined && !remotes.has(name))
      remotes.set(name, url.replace(/^"(.*)"$/, '$1').trim());
  }
  return remotes;
}

/**
 * `owner/name` of a hosted remote in lower case, the same for every way to write its address; undefined for a folder.
 * The host is left out, so that a mirror is the same project.
 */
export function normalizeRemote(url: string): string | undefined {
  const path =
    /^(?:https?|ssh|git|git\+ssh):\/\/[^/]+\/(.+)$/i.exec(url)?.[1] ??
    /^(?:[^/@:]+@)?[^/:]{2,}:(?!\/\/)(.+)$/.exec(url)?.[1];
  const parts = path
    ?.replace(/[?#].*$/, '')
    .replace(/\/{0,9}$/, '')
    .replace(/\.git$/i, '')
    .split('/')
    .filter((part) => part !== '' && part !== '_git' && part !== 'scm' && !/^(?:v3|~.*)$/.test(part));
  return parts === undefined || parts.length === 0 ? undefined : parts.join('/').toLowerCase();
}

const isFolderAddress = (url: string): boolean =>
  url.startsWith('file://') || isAbsolute(url) || /^\.{1,2}(?:\/|$)/.test(url);

/** `owner/name` of a repository: of `origin`, else of its first remote; a clone of a folder has that folder's remote. */
export async function readRemote(folders: GitFolders, hops = 3): Promise<string | undefined> {
  const remotes = parseRemotes((await readText(join(folders.commonDir, 'config'))) ?? '');
  const url = remotes.get('origin') ?? [...remotes].sort(([a], [b]) => (a < b ? -1 : 1))[0]?.[1];
  if (url === undefined) return undefined;
  if (!isFolderAddress(url)) return normalizeRemote(url);
  const source = await findGitFolders(resolve(homeOf(folders), url.replace(/^file:\/\//, '')));
  return source && hops > 0 ? readRemote(source, hops - 1) : undefined;
}
