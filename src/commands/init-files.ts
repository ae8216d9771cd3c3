import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { InstallRecord } from '../store/home-state.ts';
import { isMissing } from '../store/reading.ts';
import type { Store } from '../store/store.ts';
import { type CommandInput, hasFlag } from './command.ts';

/** What becomes of one file that is not hebb's, or that hebb keeps for a client. */
export interface FilePlan {
  /** The client, or `git`. */
  readonly client: string;
  readonly path: string;
  /** Undefined where there is no file. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Rights of a file that is made. */
  readonly mode: number;
  /** Others write in it as well: a copy is kept before it is changed. */
  readonly isShared: boolean;
  /** What is to be remembered of it; undefined: nothing any more. */
  readonly record: InstallRecord | undefined;
  /** Why it is left as it is. */
  readonly problem?: string;
  /** Where the file that stands there goes to. */
  readonly moveTo?: string;
  /** What takes its place when it is gone. */
  readonly moveBack?: string;
}

/** A file as it lies there. */
export interface FoundFile {
  /** Undefined where there is none. */
  readonly text: string | undefined;
  readonly mode?: number;
  /** Why it must not be written. */
  readonly problem?: string;
}

const statIfThere = (path: string): fs.Stats | undefined => fs.statSync(path, { throwIfNoEntry: false });

