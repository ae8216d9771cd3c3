import { Command } from 'commander';
import { type CommandEntry, commandTable, groups } from './table.ts';

/** A command line after parsing. */
export interface Invocation {
  readonly entry: CommandEntry;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

function addCommand(program: Command, entry: CommandEntry, chosen: (invocation: Invocation) => void): void {
  const command = program
    .command(entry.name)
    .helpGroup(groups[entry.group])
    .summary(entry.summary)
    .description(`${entry.summary}\n\n  ${entry.kind}`)
    .addHelpText('after', `\nExample:\n  ${entry.example}\n\nExit status:\n  ${entry.exit}`);
  if (entry.args) command.arguments(entry.args);
  for (const [flags, meaning] of entry.options ?? []) command.option(flags, meaning);
  if (entry.kind === 'manipulator')
    command.option('--dry-run', 'print the plan and stop; nothing is written');
  command.option('--json', 'one versioned document on stdout and nothing else');
  command.action(() => chosen({ entry, args: command.args, options: command.opts() }));
}

const about = `Memory for coding agents that consolidates itself.

hebb turns what a coding agent lived through into memory it can use. Everything is plain files under $HEBB_HOME (default ~/.hebb): every change says why, can be previewed with --dry-run and taken back with undo.`;

/** The command line of hebb; what was asked for is handed to `chosen`. */
export function createProgram(version: string, chosen: (invocation: Invocation) => void): Command {
  const program = new Command('hebb')
    .description(about)
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .showHelpAfterError('(hebb --help shows the commands)')
    .showSuggestionAfterError(true);
  for (const entry of commandTable) addCommand(program, entry, chosen);
  return program;
}
