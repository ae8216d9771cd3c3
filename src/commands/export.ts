import { fail, HebbError } from '../domain/failure.ts';
import type { Report } from '../domain/report.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { type Command, type CommandInput, hasFlag, textOption } from './command.ts';
import { exportAgentsMd } from './export-agents-md.ts';
import { dropAllBlocks, placeBlocks, placeData } from './export-blocks.ts';
import { exportClaudeMemory } from './export-claude-memory.ts';
import { exportHome } from './export-home.ts';
import { exportMcpFile } from './export-mcp-file.ts';

/** What can be written for others, by the option that names it. */
const targets: Readonly<Record<string, (input: CommandInput, name: string) => Promise<Report>>> = {
  all: exportHome,
  mcp: exportMcpFile,
  agentsMd: exportAgentsMd,
  claudeMemory: exportClaudeMemory,
  removeAll: removeAll,
};

/** `hebb export --remove-all`: no block of hebb stands in any file of other programs any more. */
async function removeAll(input: CommandInput): Promise<Report> {
  const dry = hasFlag(input.options, 'dryRun');
  const done = await dropAllBlocks({ store: await input.door.write(), host: input.host, dry });
  const isLeft = done.some(({ problem }) => problem !== undefined);
  return {
    exit: isLeft ? 3 : 0,
    human: [
      ...(dry ? [dryLine] : []),
      ...(done.length === 0 ? [{ kind: 'line', text: 'hebb keeps no block anywhere.' } as const] : []),
      ...placeBlocks(done, 'taken out'),
    ],
    data: { places: placeData(done), dryRun: dry },
  };
}

/** `hebb export --all | --mcp | --agents-md | --claude-memory`: writes what hebb knows in the form that others read. */
export const run: Command = async (input): Promise<Report> => {
  const named = Object.entries(targets).flatMap(([option, write]) => {
    const name = textOption(input.options, option) ?? (hasFlag(input.options, option) ? '' : undefined);
    return name === undefined ? [] : [{ write, name }];
  });
  const [target, ...others] = named;
  if (target && others.length === 0) return target.write(input, target.name);
  const what = target ? 'more than one thing to export' : 'nothing to export';
  throw new HebbError(fail('usage.value', what, 'hebb export --help').failure, 2);
};
