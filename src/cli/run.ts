import { existsSync } from 'node:fs';
import { CommanderError } from 'commander';
import type { CommandInput, Options } from '../commands/command.ts';
import { type ExitStatus, type Failure, HebbError } from '../domain/failure.ts';
import type { Host } from '../domain/host.ts';
import type { Report } from '../domain/report.ts';
import { diskFailure } from '../store/disk-failure.ts';
import { createFiles, diskOps, type FileOps } from '../store/files.ts';
import type { Store } from '../store/store.ts';
import { readableLines } from '../text/readable.ts';
import { createDoor } from './door.ts';
import { createProgram, type Invocation } from './program.ts';
import { renderHuman, renderJson } from './render.ts';
import { commandTable } from './table.ts';

/** Where a run prints. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
}

/** A process to run in: the host, its output, and for tests the seam of writing. */
export interface RunInput {
  readonly host: Host;
  readonly output: Output;
  readonly version: string;
  readonly ops?: FileOps;
}

/** What a failure looks like: what is wrong, and the next step. */
export const failureText = (failure: Failure): string =>
  readableLines(`hebb: ${failure.message}\n  next: ${failure.hint}\n`);

function parse(argv: readonly string[], input: RunInput): Invocation | ExitStatus {
  let chosen: Invocation | undefined;
  const program = createProgram(input.version, (invocation) => {
    chosen = invocation;
  });
  program.exitOverride().configureOutput({ writeOut: input.output.out, writeErr: input.output.err });
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program);
  try {
    program.parse([...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
  return chosen ?? 0;
}

/** A leading slash is accepted, so that a slash command in an agent and a line in a terminal read the same. Bare hebb is status. */
function normalise(argv: readonly string[]): readonly string[] {
  const [first, ...rest] = argv;
  if (first === undefined) return ['status'];
  return [first.replace(/^\/(?=[a-z])/, ''), ...rest];
}

/** Runs a command with a store of its own, and brings the files up to what it committed. */
export async function dispatch(invocation: Invocation, input: RunInput): Promise<Report> {
  const { host } = input;
  const dry = invocation.options.dryRun === true;
  const door = createDoor(host, { dry, ...(input.ops ? { ops: input.ops } : {}) });
  const versions = { hebb: input.version, node: process.versions.node };
  const runNamed = async (name: string, options: Options, args: readonly string[] = []): Promise<Report> => {
    const entry = commandTable.find((known) => known.name === name);
    if (!entry) throw new Error(`no command ${name}`);
    const { run } = await entry.load();
    return run({
      args: [...args],
      options: { ...options, command: name },
      host,
      door,
      versions,
      run: runNamed,
    });
  };
  try {
    return await runNamed(invocation.entry.name, invocation.options, invocation.args);
  } finally {
    await settle(door.opened(), { host, versions, dry, makes: invocation.entry.name === 'auto-consolidate' });
  }
}

/** Brings the files that people read, and the index that hooks ask, up to what was committed. */
async function settle(
  store: Store | undefined,
  input: Pick<CommandInput, 'host' | 'versions'> & { readonly dry: boolean; readonly makes: boolean },
): Promise<void> {
  // A home that was just erased is not made again.
  if (!store || !existsSync(store.paths.home)) return;
  store.publish();
  if (input.dry) return;
  const { refreshRecall } = await import('../commands/recall-here.ts');
  // A pen of its own: the index is derived, and no part of what a command makes true.
  const files = createFiles(diskOps, `${input.host.pid}-recall`);
  await refreshRecall(input, store, { files, makes: input.makes });
}

function printFailure(error: HebbError, json: boolean, invocation: Invocation, output: Output): ExitStatus {
  const { failure, exit } = error;
  const report: Report = { exit, human: [], data: { failure: { ...failure } } };
  if (json) output.out(renderJson(report, invocation.entry.name));
  else output.err(failureText(failure));
  return exit;
}

/** What the system refused, wherever it was asked, as a failure that names the file; anything else as it is. */
const systemFailure = (error: unknown): unknown =>
  error instanceof Error && 'path' in error && typeof error.path === 'string'
    ? diskFailure(error, error.path)
    : error;

/** Runs one command line in this process and prints its report. Returns the exit status. */
export async function run(argv: readonly string[], input: RunInput): Promise<ExitStatus> {
  const invocation = parse(normalise(argv), input);
  if (typeof invocation === 'number') return invocation;
  const json = invocation.options.json === true;
  try {
    const report = await dispatch(invocation, input);
    input.host.progress('');
    input.output.out(
      json ? renderJson(report, invocation.entry.name) : renderHuman(report, input.host.terminal),
    );
    return report.exit;
  } catch (error) {
    input.host.progress('');
    const failure = systemFailure(error);
    if (failure instanceof HebbError) return printFailure(failure, json, invocation, input.output);
    throw failure;
  }
}
