import { createDoor } from '../../src/cli/door.ts';
import { renderHuman } from '../../src/cli/render.ts';
import type { Command, Options } from '../../src/commands/command.ts';
import type { Report } from '../../src/domain/report.ts';
import { createHost, type HostFields } from '../support/home.ts';

/** A command's report and how it looks in a terminal. */
export interface Called extends Report {
  readonly out: string;
}

/** Calls one command as the program does after parsing. */
export async function callCommand(
  command: Command,
  { args = [], options = {} }: { readonly args?: readonly string[]; readonly options?: Options },
  fields: HostFields,
): Promise<Called> {
  const host = createHost(fields);
  const door = createDoor(host, { dry: options.dryRun === true });
  const report = await command({
    args,
    options,
    host,
    door,
    versions: { hebb: '0.0.0-test', node: '' },
    run: async () => ({ exit: 0, human: [], data: {} }),
  });
  door.opened()?.publish();
  return { ...report, out: renderHuman(report, host.terminal) };
}
