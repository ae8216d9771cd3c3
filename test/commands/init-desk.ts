import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../src/domain/host.ts';
import { createDesk, type Desk, jsonIn, type RunOptions } from '../support/program.ts';

/** The program that the hooks of these tests call: it does nothing. */
export const program = { node: '/opt/node/bin/node', script: '/opt/hebb/bin/hebb.js' };

/** A machine on which these clients are used, whose folders may have any name. */
export function clientDesk(folders: readonly string[], name = ''): Desk {
  const desk = createDesk();
  const userHome = join(desk.userHome, name);
  const project = join(userHome, 'shop');
  fs.mkdirSync(project, { recursive: true });
  for (const folder of folders) fs.mkdirSync(join(userHome, folder), { recursive: true });
  return { userHome, home: join(userHome, '.hebb'), project };
}

/** Runs a command without any agent's program on the PATH. */
export function call(desk: Desk, argv: readonly string[], options: RunOptions = {}) {
  const host: Partial<Host> = { program, ...options.host };
  const vars = { PATH: join(desk.userHome, 'no-programs'), ...options.vars };
  return jsonIn(desk, argv, { ...options, vars, host });
}

/** Every file below a folder but hebb's home and the project's git, with its rights and content; folders with nothing in them as well. */
export function filesBelow(desk: Desk): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (folder: string, prefix: string): void => {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const name = `${prefix}${entry.name}`;
      if (path === desk.home || entry.name === '.git') continue;
      if (entry.isSymbolicLink()) found[name] = `-> ${fs.readlinkSync(path)}`;
      else if (entry.isDirectory()) {
        found[`${name}/`] = 'folder';
        walk(path, `${name}/`);
      } else
        found[name] = `${(fs.statSync(path).mode & 0o777).toString(8)} ${fs.readFileSync(path, 'latin1')}`;
    }
  };
  walk(desk.userHome, '');
  return found;
}

/** Runs a command as a client does. */
export function runHook(command: string, input: string, env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    input,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', SHLVL: '1', ...env },
  });
  return { status, stdout, stderr };
}

/** Commands of hooks in a file of settings, by event. */
export function commandsIn(path: string): Record<string, string[]> {
  const { hooks } = JSON.parse(fs.readFileSync(path, 'utf8'));
  return Object.fromEntries(
    Object.entries(hooks).map(([event, groups]) => [
      event,
      (Array.isArray(groups) ? groups : []).flatMap((group) =>
        (group.hooks ?? [group]).map((handler: { command: string }) => handler.command),
      ),
    ]),
  );
}
