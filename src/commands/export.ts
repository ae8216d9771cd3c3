import { fail, HebbError } from '../domain/failure.ts';
import type { Report } from '../domain/report.ts';
import { type Command, type CommandInput, textOption } from './command.ts';
import { exportHome } from './export-home.ts';
import { exportMcpFile } from './export-mcp-file.ts';

/** What can be written for others, by the option that names it. */
const targets: Readonly<Record<string, (input: CommandInput, name: string) => Promise<Report>>> = {
  all: exportHome,
  mcp: exportMcpFile,
};

/** `hebb export --mcp <file>`: writes what hebb knows in the form that others read. */
export const run: Command = async (input): Promise<Report> => {
  const named = Object.entries(targets).flatMap(([option, write]) => {
    const name = textOption(input.options, option);
    return name === undefined ? [] : [{ write, name }];
  });
  const [target, ...others] = named;
  if (target && others.length === 0) return target.write(input, target.name);
  const what = target ? 'more than one thing to export' : 'nothing to export';
  throw new HebbError(fail('usage.value', what, 'hebb export --mcp <file>').failure, 2);
};
