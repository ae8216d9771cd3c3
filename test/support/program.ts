import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../src/cli/run.ts';
import type { Host } from '../../src/domain/host.ts';
import type { FileOps } from '../../src/store/files.ts';
import { makeFolder } from './home.ts';

/** A person's machine: a home folder, a hebb home in it, and a project folder to work in. */
export interface Desk {
  readonly userHome: string;
  readonly home: string;
  readonly project: string;
}

/** A new machine. */
export function createDesk(): Desk {
  const userHome = makeFolder();
  const desk = { userHome, home: join(userHome, '.hebb'), project: join(userHome, 'shop') };
  mkdirSync(desk.project);
  return desk;
}

/** How a command is run. */
export interface RunOptions {
  /** ISO time of the clock. */
  readonly now?: string;
  readonly cwd?: string;
  readonly input?: string;
  readonly vars?: Readonly<Record<string, string>>;
  readonly host?: Partial<Host>;
  readonly ops?: FileOps;
}

/** What a command printed and how it ended. */
export interface Ran {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** Random digits that are the same in every run of a test. */
function seededRandom(seed: string): (bytes: number) => string {
  let count = 0;
  return (bytes) =>
    createHash('sha256')
      .update(`${seed} ${count++}`)
      .digest('hex')
      .repeat(Math.ceil(bytes / 32))
      .slice(0, bytes * 2);
}

const gitVars = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_TERMINAL_PROMPT: '0' };

/** A host without a terminal, on a clock that stands still. */
export function testHost(desk: Desk, options: RunOptions = {}): Host {
  const now = options.now ?? '2026-11-01T10:00:00.000Z';
  return {
    now: () => now,
    random: seededRandom(`${desk.home} ${now} ${Math.random()}`),
    vars: {
      PATH: process.env.PATH,
      HOME: desk.userHome,
      HEBB_HOME: desk.home,
      HEBB_USER: 'tester',
      ...gitVars,
      ...options.vars,
    },
    cwd: options.cwd ?? desk.project,
    userHome: desk.userHome,
    userName: 'tester',
    pid: process.pid,
    host: 'test-host',
    startOf: () => 'test',
    isAlive: (pid) => pid === process.pid,
    pause: () => {},
    elapsed: () => performance.now(),
    wallMs: () => Date.now(),
    readInput: async () => options.input ?? '',
    terminal: { input: false, output: false, colour: false, columns: 100 },
    progress: () => {},
    tell: () => {},
    askKey: async () => 'q',
    askLine: async () => '',
    program: { node: '/opt/node/bin/node', script: '/opt/hebb/bin/hebb.js' },
    detach: () => {},
    stopSignal: () => new AbortController().signal,
    edit: () => false,
    ...options.host,
  };
}

/** Runs one command line in this process. */
export async function runIn(desk: Desk, argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  let out = '';
  let err = '';
  const output = {
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
  };
  const ops = options.ops === undefined ? {} : { ops: options.ops };
  const exit = await run(argv, { host: testHost(desk, options), output, version: '0.0.0-test', ...ops });
  return { exit, out, err };
}

/** Runs one command line and reads its JSON document. */
export async function jsonIn(desk: Desk, argv: readonly string[], options: RunOptions = {}) {
  const ran = await runIn(desk, [...argv, '--json'], options);
  return { ...ran, data: JSON.parse(ran.out) };
}
