import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import { fail, HebbError } from '../domain/failure.ts';
import { sha256Of } from '../domain/identity.ts';
import { labelOf } from '../domain/injection.ts';
import { sortedText } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { carriedBytes, carriedFiles, plainFilesIn } from '../store/carried-files.ts';
import {
  carriedState,
  type ExportedFile,
  type ExportManifest,
  exportRoom,
  manifestName,
  manifestText,
  readManifest,
} from '../store/export-manifest.ts';
import { beginning, machinesOf, readTail } from '../store/journal.ts';
import { type Paths, pathsOf } from '../store/paths.ts';
import { listSpool } from '../store/spool.ts';
import type { Store } from '../store/store.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { isWithin, realPathOf } from './export-target.ts';
import { sizeText } from './size-text.ts';

/** What became of an export. */
interface Outcome {
  readonly name: string;
  readonly files: readonly ExportedFile[];
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Links of the home that are not carried. */
  readonly left: readonly string[];
  /** Payloads that stay in the spool. */
  readonly waiting: number;
  readonly dry: boolean;
}

/** `hebb export --all <dir>`: the whole home with checksums, into a folder that is empty or an earlier export of this home. */
export async function exportHome(input: CommandInput, name: string): Promise<Report> {
  const { paths } = input.door.bare();
  const folder = realPathOf(resolve(input.host.cwd, name));
  if (!fs.existsSync(paths.home))
    throw fail('export.nothing', `${paths.home}: there is no home yet`, 'hebb learn "…" makes one');
  refuseOverlap(folder, { name, home: realPathOf(paths.home) });
  await drainSpool(input);
  const store = await input.door.read();
  const home = labelOf(store.home().secret, 'hebb-export');
  const old = earlierExport(folder, { name, home, paths });
  const outcome = copyHome(input, store, { folder, name, home, old });
  return reportOf(outcome);
}

function refuseOverlap(
  folder: string,
  { name, home }: { readonly name: string; readonly home: string },
): void {
  if (!isWithin(folder, home) && !isWithin(home, folder)) return;
  throw fail('export.home', `${name} and hebb's home lie in one another`, 'name a folder outside of it');
}

/** What was captured goes into the log first: raw payloads are not carried. On a disk that cannot be written they wait where they are. */
async function drainSpool(input: CommandInput): Promise<void> {
  if (listSpool(input.door.bare().paths).length === 0) return;
  try {
    await input.run('capture', { drain: true, dryRun: hasFlag(input.options, 'dryRun') });
  } catch (error) {
    if (!(error instanceof HebbError)) throw error;
  }
}

interface Earlier {
  readonly name: string;
  readonly home: string;
  readonly paths: Paths;
}

/** The export of this home that is brought up to date; undefined in an empty folder. Fails for every other one. */
function earlierExport(folder: string, { name, home, paths }: Earlier): ExportManifest | undefined {
  const stat = fs.statSync(folder, { throwIfNoEntry: false });
  if (stat && !stat.isDirectory()) throw fail('export.foreign', `${name} is no folder`, 'name a folder');
  const names = stat ? fs.readdirSync(folder).filter((one) => one !== '.git' && one !== '.DS_Store') : [];
  if (names.length === 0) return undefined;
  const old = readManifest(folder, name);
  const hint = 'name an empty folder, or one that is not there';
  if (!old) throw fail('export.foreign', `${name} holds other files`, hint);
  if (old.home !== home) throw fail('export.foreign', `${name} is an export of another home`, hint);
  const known = new Set(old.files.map(({ path }) => path));
  const room = join(folder, exportRoom);
  const foreign = plainFilesIn(room, `${name}/${exportRoom}`).find((file) => !known.has(file));
  if (foreign) throw fail('export.foreign', `${name}/${exportRoom}/${foreign} is not of that export`, hint);
  refuseNewer(pathsOf(room), { name, paths });
  return old;
}

