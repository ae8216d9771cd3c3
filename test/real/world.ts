import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDict } from '../../src/domain/json.ts';
import { makeFolder } from '../support/home.ts';
import type { World } from './clients.ts';

const program = fileURLToPath(new URL('../../bin/hebb.js', import.meta.url));

/** A home folder whose name has all that makes a hook's command line go wrong, and a project under git. */
export function createWorld(): World {
  const userHome = join(makeFolder(), "ann o'hara $x `é`");
  const project = join(userHome, 'my shop');
  mkdirSync(join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"name":"my-shop","type":"module"}\n');
  writeFileSync(join(project, 'src', 'cart.js'), 'export const total = (items) => items.length;\n');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@shop.test', ...args], {
      cwd: project,
      env: { PATH: process.env.PATH, HOME: userHome, GIT_CONFIG_GLOBAL: '/dev/null' },
      stdio: 'pipe',
    });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'A cart');
  return { userHome, project };
}

/** Runs the built program in the project, as the person would. */
export function hebb({ userHome, project }: World, ...args: readonly string[]): string {
  return execFileSync(process.execPath, [program, ...args], {
    cwd: project,
    env: { PATH: process.env.PATH, HOME: userHome, HEBB_USER: 'ann', GIT_CONFIG_GLOBAL: '/dev/null' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The document of a command under `--json`. */
export function hebbJson(world: World, ...args: readonly string[]): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(hebb(world, ...args, '--json'));
  return isDict(value) ? value : {};
}

/** The program that hooks and servers start. */
export const hebbProgram = program;
