import type { ClientName } from '../domain/event.ts';
import type { ClientEnv } from './client.ts';
import type { HookCommands, ProgramCall } from './hook-command.ts';
import type { HookShape, WantedHooks } from './settings-file.ts';
import type { CommandText } from './slash-commands.ts';

/** A place of the user's own, and its like below the root of a project. */
export interface SetupPlace {
  user(env: ClientEnv): string;
  readonly project: string;
}

/** A file of the client's, or one that others write in too, into which hebb puts its hooks. */
export interface HookFile extends SetupPlace {
  readonly kind: 'hooks';
  readonly shape: HookShape;
  wanted(commands: HookCommands): readonly WantedHooks[];
}

/** A program of hebb's own that the client loads, where there are no hooks. */
export interface PluginFile extends SetupPlace {
  readonly kind: 'plugin';
  text(program: ProgramCall): string;
}

/** A file that hebb writes whole; its name is below the folder. */
export interface CommandFile {
  readonly name: string;
  readonly text: string;
}

/** Where slash commands lie, and how they are written there. */
export interface CommandFolder extends SetupPlace {
  /** Characters by which a comment begins and ends there. */
  readonly comment: readonly [open: string, close: string];
  files(commands: readonly CommandText[], program: string): readonly CommandFile[];
}

/** Everything that differs from one client to the next when hebb is put into it. */
export interface ClientSetup {
  readonly client: ClientName;
  /** What people call it. */
  readonly title: string;
  /** Names of its program on the PATH. */
  readonly programs: readonly string[];
  /** Where it keeps its settings; where this folder is, the client is used. */
  folder(env: ClientEnv): string;
  readonly hooks: HookFile | PluginFile;
  readonly commands: CommandFolder;
  /** What the person must do, or should know. */
  readonly advice: readonly string[];
  /** The line that registers hebb's MCP server, or what is to be put into which file. `env` holds what the server needs in its environment. */
  registerMcp(server: McpServer): string;
}

/** How the MCP server is started. */
export interface McpServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}
