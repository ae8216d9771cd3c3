import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quietVars } from '../sources/git-fixture.ts';
import { now } from './home.ts';

const program = fileURLToPath(new URL('../../bin/hebb.js', import.meta.url));

/** What a child left behind. */
export interface Ended {
  /** Null when it was killed. */
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
}

/** A process of the real program on a home, with the clock of the tests. */
export function startHebb(
  home: string,
  argv: readonly string[],
  input = '',
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const started = performance.now();
  const cwd = join(home, '..');
  const env = { ...quietVars(), HOME: cwd, HEBB_HOME: home, HEBB_NOW: now };
  const child = spawn(process.execPath, [program, ...argv], { cwd, env, stdio: 'pipe' });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    printed.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed.err += chunk;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (exit) => resolve({ exit, ...printed, ms: performance.now() - started }));
  });
  return { child, ended };
}

/** Runs the real program to its end. */
export const hebb = (home: string, argv: readonly string[], input = ''): Promise<Ended> =>
  startHebb(home, argv, input).ended;
