import { fail } from '../domain/failure.ts';
import type { Host } from '../domain/host.ts';
import type { Scheduler } from '../domain/schedule.ts';
import type { ScheduleChange } from '../pipeline/schedule-blocks.ts';
import type { ScheduleFile, ScheduleJob, SchedulePlace } from '../pipeline/schedule-files.ts';
import type { Files } from '../store/files.ts';
import { findProgram, runTool, type Said } from './schedule-tools.ts';

/** What a scheduler works with. Under `--dry-run` the pen writes nothing and no tool is run that changes anything. */
export interface ScheduleDesk {
  readonly host: Host;
  readonly files: Files;
  /** Folder of the home. */
  readonly home: string;
  readonly dry: boolean;
}

/** A scheduler of the machine. */
export interface SchedulerDoor {
  readonly name: Scheduler;
  /** Whether it can be used here. */
  isHere(desk: ScheduleDesk): boolean;
  /** Installs these runs in the place of those that it had. */
  install(desk: ScheduleDesk, place: SchedulePlace, jobs: readonly ScheduleJob[]): ScheduleChange[];
  /** Takes away whatever of hebb it has; nothing when it has nothing. */
  remove(desk: ScheduleDesk): ScheduleChange[];
  /** What is not as these runs need it, in words. */
  problems(desk: ScheduleDesk, names: readonly ScheduleJob['name'][]): string[];
}

/** A program of the system that a scheduler is spoken to with. */
export interface Tool {
  /** Asks it something; undefined where the machine has none. */
  ask(args: readonly string[]): Said | undefined;
  /** Has it change something; a refusal is a failure that tells what it said. `input` is text of one character a byte. */
  change(args: readonly string[], input?: string): ScheduleChange;
  /** The same where a refusal means that there was nothing to change. */
  tryChange(args: readonly string[]): void;
}

/** The tool of this name, and what to do when it refuses. */
export function toolOf({ host, dry }: ScheduleDesk, name: string, hint: string): Tool {
  const program = findProgram(name, host);
  const run = (args: readonly string[], input = ''): Said | undefined =>
    program === undefined ? undefined : runTool({ program, args, input }, host);
  return {
    ask: (args) => run(args),
    change: (args, input) => {
      const what = [name, ...args].join(' ');
      if (program === undefined) throw fail('schedule.tool', `${name} is not on the PATH`, hint);
      const said = dry ? undefined : run(args, input);
      if (said && said.status !== 0) throw fail('schedule.tool', `${what}: ${said.complaint}`, hint);
      return { kind: 'run', what };
    },
    tryChange: (args) => {
      if (!dry) run(args);
    },
  };
}

/** Writes a file of a scheduler, with its folder. */
export function writeFor({ files }: ScheduleDesk, { path, text }: ScheduleFile): ScheduleChange {
  files.ensureFolder(path.slice(0, path.lastIndexOf('/')));
  files.replace(path, text);
  return { kind: 'write', what: path, content: text };
}
