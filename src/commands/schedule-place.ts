import * as fs from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { fail } from '../domain/failure.ts';
import type { Host } from '../domain/host.ts';
import { compact } from '../domain/json.ts';
import type { SchedulePlace } from '../pipeline/schedule-files.ts';
import type { CommandInput } from './command.ts';

/** Folders of programs that every machine has. */
const systemFolders = ['/usr/local/bin', '/usr/bin', '/bin'];

const hasControl = (text: string): boolean => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

/** A folder of a project's own programs comes into PATH while a script of it runs; it is not the person's. */
const isLasting = (folder: string): boolean =>
  isAbsolute(folder) && !hasControl(folder) && !/node_modules\/\.bin\/?$/.test(folder);

function pathFor({ vars, program }: Pick<Host, 'vars' | 'program'>): string {
  const own = (vars.PATH ?? '').split(delimiter).filter(isLasting);
  return [...new Set([...own, dirname(program.node), ...systemFolders])].filter(isLasting).join(':');
}

function isSameFile(path: string, other: string): boolean {
  try {
    return fs.realpathSync(path) === fs.realpathSync(other);
  } catch {
    return false;
  }
}

/** Node by the name under which PATH has it, when that is the same program: the folder of a version goes with the next one. */
function lastingNode({ vars, program }: Pick<Host, 'vars' | 'program'>): string {
  const named = (vars.PATH ?? '')
    .split(delimiter)
    .filter(isLasting)
    .map((folder) => join(folder, 'node'));
  return named.find((path) => isSameFile(path, program.node)) ?? program.node;
}

/** Refuses what no file of a scheduler can hold, and what will be gone before it is needed. */
function check(place: SchedulePlace): SchedulePlace {
  const wrong = Object.entries(place).find(([, value]) => typeof value === 'string' && hasControl(value));
  if (wrong)
    throw fail(
      'schedule.path',
      `${JSON.stringify(wrong[1])}: a path with a line break or control character`,
      'move it to a folder with a plain name',
    );
  if (/[\\/]_npx[\\/]/.test(place.script))
    throw fail(
      'schedule.npx',
      `${place.script}: hebb runs from npx's cache, which is emptied`,
      'npm install --global hebb, then hebb schedule install',
    );
  return place;
}

/** Where hebb lies, for a scheduler. */
export function schedulePlace({ host, door }: Pick<CommandInput, 'host' | 'door'>): SchedulePlace {
  const { home } = door.bare().paths;
  return check(
    compact({
      node: lastingNode(host),
      script: host.program.script,
      userHome: host.userHome,
      home,
      path: pathFor(host),
      hebbHome: host.vars.HEBB_HOME ? home : undefined,
      hebbUser: host.vars.HEBB_USER || undefined,
    }),
  );
}
