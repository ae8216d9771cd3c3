import * as fs from 'node:fs';
import { join, relative, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FolderUse, JournalSight, Sight } from '../domain/diagnosis.ts';
import { isDict } from '../domain/json.ts';
import { laterOf } from '../domain/time.ts';
import type { BadLine } from '../domain/trace.ts';
import { readCheckpoint } from './checkpoint.ts';
import type { HomeState } from './home-state.ts';
import { isReachable, machinesOf, readTail } from './journal.ts';
import { parseJsonLines } from './json-lines.ts';
import { holderOf, type Owner } from './lock.ts';
import type { Paths } from './paths.ts';
import { isMissing, namesIn } from './reading.ts';
import { isDigestFile } from './run-digest-cache.ts';
import { listSpool } from './spool.ts';
import { isOrphanTemp } from './temp-files.ts';

/** A home to look at. Nothing here writes. */
export interface Inspected {
  readonly paths: Paths;
  readonly owner: Owner;
}

/** A file or folder of a home. */
export interface HomeEntry {
  /** Relative to the home, with slashes. */
  readonly file: string;
  readonly stat: fs.Stats;
}

function statIfThere(path: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Every file and folder of a home but the person's own git. Links are not followed. */
export function homeEntries(paths: Paths, folder = paths.home): HomeEntry[] {
  return namesOf(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = statIfThere(path);
    if (!stat || name === '.git') return [];
    const entry = { file: relative(paths.home, path).split(sep).join('/'), stat };
    return stat.isDirectory() ? [entry, ...homeEntries(paths, path)] : [entry];
  });
}

