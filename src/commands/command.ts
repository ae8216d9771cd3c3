import type { Host } from '../domain/host.ts';
import type { Report } from '../domain/report.ts';
import type { Files } from '../store/files.ts';
import type { Paths } from '../store/paths.ts';
import type { Store } from '../store/store.ts';

/** Options as commander parsed them: camelCase names, strings, booleans or lists. */
export type Options = Readonly<Record<string, unknown>>;

/** How a command reaches the home. One store a process, so that steps of a run see what the steps before them did. */
export interface StoreDoor {
  /** To look: creates and writes nothing. */
  read(): Promise<Store>;
  /** To change; under `--dry-run` the same store without a pen: everything happens, nothing is written. */
  write(): Promise<Store>;
  /** The store if it is open already; a door that cannot tell does not say. */
  current?(): Store | undefined;
  /** The home's folder and pen without opening it: for capture, which must not wait. */
  bare(): { readonly files: Files; readonly paths: Paths };
}

/** What a command is called with. */
export interface CommandInput {
  readonly args: readonly string[];
  readonly options: Options;
  readonly host: Host;
  readonly door: StoreDoor;
  /** Of this program, and of what runs it. */
  readonly versions: { readonly hebb: string; readonly node: string };
  /** Runs another command of the table in this process, with this store and group. */
  run(name: string, options: Options, args?: readonly string[]): Promise<Report>;
}

/** What every file of this folder exports as `run`. */
export type Command = (input: CommandInput) => Promise<Report>;

/** The text of an option, if it was given. */
export function textOption(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** True when a flag was given. */
export const hasFlag = (options: Options, name: string): boolean => options[name] === true;

/** The journal's group, when a run hands one down to its steps. */
export function groupOf(options: Options): { readonly group?: string } {
  const group = textOption(options, 'group');
  return group === undefined ? {} : { group };
}