/** Whether each journal of the export is part of one here: else it holds what would be lost. */
function refuseNewer(from: Paths, { name, paths }: Pick<Earlier, 'name' | 'paths'>): void {
  const lastOf = (home: Paths, machine: string): number => readTail(home, machine, beginning).position.seq;
  const ahead = machinesOf(from).find((machine) => lastOf(from, machine) > lastOf(paths, machine));
  if (ahead === undefined) return;
  throw fail(
    'export.ahead',
    `${name} holds operations that this home does not know`,
    `hebb import --all ${name}, or name another folder`,
  );
}

interface Copying {
  readonly folder: string;
  readonly name: string;
  readonly home: string;
  readonly old: ExportManifest | undefined;
}

/** Writes what differs, takes away what is gone, and the manifest last. */
function copyHome(input: CommandInput, store: Store, { folder, name, home, old }: Copying): Outcome {
  const dry = hasFlag(input.options, 'dryRun');
  const { paths } = store;
  const { files: carried, left } = carriedFiles(paths);
  const files: ExportedFile[] = [];
  const written: string[] = [];
  for (const path of carried) {
    const bytes = carriedBytes(paths, path);
    if (bytes === undefined) continue;
    files.push({ path, bytes: bytes.length, sha256: sha256Of(bytes) });
    if (writeUnlike(join(folder, exportRoom, path), bytes, dry)) written.push(path);
    input.host.progress('exporting files', { done: files.length, total: carried.length });
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const kept = new Set(files.map(({ path }) => path));
  const removed = (old?.files ?? []).map(({ path }) => path).filter((path) => !kept.has(path));
  if (!dry) for (const path of removed) fs.rmSync(join(folder, exportRoom, path), { force: true });
  const now = input.host.now();
  const head = { v: 1, kind: 'hebb-export', hebb: input.versions.hebb, home } as const;
  const manifest = (at: string): ExportManifest => ({
    ...head,
    at,
    state: carriedState(store.home()),
    files,
  });
  const isSame = old !== undefined && sortedText(manifest(old.at)) === sortedText(old);
  if (!isSame && !dry) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    input.door.bare().files.replace(join(folder, manifestName), manifestText(manifest(now)));
  }
  return { name, files, written, removed, left, waiting: listSpool(paths).length, dry };
}

/** Writes a file whole where it lies otherwise. Not synced, since a manifest without its files is found out. */
function writeUnlike(path: string, bytes: Buffer, dry: boolean): boolean {
  const stat = fs.lstatSync(path, { throwIfNoEntry: false });
  if (stat?.size === bytes.length && fs.readFileSync(path).equals(bytes)) return false;
  if (dry) return true;
  fs.mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  const temporary = `${path}.tmp`;
  fs.rmSync(temporary, { force: true });
  fs.writeFileSync(temporary, bytes, { mode: 0o600, flag: 'wx' });
  fs.renameSync(temporary, path);
  return true;
}

function reportOf({ name, files, written, removed, left, waiting, dry }: Outcome): Report {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const isNew = written.length + removed.length > 0;
  const counts = `${files.length} files, ${sizeText(bytes)}`;
  const text = isNew
    ? `${name}: ${counts} (${written.length} written, ${removed.length} taken away).`
    : `${name} is up to date: ${counts}.`;
  const notes = [
    ...left.map((file) => `${file} is a link that leads to no file; it is not carried`),
    ...(waiting > 0 ? [`${waiting} payloads wait in the spool and are not carried`] : []),
  ];
  return {
    exit: notes.length > 0 ? 3 : 0,
    human: [
      ...(dry ? [dryLine] : []),
      { kind: 'line', text, tone: 'good' },
      ...notes.map((note): Block => ({ kind: 'line', text: note, tone: 'warn' })),
      { kind: 'line', text: `hebb import --all ${name} brings it into a home.`, tone: 'dim' },
    ],
    data: {
      folder: name,
      files: files.length,
      bytes,
      written: [...written],
      removed: [...removed],
      left: [...left],
      waiting,
      dryRun: dry,
    },
  };
}
