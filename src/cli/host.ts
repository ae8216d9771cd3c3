import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fstatSync, readFileSync, statSync } from 'node:fs';
import { homedir, hostname, setPriority, userInfo } from 'node:os';
import type { Host, Terminal } from '../domain/host.ts';
import { createProgress } from './progress.ts';

function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

function readInput(limitMs: number): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const done = (): void => {
      clearTimeout(timer);
      process.stdin.destroy();
      resolve(Buffer.concat(chunks).toString('utf8'));
    };
    const timer = setTimeout(done, limitMs);
    process.stdin.on('data', (chunk: Buffer) => chunks.push(chunk));
    process.stdin.on('end', done);
    process.stdin.on('error', done);
  });
}

/** Lets the heap grow by a third of what lives on it before it is cleaned, not by the double and more that V8 takes where memory is plenty. */
async function spareMemory(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--heap-growing-percent=30');
}

/** Whether a standard stream may be a terminal: a device, and not the one that swallows everything. */
function mayBeTerminal(fd: number): boolean {
  if (process.platform === 'win32') return true;
  try {
    const { rdev } = fstatSync(fd);
    return rdev !== 0 && rdev !== statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
  } catch {
    return true;
  }
}

/** Streams are opened only where a terminal may be at their end: that takes as long as a small answer takes. */
function terminalOf(vars: NodeJS.ProcessEnv): Terminal {
  const output = (): boolean => mayBeTerminal(1) && process.stdout.isTTY === true;
  return {
    get input() {
      return mayBeTerminal(0) && process.stdin.isTTY === true;
    },
    get output() {
      return output();
    },
    get colour() {
      return output() && !vars.NO_COLOR && vars.TERM !== 'dumb';
    },
    get columns() {
      return output() ? (process.stdout.columns ?? 100) : 100;
    },
  };
}

function progressOf(): Host['progress'] {
  let isTerminal: boolean | undefined;
  const isSeen = (): boolean => {
    isTerminal ??= mayBeTerminal(2) && process.stderr.isTTY === true;
    return isTerminal;
  };
  return createProgress({
    elapsed: () => performance.now(),
    write: (text) => void process.stderr.write(text),
    columns: () => (isSeen() ? (process.stderr.columns ?? 80) : 0),
  });
}

/** `HEBB_NOW` sets the clock, for demonstrations and tests of whole processes. */
const clock = (vars: NodeJS.ProcessEnv): (() => string) => {
  const fixed = vars.HEBB_NOW ? new Date(vars.HEBB_NOW) : undefined;
  return () => (fixed && !Number.isNaN(fixed.getTime()) ? fixed : new Date()).toISOString();
};

function userNameOf(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/** One key without Enter; Ctrl-C and Ctrl-D mean to quit. */
function askKey(question: string): Promise<string> {
  process.stderr.write(question);
  return new Promise((resolve) => {
    process.stdin.setRawMode(true);
    process.stdin.resume();
    process.stdin.once('data', (data: Buffer) => {
      process.stdin.setRawMode(false);
      process.stdin.pause();
      const key = data.toString('utf8');
      process.stderr.write('\n');
      resolve(key === '\u0003' || key === '\u0004' ? 'q' : key);
    });
  });
}

async function askLine(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** Nice value of what runs in the background: it leaves the processor to others. */
const backgroundPriority = 10;

function lower(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, backgroundPriority);
  } catch {}
}

/** The handlers go with the first signal: the second one finds none and ends the process. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const abort = (): void => {
    for (const name of names) process.off(name, abort);
    stop.abort();
  };
  for (const name of names) process.on(name, abort);
  return stop.signal;
}

/** This process. */
export const processHost = (): Host => ({
  now: clock(process.env),
  random: (bytes) => randomBytes(bytes).toString('hex'),
  vars: process.env,
  cwd: process.cwd(),
  userHome: process.env.HOME ?? homedir(),
  userName: userNameOf(),
  pid: process.pid,
  host: hostname(),
  startOf,
  isAlive,
  pause: (ms) => {
    Atomics.wait(sleeper, 0, 0, ms);
  },
  elapsed: () => performance.now(),
  wallMs: () => Date.now(),
  readInput,
  terminal: terminalOf(process.env),
  progress: progressOf(),
  tell: (text) => void process.stderr.write(text),
  askKey,
  askLine,
  program: { node: process.execPath, script: process.argv[1] ?? '' },
  detach: (args) => {
    const [script = ''] = process.argv.slice(1);
    const child = spawn(process.execPath, [script, ...args], { detached: true, stdio: 'ignore' });
    child.on('error', () => {});
    lower(child.pid);
    child.unref();
  },
  stopSignal,
  spareMemory,
  edit: (path) => {
    const editor = process.env.VISUAL ?? process.env.EDITOR;
    if (!editor) return false;
    // The variable may hold arguments (`code --wait`), so a shell splits it; the path is passed beside it, never inside.
    return spawnSync('sh', ['-c', `${editor} "$1"`, 'hebb', path], { stdio: 'inherit' }).status === 0;
  },
});
