import * as fs from 'node:fs';
import { join } from 'node:path';
import { fail } from '../domain/failure.ts';
import { homeEntries } from './inspect.ts';
import type { Paths } from './paths.ts';
import { isMissing } from './reading.ts';

/** What belongs to this machine or this moment: raw payloads, derived files, locks, copies of clients' settings, secrets, and the person's own git. */
const staysHere = new Set(['spool', 'cache', 'locks', 'injected', 'backups', 'state.json', '.git']);

/** Files that systems leave in any folder that a person looks at. */
const isLitter = (name: string): boolean => /^(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name);

/**
 * Whether a path, relative to a home and with slashes, is one that an export carries. A path that leaves the home, hides in another
 * spelling, or names what stays on its machine is none.
 */
export function isCarried(path: string): boolean {
  if (/[\\\0]|^[A-Za-z]:|\.tmp$/.test(path)) return false;
  const parts = path.toLowerCase().split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part === '.git')) return false;
  return !staysHere.has(parts[0] ?? '') && !isLitter(parts.at(-1) ?? '');
}

/** The files of a home that an export carries, and what lies there and is not carried although it looks like content. */
export interface CarriedFiles {
  /** Relative to the home, with slashes, in the order in which they are copied. */
  readonly files: readonly string[];
  /** Links that lead to no file. */
  readonly left: readonly string[];
}

/**
 * Journals after all that they are compared with, objects after the journals that name them: what is written while a copy is made is
 * then in the journal at least, and never looks like an edit.
 */
const orderOf = (file: string): number =>
  file.startsWith('objects/') ? 2 : file.startsWith('journal/') ? 1 : 0;

/** Lists what an export of this home carries. A link to a file counts as that file; one to a folder is not followed. */
export function carriedFiles(paths: Paths): CarriedFiles {
  const files: string[] = [];
  const left: string[] = [];
  for (const { file, stat } of homeEntries(paths)) {
    if (!isCarried(file) || stat.isDirectory()) continue;
    if (isFile(join(paths.home, file))) files.push(file);
    else left.push(file);
  }
  return { files: files.sort((a, b) => orderOf(a) - orderOf(b) || (a < b ? -1 : 1)), left };
}

function isFile(path: string): boolean {
  try {
    return fs.statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Files of lines that are only ever appended to. */
const isAppended = (file: string): boolean =>
  /^(?:journal|learning-log|usage|workflows)\/.*\.jsonl$/.test(file);

/** Bytes of a file without a last line that is just being written: it is not there yet. Undefined when the file is gone meanwhile. */
export function carriedBytes(paths: Paths, file: string): Buffer | undefined {
  try {
    const bytes = fs.readFileSync(join(paths.home, file));
    return isAppended(file) ? wholeLines(bytes) : bytes;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(10) + 1;
  try {
    if (end < bytes.length) JSON.parse(bytes.subarray(end).toString('utf8'));
    return bytes;
  } catch {
    return bytes.subarray(0, end);
  }
}

/** Every file below a folder, with slashes, sorted. Fails at the first link or other thing that is neither file nor folder. */
export function plainFilesIn(folder: string, name: string): string[] {
  let entries: fs.Dirent[];
  try {
    if (fs.lstatSync(folder).isSymbolicLink()) throw linkFailure(name);
    entries = fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  return entries
    .filter((entry) => !isLitter(entry.name))
    .flatMap((entry) => {
      if (entry.isDirectory())
        return plainFilesIn(join(folder, entry.name), `${name}/${entry.name}`).map(
          (file) => `${entry.name}/${file}`,
        );
      if (!entry.isFile()) throw linkFailure(`${name}/${entry.name}`);
      return [entry.name];
    })
    .sort();
}

const linkFailure = (name: string): Error =>
  fail(
    'export.link',
    `${name}: a link, or no file`,
    'an export holds plain files only; take it from its source again',
  );
