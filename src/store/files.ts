import * as fs from 'node:fs';
import { basename, dirname } from 'node:path';
import { codeOf, diskFailure } from './disk-failure.ts';
import { isMissing, namesIn, readIfThere } from './reading.ts';

/**
 * The seam through which every byte of a home is written. Each method is one step that a crash may come before or after,
 * so a test that throws at the n-th step enumerates every state that a dying process can leave behind.
 */
export interface FileOps {
  open(path: string, flags: string): number;
  write(fd: number, data: Uint8Array): void;
  sync(fd: number): void;
  close(fd: number): void;
  rename(from: string, to: string): void;
  /** A second name for a file; fails where the name is taken. */
  link(from: string, to: string): void;
  unlink(path: string): void;
  mkdir(path: string): void;
}

/** The real file system. Folders are 0700, files 0600. */
export const diskOps: FileOps = {
  open: (path, flags) => fs.openSync(path, flags, 0o600),
  write: (fd, data) => {
    for (let done = 0; done < data.length; ) done += fs.writeSync(fd, data, done);
  },
  sync: (fd) => fs.fdatasyncSync(fd),
  close: (fd) => fs.closeSync(fd),
  rename: (from, to) => fs.renameSync(from, to),
  link: (from, to) => fs.linkSync(from, to),
  unlink: (path) => fs.unlinkSync(path),
  mkdir: (path) => {
    fs.mkdirSync(path, { recursive: true, mode: 0o700 });
  },
};

/** Durable writing, in terms of the seam. */
export interface Files {
  /** Appends whole lines with one write and syncs. A torn last line is closed by a newline first. */
  append(path: string, text: string): void;
  /** Replaces a file: temporary file beside it, sync, rename. Readers see the old bytes or the new ones. */
  replace(path: string, data: string | Uint8Array): void;
  /** Creates a file, whole or not at all, only where none is; false when there is one. */
  create(path: string, data: string): boolean;
  /** The same without a sync: for what need not outlive the machine, like a lock. */
  claim(path: string, data: string): boolean;
  /** Removes a file; true also when it is not there. */
  remove(path: string): void;
  /** Moves a file that is in the way to a free name beside the target and returns that name. */
  move(from: string, to: string): void;
  ensureFolder(path: string): void;
  /** Fails when this writer may not read or write in a folder. */
  checkAccess(folder: string): void;
  /** A file's text as this writer left it; undefined where there is none. */
  read(path: string): string | undefined;
  /** Names in a folder, sorted; none where there is no folder. Writes in progress are left out. */
  names(folder: string): string[];
  /** Bytes of a file from one place up to another, as far as they are there; none where there is no file. */
  slice(path: string, from: number, to: number): Buffer;
  /** Which file has this name, and its size in bytes; undefined where there is none. */
  stamp(path: string): FileStamp | undefined;
}

/** What tells a file from another that had its name. */
export interface FileStamp {
  readonly inode: number;
  readonly size: number;
}

function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw diskFailure(error, path);
  }
}

function writeAll(ops: FileOps, path: string, flags: string, data: Uint8Array): void {
  const fd = ops.open(path, flags);
  try {
    ops.write(fd, data);
    ops.sync(fd);
  } finally {
    ops.close(fd);
  }
}

/** Writes a new file that need not outlive the machine. */
function writeLoose(ops: FileOps, path: string, data: Uint8Array): void {
  const fd = ops.open(path, 'wx');
  try {
    ops.write(fd, data);
  } finally {
    ops.close(fd);
  }
}

function endsTorn(path: string): boolean {
  let fd: number;
  try {
    fd = fs.openSync(path, 'r');
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  try {
    const { size } = fs.fstatSync(fd);
    const last = Buffer.alloc(1);
    return size > 0 && fs.readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 10;
  } finally {
    fs.closeSync(fd);
  }
}

function syncFolder(ops: FileOps, path: string): void {
  const fd = ops.open(path, 'r');
  try {
    ops.sync(fd);
  } finally {
    ops.close(fd);
  }
}

function sliceOf(path: string, from: number, to: number): Buffer {
  let fd: number;
  try {
    fd = fs.openSync(path, 'r');
  } catch (error) {
    if (isMissing(error)) return Buffer.alloc(0);
    throw error;
  }
  try {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(to, fs.fstatSync(fd).size) - from));
    let done = 0;
    for (let got = 1; got > 0 && done < bytes.length; done += got)
      got = fs.readSync(fd, bytes, done, bytes.length - done, from + done);
    return bytes.subarray(0, done);
  } finally {
    fs.closeSync(fd);
  }
}

function stampOf(path: string): FileStamp | undefined {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  return stat && { inode: stat.ino, size: stat.size };
}

