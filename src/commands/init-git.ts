import * as fs from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import {
  gitHookBefore,
  hasGitBlock,
  isShellHook,
  newGitHook,
  withGitBlock,
  withoutGitBlock,
} from '../clients/git-hook.ts';
import type { ProgramCall } from '../clients/hook-command.ts';
import { fail } from '../domain/failure.ts';
import { askGit } from '../sources/git-command.ts';
import type { InstallRecord } from '../store/home-state.ts';
import type { Store } from '../store/store.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { type FilePlan, findFile, missingFolders } from './init-files.ts';

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
};

/** Where git looks for the hook of a repository, `core.hooksPath` included. */
async function hookPath(input: CommandInput, repository: string): Promise<string> {
  const cwd = resolve(input.host.cwd, repository);
  const place = { cwd, vars: input.host.vars };
  const ask = async (...args: string[]): Promise<string> =>
    resolve(cwd, (await askGit(place, ['rev-parse', ...args])).replace(/\n$/, ''));
  const [hooks, root, common] = [
    await ask('--git-path', 'hooks'),
    await ask('--show-toplevel'),
    await ask('--git-common-dir'),
  ];
  if (isWithin(root, hooks) && !isWithin(common, hooks) && !hasFlag(input.options, 'project'))
    throw fail(
      'init.git-hooks',
      `${hooks} belongs to the files of the repository`,
      'hebb init --git --project writes there all the same',
    );
  return join(hooks, 'post-commit');
}

interface GitFile {
  readonly store: Store;
  readonly path: string;
  readonly program: ProgramCall;
}

const mode = 0o755;

function planHook({ store, path, program }: GitFile): FilePlan {
  const found = findFile(path);
  const { text } = found;
  const known = store.home().installs?.[path];
  const base = { client: 'git', path, before: text, mode, isShared: true } as const;
  const left = (problem: string): FilePlan => ({ ...base, after: text, record: undefined, problem });
  const folders = known?.folders ?? missingFolders(join(path, '..'));
  const record = (more: Partial<InstallRecord>): InstallRecord => ({
    client: 'git',
    kind: 'git-hook',
    folders,
    ...more,
  });
  if (found.problem !== undefined && found.problem !== 'not UTF-8') return left(found.problem);
  if (text === undefined)
    return { ...base, after: newGitHook(program), record: record({ filled: { file: null } }) };
  if (hasGitBlock(text)) {
    const { folders: _folders, ...rest } = known ?? {};
    return { ...base, after: withGitBlock(text, program), record: record(rest) };
  }
  if (((found.mode ?? 0) & 0o111) === 0) return left('git does not run it: it is not executable');
  if (found.problem === undefined && isShellHook(text))
    return { ...base, after: withGitBlock(text, program), record: record({}) };
  return planBefore(base, { path, program, record });
}

/** A hook in another language is called by one for sh. */
function planBefore(
  base: Omit<FilePlan, 'after' | 'record'>,
  {
    path,
    program,
    record,
  }: { path: string; program: ProgramCall; record(more: Partial<InstallRecord>): InstallRecord },
): FilePlan {
  const moveTo = `${path}.before-hebb`;
  if (fs.existsSync(moveTo))
    return { ...base, after: base.before, record: undefined, problem: `${moveTo} is in the way` };
  const after = gitHookBefore(program, 'post-commit.before-hebb');
  return { ...base, after, record: record({ moved: moveTo }), moveTo };
}

/** `hebb init --git [repository]`: new commits are read after each commit. */
export async function planGitHook(
  input: CommandInput,
  store: Store,
  program: ProgramCall,
): Promise<FilePlan> {
  const { git } = input.options;
  const path = await hookPath(input, typeof git === 'string' ? git : '.');
  return planHook({ store, path, program });
}

/** A hook of git without hebb's lines; none where it has none. */
export function planGitHookOut(store: Store, path: string): FilePlan[] {
  const found = findFile(path);
  const record = store.home().installs?.[path];
  if (found.text === undefined || !hasGitBlock(found.text)) return [];
  const base = { client: 'git', path, before: found.text, mode, isShared: false, record: undefined } as const;
  if (found.problem !== undefined) return [{ ...base, after: found.text, problem: found.problem }];
  const moved = record?.moved ?? `${path}.before-hebb`;
  if (found.text.includes('.before-hebb') && fs.existsSync(moved))
    return [{ ...base, after: undefined, moveBack: moved }];
  const wasThere = record?.filled?.file !== null;
  return [{ ...base, after: withoutGitBlock(found.text, wasThere) }];
}

/** `hebb init --remove --git [repository]`. */
export async function planGitRemoval(input: CommandInput, store: Store): Promise<FilePlan[]> {
  const { git } = input.options;
  return planGitHookOut(store, await hookPath(input, typeof git === 'string' ? git : '.'));
}
