import { readdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, dirname, relative, sep } from 'node:path';
import { hashOf } from '../domain/identity.ts';
import type { ProjectSight } from '../domain/project-sight.ts';
import { readRootCommit } from './git.ts';
import { tryGit, type Vars } from './git-command.ts';
import {
  findGitFolders,
  type GitFolders,
  homeOf,
  isShallow,
  readBranch,
  readDefaultBranch,
  readRemote,
  realFolder,
} from './git-files.ts';

const MANIFESTS = new Set([
  'package.json',
  'deno.json',
  'pyproject.toml',
  'setup.py',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'composer.json',
  'Gemfile',
  'mix.exs',
  'pubspec.yaml',
  'Package.swift',
]);

const isManifest = (name: string): boolean =>
  MANIFESTS.has(name) || /\.(?:csproj|fsproj|gemspec|cabal)$/.test(name);

/** The nearest folder with a manifest from `folder` up to, and without, `root`; relative to the root, with slashes. */
async function findArea(root: string, folder: string): Promise<string | undefined> {
  for (let at = folder; at.startsWith(root + sep); at = dirname(at)) {
    const names = await readdir(at).catch(() => []);
    if (names.some(isManifest)) return relative(root, at).split(sep).join('/');
  }
  return undefined;
}

interface Marks {
  readonly rootCommit?: string | undefined;
  readonly remote?: string | undefined;
  /** What stands for the place: the folder that all worktrees share. */
  readonly home: string;
}

/** Ids that these marks give, best first: root and remote, root, remote, path. */
function idsOf({ rootCommit, remote, home }: Marks): [string, ...string[]] {
  const path = hashOf('path', home);
  const byRoot = rootCommit === undefined ? [] : [hashOf('root', rootCommit)];
  const byRemote = remote === undefined ? [] : [hashOf('remote', remote)];
  const best = rootCommit !== undefined && remote !== undefined ? [hashOf('root', rootCommit, remote)] : [];
  const [first = path, ...rest] = [...best, ...byRoot, ...byRemote, path];
  return [first, ...rest];
}

const roots = new WeakMap<Vars, Map<string, Promise<string | undefined>>>();
const sights = new WeakMap<Vars, Map<string, Promise<ProjectSight>>>();

/** One answer a key, kept as long as the process's variables: asking twice costs nothing. */
function once<T>(
  cache: WeakMap<Vars, Map<string, Promise<T>>>,
  vars: Vars,
  key: string,
  ask: () => Promise<T>,
) {
  const answers = cache.get(vars) ?? new Map<string, Promise<T>>();
  cache.set(vars, answers);
  const answer = answers.get(key) ?? ask();
  answers.set(key, answer);
  return answer;
}

async function rootCommitOf(folders: GitFolders, vars: Vars): Promise<string | undefined> {
  if (await isShallow(folders)) return undefined;
  return once(roots, vars, folders.commonDir, () => readRootCommit({ cwd: folders.root, vars }));
}

async function seeRepository(folders: GitFolders, folder: string, vars: Vars): Promise<ProjectSight> {
  const home = homeOf(folders);
  const marks = { rootCommit: await rootCommitOf(folders, vars), remote: await readRemote(folders), home };
  const [id, ...aliases] = idsOf(marks);
  const branch = await readBranch(folders);
  const defaultBranch = await readDefaultBranch(folders);
  const area = await findArea(folders.root, folder);
  return {
    project: { id, name: basename(home).replace(/\.git$/, '') || 'root' },
    root: folders.root,
    ...(branch === undefined ? {} : { branch }),
    ...(defaultBranch === undefined ? {} : { defaultBranch }),
    ...(area === undefined ? {} : { area }),
    aliases,
    ...(marks.rootCommit === undefined ? {} : { rootId: hashOf('root', marks.rootCommit) }),
    pathId: hashOf('path', home),
    ...(marks.remote === undefined ? {} : { remote: marks.remote }),
  };
}

async function seeProject(cwd: string, vars: Vars): Promise<ProjectSight> {
  const folder = await realFolder(cwd);
  const folders = await findGitFolders(folder);
  if (folders) return seeRepository(folders, folder, vars);
  const id = hashOf('path', folder);
  return { project: { id, name: basename(folder) || 'root' }, root: folder, aliases: [], pathId: id };
}

/**
 * The project that a folder belongs to, whatever worktree, clone or subfolder it is. Never throws: without git, or in a
 * repository that git cannot read, the path decides, and the better ids come with a later look (`recognizeProject` joins them).
 * At most one git process a repository; answers are kept per folder for as long as `vars` lives.
 */
export const identifyProject = (cwd: string, vars: Vars): Promise<ProjectSight> =>
  once(sights, vars, cwd, () => seeProject(cwd, vars));

function accountName(vars: Vars): string {
  try {
    return userInfo().username;
  } catch {
    return vars.USER ?? vars.USERNAME ?? 'unknown';
  }
}

const emails = new WeakMap<Vars, Map<string, Promise<string | undefined>>>();

/** The person: HEBB_USER, else the e-mail that git uses in this folder, else the account; lower case, without spaces. */
export async function identifyUser(vars: Vars, cwd: string): Promise<string> {
  const named = vars.HEBB_USER?.trim();
  const email =
    named || (await once(emails, vars, cwd, () => tryGit({ cwd, vars }, ['config', '--get', 'user.email'])));
  const name = (email ?? '').trim() || accountName(vars);
  return name.toLowerCase().replaceAll(/\s+/g, '-').slice(0, 254);
}

/** The person in ids: sixteen hex digits. */
export const userKey = (user: string): string => hashOf('user', user);
