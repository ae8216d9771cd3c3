import * as fs from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fail } from '../domain/failure.ts';

/** Where a path really leads: a link to the file stays a link. A file that is not there yet has the folder that is. */
export function realPathOf(path: string): string {
  try {
    return fs.realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPathOf(folder), basename(path));
  }
}

/** Whether a path is a folder or lies in it; both real. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !(way === '..' || way.startsWith(`..${sep}`) || way === path);
}

/** Fails for what lies in hebb's home: nothing is exported into it. */
export function refuseHome(
  path: string,
  { name, home }: { readonly name: string; readonly home: string },
): void {
  if (!isWithin(path, realPathOf(home))) return;
  throw fail('export.home', `${name} lies in hebb's home`, 'name a file outside of it');
}
