import * as fs from 'node:fs';
import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { isFileName } from '../domain/file-name.ts';
import { withoutMarked } from '../text/marked-block.ts';

/** Folders that are looked through for a file that is cited by its name alone; in larger projects it counts as there. */
const folderLimit = 200;
/** What is read of a file to find a symbol in it, in bytes. */
const byteLimit = 2_000_000;
const skipped = new Set(['node_modules', '.git', 'target', 'dist', 'build', '.venv', 'vendor']);

/**
 * Whether a file that is cited is gone: `src/a.ts`, `a.ts`, and `src/a.ts#name` or `src/a.ts:name`, where the file must hold the name
 * as well. What cannot be told (a glob, an address, a place outside the project) is not gone.
 */
export function isGone(citation: string, { root, area }: { root: string; area?: string }): boolean {
  const [, path = '', symbol] =
    /^([^#:\s]+?)(?:[#:](\p{L}[\p{L}\p{N}_.$]*)|:\d[\d:-]*)?$/u.exec(citation.trim()) ?? [];
  if (path === '' || /[*?{}<>|$~]|^\w+:\/\//.test(path) || root === '') return false;
  const places = placesOf(path, root, area);
  if (places.length === 0 || !isJudged(path, root)) return false;
  const found = places.find((place) => fs.existsSync(place)) ?? findByName(path, root);
  if (found === undefined) return true;
  return found !== '' && symbol !== undefined && !holds(found, symbol);
}

/**
 * `CI/CD` is written as a folder is, and `Array.map` as a file: a name alone is one by its extension, a path by any extension, or where
 * its first folder is one of the project.
 */
function isJudged(path: string, root: string): boolean {
  const [first = '', ...rest] = path.split(/[/\\]/);
  if (rest.length === 0) return isFileName(path);
  return /\.[\p{L}\p{N}]{1,12}$/u.test(path) || fs.existsSync(join(root, first));
}

/** Where it may lie: in the project, or in the area of it that the session works in. */
function placesOf(path: string, root: string, area: string | undefined): string[] {
  if (isAbsolute(path)) return isInside(path, root) ? [path] : [];
  return [join(root, path), ...(area === undefined ? [] : [join(root, area, path)])].filter((place) =>
    isInside(place, root),
  );
}

const isInside = (path: string, root: string): boolean => {
  const way = relative(root, resolve(path));
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
};

/** A name without a folder may lie anywhere: its path, an empty text where that cannot be told, undefined where it is nowhere. */
function findByName(path: string, root: string): string | undefined {
  if (path.includes('/') || path.includes('\\')) return undefined;
  const folders = [root];
  for (let at = 0; at < folders.length; at++) {
    if (at >= folderLimit) return '';
    const folder = folders[at] ?? root;
    for (const entry of entriesOf(folder)) {
      if (entry.name === basename(path)) return join(folder, entry.name);
      if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(join(folder, entry.name));
    }
  }
  return undefined;
}

function entriesOf(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function holds(path: string, symbol: string): boolean {
  try {
    const stat = fs.statSync(path);
    if (!stat.isFile() || stat.size > byteLimit) return true;
    const last = symbol.split('.').at(-1) ?? symbol;
    return withoutMarked(fs.readFileSync(path, 'utf8')).includes(last);
  } catch {
    return true;
  }
}