/** Best effort: a temporary file that stays behind is ignored by readers and removed by doctor. */
function discard(ops: FileOps, path: string): void {
  try {
    ops.unlink(path);
  } catch {}
}

/** Gives a written file its name if that is free. A file system without hard links has to do with the plain way. */
function claimName(
  ops: FileOps,
  { temp, path, data }: { temp: string; path: string; data: Uint8Array },
): boolean {
  try {
    ops.link(temp, path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error;
  }
  try {
    writeAll(ops, path, 'wx', data);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Durable writing over a seam; `suffix` makes temporary names that no other process uses. */
export function createFiles(ops: FileOps, suffix: string): Files {
  let count = 0;
  const temporary = (path: string): string => `${path}.${suffix}.${count++}.tmp`;
  const bytes = (data: string | Uint8Array): Uint8Array =>
    typeof data === 'string' ? Buffer.from(data) : data;
  const replace = (path: string, data: string | Uint8Array): void => {
    const temp = temporary(path);
    try {
      writeAll(ops, temp, 'wx', bytes(data));
      ops.rename(temp, path);
    } catch (error) {
      discard(ops, temp);
      throw error;
    }
    syncFolder(ops, dirname(path));
  };
  const create = (path: string, data: Uint8Array, write: (temp: string) => void): boolean => {
    if (fs.existsSync(path)) return false;
    const temp = temporary(path);
    try {
      write(temp);
      return claimName(ops, { temp, path, data });
    } finally {
      discard(ops, temp);
    }
  };
  return {
    append: (path, text) =>
      guarded(path, () => {
        const isNew = !fs.existsSync(path);
        writeAll(ops, path, 'a', bytes(endsTorn(path) ? `\n${text}` : text));
        if (isNew) syncFolder(ops, dirname(path));
      }),
    replace: (path, data) => guarded(path, () => replace(path, data)),
    create: (path, text) =>
      guarded(path, () => {
        const data = bytes(text);
        return create(path, data, (temp) => writeAll(ops, temp, 'wx', data));
      }),
    claim: (path, text) =>
      guarded(path, () => {
        const data = bytes(text);
        return create(path, data, (temp) => writeLoose(ops, temp, data));
      }),
    remove: (path) =>
      guarded(path, () => {
        try {
          ops.unlink(path);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),
    move: (from, to) => guarded(from, () => ops.rename(from, to)),
    ensureFolder: (path) => guarded(path, () => ops.mkdir(path)),
    checkAccess: (folder) =>
      guarded(folder, () => fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)),
    read: (path) => guarded(path, () => readIfThere(path)),
    names: (folder) => guarded(folder, () => namesIn(folder)),
    slice: (path, from, to) => guarded(path, () => sliceOf(path, from, to)),
    stamp: (path) => guarded(path, () => stampOf(path)),
  };
}

/** Writing that stays in memory: what is written can be read again through it, and the disk is only ever read. */
export function createDryFiles(): Files {
  const written = new Map<string, string | null>();
  const text = (data: string | Uint8Array): string => (typeof data === 'string' ? data : '');
  const read = (path: string): string | undefined => {
    const mine = written.get(path);
    return mine === undefined ? readIfThere(path) : (mine ?? undefined);
  };
  const create = (path: string, data: string): boolean => {
    if (read(path) !== undefined) return false;
    written.set(path, data);
    return true;
  };
  return {
    append: (path, lines) => {
      written.set(path, (read(path) ?? '') + lines);
    },
    replace: (path, data) => {
      written.set(path, text(data));
    },
    create,
    claim: create,
    remove: (path) => {
      written.set(path, null);
    },
    move: (from, to) => {
      written.set(to, read(from) ?? null);
      written.set(from, null);
    },
    ensureFolder: () => {},
    checkAccess: (folder) =>
      guarded(folder, () => fs.accessSync(folder, fs.constants.R_OK | fs.constants.X_OK)),
    read,
    names: (folder) => {
      const mine = [...written].filter(([path, data]) => data !== null && dirname(path) === folder);
      const gone = new Set([...written].flatMap(([path, data]) => (data === null ? [basename(path)] : [])));
      const names = new Set([...namesIn(folder), ...mine.map(([path]) => basename(path))]);
      return [...names].filter((name) => !gone.has(name) && !name.endsWith('.tmp')).sort();
    },
    slice: (path, from, to) => {
      const mine = written.get(path);
      if (mine === undefined) return guarded(path, () => sliceOf(path, from, to));
      return Buffer.from(mine ?? '').subarray(from, to);
    },
    stamp: (path) => {
      const mine = written.get(path);
      const there = stampOf(path);
      if (mine === undefined) return there;
      return mine === null ? undefined : { inode: there?.inode ?? 0, size: Buffer.byteLength(mine) };
    },
  };
}
