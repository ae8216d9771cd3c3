import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { lastingFailure, type ModelFailure, type ModelHost } from './language.ts';
import { showForeign } from './show-foreign.ts';

const maxErrorBytes = 4_000;
const graceMs = 1_000;

/** What a program printed, or why it is no answer. */
export type Printed = { readonly kind: 'text'; readonly text: string } | ModelFailure;

/** What a child left behind. */
interface Ending {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
  /** Why hebb ended it. */
  readonly stopped?: string;
}

/** A program, how long it may take, and how much it may print. */
export interface Program {
  readonly argv: readonly string[];
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

/** What a program printed on this input. Started without a shell, with `HEBB_ACTIVE=1`; never throws. */
export async function runProgram(program: Program, host: ModelHost, input: string): Promise<Printed> {
  const ending = await runChild(program, host, input);
  return typeof ending === 'string' ? lastingFailure(ending) : printedOf(ending);
}

function printedOf({ status, output, errors, stopped }: Ending): Printed {
  if (stopped !== undefined) return lastingFailure(stopped);
  if (status === 0) return { kind: 'text', text: output };
  const said = showForeign(errors);
  return lastingFailure(`the command ended with status ${status ?? 'unknown'}${said && `: ${said}`}`);
}

const inHome = (arg: string, userHome: string): string =>
  arg.startsWith('~/') ? join(userHome, arg.slice(2)) : arg;

// CLAUDECODE keeps `claude -p` from running inside a session; HEBB_ACTIVE already keeps the two from feeding each other.
const childVars = (host: ModelHost): Record<string, string | undefined> => ({
  ...host.vars,
  HEBB_ACTIVE: '1',
  CLAUDECODE: undefined,
});

function runChild(
  { argv, timeoutMs, maxOutputBytes }: Program,
  host: ModelHost,
  input: string,
): Promise<Ending | string> {
  const [program = '', ...args] = argv.map((arg) => inHome(arg, host.userHome));
  const child = spawn(program, args, { cwd: host.folder, env: childVars(host), windowsHide: true });
  const stopper = createStopper(child, timeoutMs);
  const output = collect(child.stdout, maxOutputBytes, () =>
    stopper.stop(`the command printed more than ${maxOutputBytes} bytes`),
  );
  const errors = collect(child.stderr, maxErrorBytes, () => {});
  child.stdin.on('error', () => {}); // It may end without reading all; its status tells.
  child.stdin.end(input);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      stopper.clear();
      resolve(`the command ${program} cannot be started: ${codeOf(error)}`);
    });
    child.on('close', (status) => {
      stopper.clear();
      resolve({ status, output: output(), errors: errors(), ...stopper.told() });
    });
  });
}

/** Keeps what a stream says up to a size, and the rest of that chunk; `over` is called when more comes. */
function collect(stream: Readable, maxBytes: number, over: () => void): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    if (size <= maxBytes) chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) over();
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

/** Ends this one child, at the timeout or when asked. Its pipes are dropped: a grandchild could hold them open for ever. */
function createStopper(child: ChildProcessWithoutNullStreams, timeoutMs: number) {
  let stopped: string | undefined;
  let killer: NodeJS.Timeout | undefined;
  const stop = (why: string): void => {
    stopped ??= why;
    child.kill('SIGTERM');
    killer ??= setTimeout(() => child.kill('SIGKILL'), graceMs);
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const timer = setTimeout(() => stop(`the command gave no answer within ${timeoutMs / 1000} s`), timeoutMs);
  return {
    stop,
    told: (): Pick<Ending, 'stopped'> => (stopped === undefined ? {} : { stopped }),
    clear: (): void => {
      clearTimeout(timer);
      clearTimeout(killer);
    },
  };
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);
