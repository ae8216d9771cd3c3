import * as fs from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll } from 'vitest';
import { run as runLine } from '../../src/cli/run.ts';
import type { Host } from '../../src/domain/host.ts';
import { type Dict, isDict } from '../../src/domain/json.ts';
import { readSettings } from '../../src/store/config.ts';
import { createFiles, diskOps, type FileOps } from '../../src/store/files.ts';
import { openToRead, openToWrite } from '../../src/store/open-store.ts';
import { pathsOf } from '../../src/store/paths.ts';
import type { Store } from '../../src/store/store.ts';
import { quietVars } from '../sources/git-fixture.ts';

/** The moment in which these tests happen unless they say another. */
export const now = '2026-06-15T12:00:00.000Z';

/** A temporary folder that is gone after the test file. */
export function makeFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'hebb-home-')));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a test may set of the process that runs. */
export interface HostFields {
  readonly home: string;
  readonly now?: string;
  readonly pid?: number;
  /** Processes that live, beside this one. */
  readonly alive?: readonly number[];
  readonly vars?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The user's folder; the working folder when absent. */
  readonly userHome?: string;
  readonly input?: string;
  /** Milliseconds that the clock of file times is ahead. */
  readonly aheadMs?: number;
}

let started = 0;

/** A process of a test: its own pid, a fixed clock, chance that counts up, and a user without sessions. */
export function createHost(fields: HostFields): Host {
  const { home, alive = [], cwd = join(home, '..'), aheadMs = 0 } = fields;
  const pid = fields.pid ?? 100_000 + started;
  let drawn = 0;
  const series = started++;
  let elapsed = 0;
  return {
    now: () => fields.now ?? now,
    random: (bytes) =>
      `${series.toString(16)}f${(drawn++).toString(16)}`.padStart(bytes * 2, '0').slice(-bytes * 2),
    vars: { ...quietVars(), HEBB_HOME: home, ...fields.vars },
    cwd,
    userHome: fields.userHome ?? cwd,
    userName: 'ada',
    pid,
    host: hostname(),
    startOf: (asked) => `start-${asked}`,
    isAlive: (asked) => asked === pid || alive.includes(asked),
    pause: (ms) => {
      elapsed += ms;
    },
    elapsed: () => elapsed,
    wallMs: () => Date.now() + aheadMs,
    readInput: async () => fields.input ?? '',
    terminal: { input: false, output: false, colour: false, columns: 100 },
    progress: () => {},
    tell: () => {},
    askKey: async () => 'q',
    askLine: async () => '',
    program: { node: '/opt/node/bin/node', script: '/opt/hebb/bin/hebb.js' },
    detach: () => {},
    stopSignal: () => new AbortController().signal,
    edit: () => false,
  };
}

/** What a command line left behind. */
export interface Ran {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
  /** The document that `--json` prints; empty without it. */
  readonly data: Dict;
}

function documentOf(text: string): Dict {
  try {
    const value: unknown = JSON.parse(text);
    return isDict(value) ? value : {};
  } catch {
    return {};
  }
}

/** Runs one command line in this process. */
export async function run(argv: readonly string[], fields: HostFields & { ops?: FileOps }): Promise<Ran> {
  const printed = { out: '', err: '' };
  const exit = await runLine(argv, {
    host: createHost(fields),
    output: {
      out: (text) => {
        printed.out += text;
      },
      err: (text) => {
        printed.err += text;
      },
    },
    version: '0.0.0-test',
    ...(fields.ops ? { ops: fields.ops } : {}),
  });
  return { exit, ...printed, data: documentOf(printed.out) };
}

/** Opens a home as a process would. */
export async function openHome(fields: HostFields & { ops?: FileOps; write?: boolean }): Promise<Store> {
  const host = createHost(fields);
  const paths = pathsOf(fields.home);
  const input = {
    paths,
    files: createFiles(fields.ops ?? diskOps, `${host.pid}`),
    owner: host,
    settings: await readSettings(paths),
    now: () => host.now(),
    random: (bytes: number) => host.random(bytes),
  };
  return fields.write ? openToWrite(input) : openToRead(input);
}

/** Every record that a home holds, by target: what is compared before and after. */
export async function stateIn(home: string): Promise<Record<string, unknown>> {
  const state = (await openHome({ home })).state();
  const { core, ...collections } = { ...state, imported: state.imported, archive: state.archive };
  const records = Object.entries(collections).flatMap(([name, table]) =>
    [...table].map(([id, record]) => [`${name}/${id}`, record] as const),
  );
  return Object.fromEntries([...records.sort(([a], [b]) => (a < b ? -1 : 1)), ['core', core]]);
}

/** Path, content and time of every file under a folder. */
export function snapshot(folder: string): Record<string, string> {
  if (!fs.existsSync(folder)) return {};
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { mtimeMs, size, mode } = fs.statSync(path);
      const content = entry.isFile() ? fs.readFileSync(path, 'base64') : '';
      return [relative(folder, path), `${mode.toString(8)} ${size} ${mtimeMs} ${content}`];
    }),
  );
}

/** A copy of a folder with its file times. */
export function copyFolder(from: string, to: string): string {
  fs.rmSync(to, { recursive: true, force: true });
  fs.cpSync(from, to, { recursive: true, preserveTimestamps: true });
  return to;
}

/** Files of a home that end so, relative to it, sorted. */
export const filesIn = (home: string, ending: string): string[] =>
  fs
    .readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort();