function namesOf(folder: string): string[] {
  try {
    return fs.readdirSync(folder).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Group and others. */
const othersMask = 0o077;

/** What others may read or write, links aside. */
function openEntries(paths: Paths, entries: readonly HomeEntry[]): string[] {
  const home = statIfThere(paths.home);
  const all = home ? [{ file: '.', stat: home }, ...entries] : entries;
  return all.flatMap(({ file, stat }) =>
    !stat.isSymbolicLink() && (stat.mode & othersMask) !== 0 ? [file] : [],
  );
}

/** Damage here is known and set aside, still being written, read by nobody but a person, or mends itself. */
const isUnchecked = (file: string): boolean =>
  /^(?:quarantine|spool|exports)\/|\.tmp$|^locks\//.test(file) || isDigestFile(file);

function textOf(path: string): string {
  const bytes = fs.readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** Lines of one file that do not parse. */
function badLinesOf(paths: Paths, file: string): BadLine[] {
  if (isUnchecked(file) || !/\.jsonl?(?:\.gz)?$/.test(file)) return [];
  try {
    const text = textOf(join(paths.home, file));
    if (/\.jsonl(?:\.gz)?$/.test(file)) return [...parseJsonLines(text, file).bad];
    JSON.parse(text);
    return [];
  } catch (error) {
    if (isMissing(error)) return [];
    return [{ file, line: 1, problem: error instanceof Error ? error.message : 'not JSON', text: '' }];
  }
}

/** Names of large images that the lines of a journal refer to. */
const referencesIn = (text: string): string[] =>
  [...text.matchAll(/"\$object":"([0-9a-f]{64})"/g)].flatMap(([, name]) => name ?? []);

function sightOf(paths: Paths, machine: string): JournalSight {
  const folder = join(paths.journal, machine);
  const texts = namesIn(folder).flatMap((name) => readIfWhole(join(folder, name)));
  const rows = texts
    .flatMap((text) => parseJsonLines(text, machine).rows.map(({ value }) => value))
    .filter(isDict);
  const lost = texts
    .flatMap(referencesIn)
    .filter((name) => !fs.existsSync(join(paths.objects, `${name}.json.gz`)));
  return {
    machine,
    seqs: rows.flatMap(({ seq }) => (typeof seq === 'number' ? [seq] : [])),
    lost: [...new Set(lost)],
    newestAt: rows.reduce((last, { at }) => (typeof at === 'string' ? laterOf(last, at) : last), ''),
  };
}

function readIfWhole(path: string): string[] {
  try {
    return [textOf(path)];
  } catch {
    return [];
  }
}

function checkpointOf(paths: Paths, machine: string, journals: readonly JournalSight[]): Sight['checkpoint'] {
  const operations = journals.find((journal) => journal.machine === machine)?.seqs.length ?? 0;
  const checkpoint = readCheckpoint(paths, machine);
  if (!checkpoint) return { reachable: true, unpublished: operations };
  if (!isReachable(paths, machine, checkpoint.position)) return { reachable: false, unpublished: 0 };
  const isWhole = journals.every(({ lost }) => lost.length === 0);
  const unpublished = isWhole ? readTail(paths, machine, checkpoint.position).operations.length : 0;
  return { reachable: true, unpublished };
}

/** Transcripts whose marks no longer fit, and logs of which more was read than there is. */
export function inspectMarks(
  paths: Paths,
  { marks, logRead }: Pick<HomeState, 'marks' | 'logRead'>,
): Sight['marks'] {
  const gone: string[] = [];
  const replaced: string[] = [];
  for (const [path, { cursor }] of Object.entries(marks)) {
    const stat = statIfThere(path);
    if (!stat) gone.push(path);
    else if (stat.ino !== cursor.inode || stat.size < cursor.offset) replaced.push(path);
  }
  const log = Object.entries(logRead).filter(
    ([name, read]) => read > (statIfThere(join(paths.learningLog, name))?.size ?? 0),
  );
  return { gone, replaced, log: log.map(([name]) => name) };
}

function spoolOf(paths: Paths): Sight['spool'] {
  const [oldest, ...rest] = listSpool(paths);
  return oldest ? { count: rest.length + 1, oldestAt: oldest.at } : { count: 0 };
}

/** Locks that nobody holds. */
const staleLocks = ({ paths, owner }: Inspected, entries: readonly HomeEntry[]): string[] =>
  entries
    .filter(
      ({ file }) =>
        /^locks\/.*\.lock(?:\.breaking)?$/.test(file) &&
        holderOf(join(paths.home, file), owner) === undefined,
    )
    .map(({ file }) => file);

function quarantineOf(paths: Paths, entries: readonly HomeEntry[]): Sight['quarantine'] {
  const files = entries.filter(({ file, stat }) => file.startsWith('quarantine/') && stat.isFile());
  const lines = files
    .filter(({ file }) => file.endsWith('.jsonl'))
    .reduce((sum, { file }) => sum + parseJsonLines(textOf(join(paths.home, file)), file).rows.length, 0);
  return { lines, bytes: files.reduce((sum, { stat }) => sum + stat.size, 0) };
}

/** Files and bytes of each folder, the largest first; files at the top are `.`. */
function usesOf(entries: readonly HomeEntry[]): FolderUse[] {
  const uses = new Map<string, FolderUse>();
  for (const { file, stat } of entries.filter((entry) => entry.stat.isFile())) {
    const name = file.includes('/') ? (file.split('/')[0] ?? '.') : '.';
    const known = uses.get(name) ?? { name, files: 0, bytes: 0 };
    uses.set(name, { name, files: known.files + 1, bytes: known.bytes + stat.size });
  }
  return [...uses.values()].sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
}

/** What can be seen of a home without opening it. */
export type Inspection = Pick<
  Sight,
  'bad' | 'journals' | 'open' | 'temps' | 'locks' | 'spool' | 'purging' | 'missing' | 'quarantine'
> & { readonly uses: readonly FolderUse[] };

const needed = ['.gitattributes', '.gitignore'];

/** Looks at every file of a home. */
export function inspectHome(inspected: Inspected): Inspection {
  const { paths, owner } = inspected;
  const entries = homeEntries(paths);
  const files = entries.filter(({ stat }) => stat.isFile()).map(({ file }) => file);
  return {
    bad: files.flatMap((file) => badLinesOf(paths, file)),
    journals: machinesOf(paths).map((machine) => sightOf(paths, machine)),
    open: openEntries(paths, entries),
    temps: files.filter((file) => file.endsWith('.tmp') && isOrphanTemp(join(paths.home, file), owner)),
    locks: staleLocks(inspected, entries),
    spool: spoolOf(paths),
    purging: files.includes('locks/purge.json'),
    missing: fs.existsSync(paths.home) ? needed.filter((file) => !files.includes(file)) : [],
    quarantine: quarantineOf(paths, entries),
    uses: usesOf(entries),
  };
}

/** Whether the files hold what this machine's journal says. */
export const inspectCheckpoint = (
  paths: Paths,
  machine: string,
  journals: readonly JournalSight[],
): Sight['checkpoint'] => checkpointOf(paths, machine, journals);
