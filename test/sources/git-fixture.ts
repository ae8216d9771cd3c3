import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import type { Vars } from '../../src/sources/git-command.ts';

/** Variables under which the machine's own git settings do not matter; a new object each time, so that nothing is remembered. */
export const quietVars = (more: Vars = {}): Vars => ({
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  ...more,
});

/** A temporary folder that is gone after the test file. */
export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hebb-git-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs git as a fixed person, optionally at a fixed second. */
export function git(cwd: string, args: readonly string[], vars: Vars = {}): string {
  const who = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.org' };
  const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.org' };
  const env = { ...quietVars(), ...who, ...committer, ...vars };
  return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** Makes an empty repository with the branch `main`. */
export function initRepository(folder: string): string {
  mkdirSync(folder, { recursive: true });
  git(folder, ['init', '-q', '-b', 'main']);
  return folder;
}

/** Writes files and commits them; gives the sha. The day makes times, and so shas, differ. */
export function commit(
  folder: string,
  files: Readonly<Record<string, string>>,
  message: string,
  options: { readonly day?: number; readonly vars?: Vars; readonly args?: readonly string[] } = {},
): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  git(folder, ['add', '-A']);
  const date = new Date(Date.UTC(2026, 0, 1 + (options.day ?? 0))).toISOString();
  const vars = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, ...options.vars };
  const commitArgs = [
    'commit',
    '-q',
    '--allow-empty',
    '--allow-empty-message',
    '--cleanup=verbatim',
    '-m',
    message,
  ];
  git(folder, [...(options.args ?? []), ...commitArgs], vars);
  return git(folder, ['rev-parse', 'HEAD']);
}

/** Everything an async generator gives. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
