import * as fs from 'node:fs';
import { join, relative, sep } from 'node:path';
import { sha256Of } from '../domain/identity.ts';
import { lineFileNames } from './layout.ts';
import type { Paths } from './paths.ts';
import { isMissing } from './reading.ts';
import type { Store } from './store.ts';

/** A file that a rebuild changed. */
export interface Difference {
  readonly file: string;
  readonly how: 'new' | 'changed' | 'gone';
}

function filesUnder(folder: string): string[] {
  try {
    return fs
      .readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Hash of every file that the journal fills. */
function printsOf(paths: Paths): Map<string, string> {
  const folders = [paths.memories, paths.extracted, paths.imported, paths.archive].flatMap(filesUnder);
  const nodes = ['nodes', 'skills', 'profiles'].flatMap((name) => filesUnder(join(paths.home, name)));
  const single = [paths.core, paths.attention, ...lineFileNames.map((name) => join(paths.home, name))];
  const files = [...new Set([...folders, ...nodes, ...single.filter((path) => fs.existsSync(path))])];
  return new Map(
    files.map((path) => [relative(paths.home, path).split(sep).join('/'), sha256Of(fs.readFileSync(path))]),
  );
}

/**
 * Drops everything derived and writes the files anew from the journal, with what people edited taken in before. Returns
 * the files that were not as the journal says.
 */
export function rebuildHome(store: Store): Difference[] {
  const before = printsOf(store.paths);
  for (const path of filesUnder(store.paths.cache)) store.files.remove(path);
  store.reload();
  store.publish();
  const after = printsOf(store.paths);
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((file): Difference[] => {
    const [from, to] = [before.get(file), after.get(file)];
    if (from === to) return [];
    return [{ file, how: from === undefined ? 'new' : to === undefined ? 'gone' : 'changed' }];
  });
}
