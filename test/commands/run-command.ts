import { createDoor } from '../../src/cli/door.ts';
import type { Command, Options } from '../../src/commands/command.ts';
import type { Report } from '../../src/domain/report.ts';
import { createHost, type HostFields } from '../support/home.ts';

const modules: Readonly<Record<string, () => Promise<{ readonly run: Command }>>> = {
  capture: () => import('../../src/commands/capture.ts'),
  taxonomy: () => import('../../src/commands/taxonomy.ts'),
  reconcile: () => import('../../src/commands/reconcile.ts'),
  attention: () => import('../../src/commands/attention.ts'),
  consolidate: () => import('../../src/commands/consolidate.ts'),
  undo: () => import('../../src/commands/undo.ts'),
};

/** Runs a command as a process of its own would: it opens the home, and publishes at the end unless it is dry. */
export async function runCommand(fields: HostFields, name: string, options: Options = {}): Promise<Report> {
  const host = createHost(fields);
  const door = createDoor(host, { dry: options.dryRun === true });
  const versions = { hebb: '0.0.0-test', node: '20.19.0' };
  const runNamed = async (called: string, given: Options, args: readonly string[] = []): Promise<Report> => {
    const load = modules[called];
    if (!load) throw new Error(`no command ${called}`);
    const { run } = await load();
    return run({ args, options: { ...given, command: called }, host, door, versions, run: runNamed });
  };
  try {
    return await runNamed(name, options);
  } finally {
    door.opened()?.publish();
  }
}
