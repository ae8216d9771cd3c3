import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';

/** What a column holds. */
export type SqlValue = null | number | string | Uint8Array;

/** Columns in the order in which they were asked for. */
export type SqlRow = readonly SqlValue[];

/** A database file. Statements are prepared once and kept. What SQLite refuses is thrown. */
export interface Database {
  exec(sql: string): void;
  run(sql: string, ...values: readonly SqlValue[]): void;
  get(sql: string, ...values: readonly SqlValue[]): SqlRow | undefined;
  all(sql: string, ...values: readonly SqlValue[]): SqlRow[];
  close(): void;
}

/** How long a process waits for another one that is writing. */
const busyMs = 400;

type Call<This, Arguments extends readonly unknown[], Result> = (this: This, ...values: Arguments) => Result;

/** The binary of libsql, as far as it is used here: version 0.5.29, which package.json names exactly. */
interface Binary {
  readonly databaseOpen: (
    path: string,
    token: string,
    cipher: string,
    key: string,
    busyMs: number,
    remoteKey: string,
  ) => object;
  readonly databaseClose: Call<object, [], void>;
  readonly databaseExecSync: Call<object, [string], void>;
  readonly databasePrepareSync: Call<object, [string], object>;
  readonly statementRaw: Call<object, [boolean], void>;
  readonly statementRun: Call<object, [readonly SqlValue[]], unknown>;
  readonly statementGet: Call<object, [readonly SqlValue[]], SqlRow | undefined>;
  readonly statementRowsSync: Call<object, [readonly SqlValue[]], object>;
  readonly rowsNext: Call<object, [(SqlRow | null | undefined)[]], void>;
}

const used = [
  'databaseOpen',
  'databaseClose',
  'databaseExecSync',
  'databasePrepareSync',
  'statementRaw',
  'statementRun',
  'statementGet',
  'statementRowsSync',
  'rowsNext',
];

/** Names of the packages that may hold the binary for this machine, likely ones first. */
function binaryNames(): string[] {
  const [system, cpu] = [platform(), arch()];
  if (system === 'darwin') return [`darwin-${cpu}`];
  if (system === 'win32') return [`win32-${cpu}-msvc`];
  const suffix = cpu === 'arm' ? 'eabihf' : '';
  return [`linux-${cpu}-gnu${suffix}`, `linux-${cpu}-musl${suffix}`];
}

function hasEverything(binary: unknown): binary is Binary {
  if (typeof binary !== 'object' || binary === null) return false;
  const functions = new Map(Object.entries(binary));
  return used.every((name) => typeof functions.get(name) === 'function');
}

/**
 * Loads the binary without the wrapper around it: that one asks Node for a whole diagnostic report to tell one C library from
 * the other, which takes longer than the binary itself. The wrong one does not load, so trying tells as well.
 */
function loadBinary(): Binary | undefined {
  const here = createRequire(import.meta.url);
  return loadFrom(here) ?? loadBeside(here);
}

function loadFrom(require: NodeJS.Require): Binary | undefined {
  for (const name of binaryNames()) {
    const binary = tryLoad(require, `@libsql/${name}`);
    if (hasEverything(binary)) return binary;
  }
  return undefined;
}

/** Some installers put what a package needs where only that package finds it. */
function loadBeside(here: NodeJS.Require): Binary | undefined {
  try {
    return loadFrom(createRequire(here.resolve('libsql')));
  } catch {
    return undefined;
  }
}

function tryLoad(require: NodeJS.Require, name: string): unknown {
  try {
    return require(name);
  } catch {
    return undefined;
  }
}

/** Named although nothing is encrypted: the binary asks. */
const cipher = 'aes256cbc';

/** Rows that are fetched from the binary at once. */
const batch = 100;

function rowsOf(binary: Binary, statement: object, values: readonly SqlValue[]): SqlRow[] {
  const rows = binary.statementRowsSync.call(statement, values);
  const found: SqlRow[] = [];
  for (;;) {
    const part = new Array<SqlRow | null | undefined>(batch);
    binary.rowsNext.call(rows, part);
    for (const row of part) {
      if (!row) return found;
      found.push(row);
    }
  }
}

function openWith(binary: Binary, path: string): Database {
  const database = binary.databaseOpen(path, '', cipher, '', busyMs, '');
  const statements = new Map<string, object>();
  const prepared = (sql: string, answers: boolean): object => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = binary.databasePrepareSync.call(database, sql);
    if (answers) binary.statementRaw.call(statement, true);
    statements.set(sql, statement);
    return statement;
  };
  return {
    exec: (sql) => binary.databaseExecSync.call(database, sql),
    run: (sql, ...values) => void binary.statementRun.call(prepared(sql, false), values),
    get: (sql, ...values) => binary.statementGet.call(prepared(sql, true), values) ?? undefined,
    all: (sql, ...values) => rowsOf(binary, prepared(sql, true), values),
    // The binary lets go of the file only when its statements are collected; an open transaction would keep writers waiting until then.
    close: () => {
      try {
        binary.databaseExecSync.call(database, 'rollback');
      } catch {}
      binary.databaseClose.call(database);
    },
  };
}

/** Opens database files; undefined where no binary of SQLite is installed for this machine. */
export function loadDriver(): ((path: string) => Database) | undefined {
  const binary = loadBinary();
  return binary && ((path) => openWith(binary, path));
}
