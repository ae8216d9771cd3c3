import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { CommandModelSettings } from '../domain/model-settings.ts';
import { type LanguageModel, lastingFailure, type ModelHost, type ModelReply } from './language.ts';
import { showForeign } from './show-foreign.ts';

const maxOutputBytes = 1_000_000;
const maxErrorBytes = 4_000;
const graceMs = 1_000;

/** What a child left behind. */
interface Ending {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
  /** Why hebb ended it. */
  readonly stopped?: string;
}

/** A program that reads the prompt on stdin and prints the answer. Started without a shell, with `HEBB_ACTIVE=1`. */
export const commandModel = (settings: CommandModelSettings, host: ModelHost): LanguageModel => ({
  ask: async (prompt) => {
    const ending = await runChild(settings, host, prompt);
    return typeof ending === 'string' ? lastingFailure(ending) : replyOf(ending);
  },
});

function replyOf({ status, output, errors, stopped }: Ending): ModelReply {
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

function runChild(settings: CommandModelSettings, host: ModelHost, prompt: string): Promise<Ending | string> {
  const [program = '', ...args] = settings.argv.map((arg) => inHome(arg, host.userHome));
  const child = spawn(program, args, { cwd: host.folder, env: childVars(host), windowsHide: true });
  const [output, errors]: [Buffer[], Buffer[]] = [[], []];
  const size = { output: 0, errors: 0 };
  let stopped: string | undefined;
  let killer: NodeJS.Timeout | undefined;
  // Only this child is ended; its pipes are dropped, since a grandchild could hold them open for ever.
  const stop = (why: string): void => {
    stopped ??= why;
    child.kill('SIGTERM');
    killer ??= setTimeout(() => child.kill('SIGKILL'), graceMs);
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const seconds = settings.timeoutMs / 1000;
  const timer = setTimeout(() => stop(`the command gave no answer within ${seconds} s`), settings.timeoutMs);
  child.stdout.on('data', (chunk: Buffer) => {
    size.output += chunk.length;
    if (size.output > maxOutputBytes) stop(`the command printed more than ${maxOutputBytes} bytes`);
    else output.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (size.errors < maxErrorBytes) errors.push(chunk);
    size.errors += chunk.length;
  });
  child.stdin.on('error', () => {}); // It may end without reading all; its status tells.
  child.stdin.end(prompt);
  return new Promise((resolve) => {
    const end = (result: Ending | string): void => {
      clearTimeout(timer);
      clearTimeout(killer);
      resolve(result);
    };
    child.on('error', (error) => end(`the command ${program} cannot be started: ${codeOf(error)}`));
    child.on('close', (status) =>
      end({
        status,
        output: Buffer.concat(output).toString('utf8'),
        errors: Buffer.concat(errors).toString('utf8'),
        ...(stopped === undefined ? {} : { stopped }),
      }),
    );
  });
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);
