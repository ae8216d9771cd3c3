import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AddedLines, Commit, GitSnapshot, GitWatermark } from '../domain/commit.ts';
import { type Failure, fail, HebbError } from '../domain/failure.ts';
import { commitFormat, parseCommits, splitAtNul } from './commit-stream.ts';
import { askGit, type GitPlace, streamGit, tryGit, type Vars } from './git-command.ts';
import { parseAddedLines, patchFormat } from './patch-stream.ts';

/** Commits whose added lines are read: patches cost twenty times what names cost. */
export const patchCommits = 100;

/** Files whose added lines say nothing and weigh most. */
const UNREAD = ['.md', '.snap', '.svg', '.lock', '-lock.json', '-lock.yaml'].map(
  (ending) => `:(top,exclude,icase)*${ending}`,
);

/** A repository whose history can be read. */
export interface Repository {
  readonly place: GitPlace;
  /** Root of the working tree; the repository itself when it is bare. */
  readonly root: string;
  readonly watermark: GitWatermark;
  /** Only the newest commits are there. */
  readonly shallow: boolean;
}

/** Which commits to read. */
export interface CommitQuery {
  /** Read only what came after this commit. */
  readonly after?: string;
  /** As git understands it: a date or `2 weeks ago`. */
  readonly since?: string;
  readonly author?: string;
  readonly maxCommits?: number;
}

/** What is to be read, given how far a repository was read before. */
export type HistoryRange =
  | { readonly kind: 'nothing-new' }
  | { readonly kind: 'newer'; readonly after: string }
  /** Never read, or `rewritten`: what was read is not part of this history any more. */
  | { readonly kind: 'whole'; readonly rewritten: boolean };

async function requireFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found)
    throw fail('repository-missing', `${path} does not exist`, 'name a folder: hebb extract-git <folder>');
  if (!found.isDirectory())
    throw fail('repository-not-a-folder', `${path} is a file`, 'name a folder: hebb extract-git <folder>');
}

/**
 * The root of the first-parent lines of main, master, the remote's default branch and HEAD; where they differ (an orphan
 * branch) the oldest. First parents only: a history that was merged in later must not change who the project is.
 */
export async function readRootCommit(place: GitPlace): Promise<string | undefined> {
  const lines = ['refs/heads/main', 'refs/heads/master', 'refs/remotes/origin/HEAD', 'HEAD'];
  const query = ['log', '--first-parent', '--max-parents=0', '--ignore-missing', '--format=%ct %H'];
  const out = await tryGit(place, [...query, ...lines, '--']);
  const roots = (out ?? '')
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const oldestFirst = roots.sort(
    (a, b) => Number(a[0]) - Number(b[0]) || ((a[1] ?? '') < (b[1] ?? '') ? -1 : 1),
  );
  return oldestFirst[0]?.[1];
}

const isWithoutCommit = (error: unknown): boolean =>
  error instanceof HebbError && /unknown revision|needed a single revision/i.test(error.message);

/** Opens the repository that holds a folder. Throws a failure with a hint: no such folder, no repository, no commit, no git. */
export async function openRepository(path: string, vars: Vars): Promise<Repository> {
  await requireFolder(path);
  const place = { cwd: path, vars };
  const facts = ['--is-bare-repository', '--is-shallow-repository', '--absolute-git-dir', 'HEAD'];
  // Last, since a bare repository answers it with nothing.
  const out = await askGit(place, ['rev-parse', ...facts, '--show-cdup']).catch((error: unknown) => {
    if (!isWithoutCommit(error)) throw error;
    throw fail(
      'git-empty',
      `the repository in ${path} has no commit yet`,
      'commit something, then try again',
    );
  });
  const [bare, shallow, gitDir = path, head = '', up = ''] = out.split('\n');
  const root = bare === 'true' ? gitDir : resolve(path, up);
  return { place: { cwd: root, vars }, root, watermark: { head, root }, shallow: shallow === 'true' };
}

/** What to tell about a shallow clone: it is read all the same. */
export const shallowNotice = (repository: Repository): Failure => ({
  code: 'git-shallow',
  message: `${repository.root} is a shallow clone: only its newest commits can be read`,
  hint: `git -C ${repository.root} fetch --unshallow`,
});

/** Finds out what is new since a watermark; a watermark that HEAD does not descend from means the history was rewritten. */
export async function findNewRange(repository: Repository, before?: GitWatermark): Promise<HistoryRange> {
  if (!before) return { kind: 'whole', rewritten: false };
  if (before.head === repository.watermark.head) return { kind: 'nothing-new' };
  if (!/^[0-9a-f]{40,64}$/.test(before.head)) return { kind: 'whole', rewritten: true };
  const base = await tryGit(repository.place, ['merge-base', before.head, 'HEAD']);
  return base?.trim() === before.head
    ? { kind: 'newer', after: before.head }
    : { kind: 'whole', rewritten: true };
}

function logArguments(repository: Repository, query: CommitQuery, options: readonly string[]): string[] {
  const { after, since, author, maxCommits } = query;
  const { head } = repository.watermark;
  return [
    'log',
    '--no-merges',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--no-show-signature',
    '--no-notes',
    '--no-relative',
    '--encoding=UTF-8',
    ...options,
    ...(since === undefined ? [] : [`--since=${since}`]),
    ...(author === undefined ? [] : [`--author=${author}`]),
    ...(maxCommits === undefined ? [] : [`--max-count=${maxCommits}`]),
    after === undefined ? head : `${after}..${head}`,
    '--',
  ];
}

/** Commits without merges, newest first, from one streamed `git log`. */
export const readCommits = (repository: Repository, query: CommitQuery = {}): AsyncGenerator<Commit> =>
  parseCommits(
    streamGit(
      repository.place,
      logArguments(repository, query, ['-z', '--name-status', `--format=${commitFormat}`]),
    ),
  );

/** Lines that the newest commits of the query added, a file at a time. */
export function readAddedLines(repository: Repository, query: CommitQuery = {}): AsyncGenerator<AddedLines> {
  const maxCommits = Math.min(query.maxCommits ?? patchCommits, patchCommits);
  const options = ['-p', '--unified=0', '--src-prefix=a/', '--dst-prefix=b/', `--format=${patchFormat}`];
  const newest = logArguments(repository, { ...query, maxCommits }, options);
  return parseAddedLines(streamGit(repository.place, [...newest, ':(top)', ...UNREAD]));
}

async function readBranches(place: GitPlace): Promise<string[]> {
  const out = await askGit(place, [
    'for-each-ref',
    '--count=2000',
    '--format=%(refname)',
    'refs/heads',
    'refs/remotes',
  ]);
  const names = out.split('\n').map((ref) => ref.replace(/^refs\/(?:heads|remotes\/[^/]+)\//, ''));
  return [...new Set(names)].filter((name) => name !== '' && name !== 'HEAD').sort();
}

/** Tracked files of HEAD and the names of the branches. */
export async function readSnapshot(repository: Repository): Promise<GitSnapshot> {
  const { place, watermark } = repository;
  const [files, branches] = await Promise.all([readFiles(place, watermark.head), readBranches(place)]);
  return { files, branches };
}

/** Tracked files of a commit. */
async function readFiles(place: GitPlace, head: string): Promise<string[]> {
  const files: string[] = [];
  const listing = streamGit(place, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', head]);
  for await (const paths of splitAtNul(listing)) for (const path of paths) files.push(path);
  return files;
}
