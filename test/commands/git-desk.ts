import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { quietVars } from '../sources/git-fixture.ts';
import type { Desk } from '../support/program.ts';
import { call, clientDesk, filesBelow } from './init-desk.ts';

/** git on the PATH, and nothing else of this machine. */
export const vars = { PATH: process.env.PATH ?? '' };

/** Runs git in the project. */
export function git(desk: Desk, ...args: string[]): string {
  const env = { ...vars, ...quietVars(), HOME: desk.userHome };
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.c'];
  const { status, stdout, stderr } = spawnSync('git', [...who, ...args], {
    cwd: desk.project,
    env,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

/** A machine whose project is a repository without hooks. */
export function repository(): Desk {
  const desk = clientDesk([]);
  git(desk, 'init', '--quiet', '--template=');
  return desk;
}

/** The hook of the project. */
export const hookOf = (desk: Desk): string => join(desk.project, '.git/hooks/post-commit');

/** Puts a hook there that is not hebb's. */
export function writeHook(desk: Desk, text: string | Buffer, mode = 0o755): void {
  fs.mkdirSync(join(desk.project, '.git/hooks'), { recursive: true });
  fs.writeFileSync(hookOf(desk), text);
  fs.chmodSync(hookOf(desk), mode);
}

/** `hebb init --git`, with a program below the home. */
export const init = (desk: Desk, ...more: string[]) =>
  call(desk, ['init', '--git', ...more], { vars, host: { program: programOf(desk) } });

const programOf = (desk: Desk) => ({ node: process.execPath, script: join(desk.userHome, 'hebb.js') });

/** What lies among the hooks. */
export const gitFolder = (desk: Desk): Record<string, string> => {
  const inside = { ...desk, userHome: join(desk.project, '.git/hooks') };
  return fs.existsSync(inside.userHome) ? filesBelow(inside) : { none: 'none' };
};