function mayWrite(path: string): boolean {
  try {
    fs.accessSync(path, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The folders of a path that are not there yet, the outermost first. */
export function missingFolders(folder: string): string[] {
  return statIfThere(folder) || dirname(folder) === folder
    ? []
    : [...missingFolders(dirname(folder)), folder];
}

const nearestFolder = (path: string): string => {
  const [outermost] = missingFolders(path);
  return outermost === undefined ? path : dirname(outermost);
};

/** Looks at a file that may be changed. A link is followed: what it points to is written, and the link stays. */
export function findFile(path: string): FoundFile {
  try {
    const link = fs.lstatSync(path, { throwIfNoEntry: false });
    const stat = statIfThere(path);
    if (link && !stat) return { text: undefined, problem: 'a link to nothing' };
    if (!stat)
      return mayWrite(nearestFolder(dirname(path)))
        ? { text: undefined }
        : { text: undefined, problem: `${nearestFolder(dirname(path))} is read-only` };
    return stat.isFile() ? foundFile(path, stat.mode & 0o777) : { text: undefined, problem: 'not a file' };
  } catch (error) {
    return { text: undefined, problem: error instanceof Error ? error.message : 'cannot be read' };
  }
}

function foundFile(path: string, mode: number): FoundFile {
  const bytes = fs.readFileSync(path);
  const text = bytes.toString('utf8');
  if ((mode & 0o200) === 0 || !mayWrite(path)) return { text, mode, problem: 'read-only' };
  if (!mayWrite(dirname(fs.realpathSync(path)))) return { text, mode, problem: 'its folder is read-only' };
  return Buffer.from(text, 'utf8').equals(bytes) ? { text, mode } : { text, mode, problem: 'not UTF-8' };
}

/** Whether anything is to be done. */
export const isChange = ({ before, after, problem }: FilePlan): boolean =>
  problem === undefined && before !== after;

const isTheSame = ({ path, before }: FilePlan): boolean => {
  try {
    return fs.readFileSync(path, 'utf8') === before;
  } catch (error) {
    return isMissing(error) && before === undefined;
  }
};

function write(path: string, text: string, { mode, suffix }: { mode: number; suffix: string }): void {
  const target = statIfThere(path) ? fs.realpathSync(path) : path;
  const temp = `${target}.hebb-${suffix}.tmp`;
  const fd = fs.openSync(temp, 'wx', mode);
  try {
    fs.writeFileSync(fd, text);
    fs.fchmodSync(fd, statIfThere(target)?.mode ?? mode);
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
  try {
    fs.renameSync(temp, target);
  } catch (error) {
    fs.rmSync(temp, { force: true });
    throw error;
  }
}

/** Keeps what a file held, inside the home, for this user only and out of its git. Returns where. */
function keepCopy(store: Store, { client, path, before = '' }: FilePlan, now: string): string {
  const { files, paths } = store;
  const root = join(paths.home, 'backups');
  const folder = join(root, now.slice(0, 10));
  files.ensureFolder(folder);
  files.create(join(root, '.gitignore'), '*\n');
  const name = `${now.slice(11, 19).replaceAll(':', '')}-${client}-${basename(path)}`;
  for (let number = 1; ; number++) {
    const copy = join(folder, `${name}${number === 1 ? '' : `.${number}`}.bak`);
    if (files.create(copy, before)) return copy;
  }
}

/** What became of a file. */
export interface FileDone {
  readonly plan: FilePlan;
  /** Where its text before is kept. */
  readonly backup?: string;
}

/** Remembers everything at once, before anything is written: what is remembered of a file without hebb's entries counts for nothing. */
function remember(store: Store, plans: readonly FilePlan[]): void {
  const fresh = plans.flatMap(({ path, record }) => (record ? [[path, record] as const] : []));
  if (fresh.length === 0) return;
  store.updateHome((home) => ({ ...home, installs: { ...home.installs, ...Object.fromEntries(fresh) } }));
}

function put(plan: FilePlan, suffix: string): void {
  const { path, after, mode, moveTo, moveBack } = plan;
  if (after === undefined) {
    fs.rmSync(path);
    if (moveBack !== undefined) fs.renameSync(moveBack, path);
    return;
  }
  fs.mkdirSync(dirname(path), { recursive: true });
  if (moveTo !== undefined) fs.renameSync(path, moveTo);
  write(path, after, { mode, suffix });
}

const withProblem = (plan: FilePlan, problem: string): FileDone => ({ plan: { ...plan, problem } });

/** Makes one plan true: the copy, then the file, whole or not at all. A file that changed since it was read is left alone. */
function applyFile(
  store: Store,
  plan: FilePlan,
  { now, suffix }: { readonly now: string; readonly suffix: string },
): FileDone {
  if (!isChange(plan)) return { plan };
  if (!isTheSame(plan)) return withProblem(plan, 'it changed meanwhile; run the same command again');
  // Where there is no home, what is taken out of a file is not a reason to make one.
  const hasHome = fs.existsSync(store.paths.state);
  const isKept = hasHome && plan.isShared && plan.before !== undefined && plan.moveTo === undefined;
  const backup = isKept ? keepCopy(store, plan, now) : undefined;
  try {
    put(plan, suffix);
  } catch (error) {
    return withProblem(plan, error instanceof Error ? error.message : 'cannot be written');
  }
  return backup === undefined ? { plan } : { plan, backup };
}

/** Makes plans true, or leaves it at saying them under `--dry-run`. */
export function carryOut(
  { host, options }: CommandInput,
  store: Store,
  plans: readonly FilePlan[],
): FileDone[] {
  if (hasFlag(options, 'dryRun')) return plans.map((plan) => ({ plan }));
  remember(store, plans.filter(isChange));
  const made = { now: host.now(), suffix: `${host.pid}-${host.random(3)}` };
  return plans.map((plan) => applyFile(store, plan, made));
}

/** Forgets what is taken out, and takes away the folders that hebb had made for it, where nothing else lies in them. */
export function forgetFiles(store: Store, plans: readonly FilePlan[]): void {
  const gone = plans.filter(({ record, problem }) => record === undefined && problem === undefined);
  const folders = new Set(gone.flatMap(({ path }) => store.home().installs?.[path]?.folders ?? []));
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    try {
      fs.rmdirSync(folder);
    } catch {}
  }
  const known = store.home().installs ?? {};
  if (gone.some(({ path }) => path in known))
    store.updateHome((home) => {
      const paths = new Set(gone.map(({ path }) => path));
      const rest = Object.entries(home.installs ?? {}).filter(([path]) => !paths.has(path));
      return { ...home, installs: Object.fromEntries(rest) };
    });
}
