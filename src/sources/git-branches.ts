import { tryGit, type Vars } from './git-command.ts';

/** What a repository tells of branches that became part of its default branch. */
export interface MergedBranches {
  readonly defaultBranch: string;
  /** When the newest commit of each branch was made whose commits the default branch has all, ISO UTC; local and remote names are one. */
  readonly tipAt: ReadonlyMap<string, string>;
  /** Subjects of merges into the default branch, newest first: they name branches that are gone since. */
  readonly merges: readonly { readonly at: string; readonly subject: string }[];
}

/** How many merges are looked at. */
const mergeLimit = 2_000;

const linesOf = (text: string | undefined): string[] =>
  (text ?? '').split('\n').filter((line) => line !== '');

const timeOf = (seconds: string): string => new Date(Number(seconds) * 1000).toISOString();

/** Reads which branches were merged; undefined where git cannot tell. */
export async function readMergedBranches(
  { cwd, vars }: { readonly cwd: string; readonly vars: Vars },
  defaultBranch: string,
): Promise<MergedBranches | undefined> {
  const place = { cwd, vars };
  const [local, remote] = [`refs/heads/${defaultBranch}`, `refs/remotes/origin/${defaultBranch}`];
  const named = linesOf(await tryGit(place, ['for-each-ref', '--format=%(refname)', local, remote]));
  const [trunk] = named;
  if (trunk === undefined) return undefined;
  const merged = await tryGit(place, [
    'for-each-ref',
    `--merged=${trunk}`,
    '--format=%(committerdate:unix) %(refname)',
    'refs/heads',
    'refs/remotes',
  ]);
  const limit = `--max-count=${mergeLimit}`;
  const log = await tryGit(place, [
    'log',
    '--merges',
    '--first-parent',
    limit,
    '--format=%ct %s',
    trunk,
    '--',
  ]);
  const tipAt = new Map<string, string>();
  for (const line of linesOf(merged)) {
    const [, seconds = '', ref = ''] = /^(\d+) (.+)$/.exec(line) ?? [];
    if (ref !== '') tipAt.set(ref.replace(/^refs\/(?:heads|remotes\/[^/]+)\//, ''), timeOf(seconds));
  }
  const merges = linesOf(log).flatMap((line) => {
    const [, seconds, subject] = /^(\d+) (.*)$/.exec(line) ?? [];
    return seconds === undefined || subject === undefined ? [] : [{ at: timeOf(seconds), subject }];
  });
  return { defaultBranch, tipAt, merges };
}
