import * as fs from 'node:fs';
import * as v from 'valibot';
import type { FileCursor } from '../domain/cursor.ts';
import { fail } from '../domain/failure.ts';
import { type ScheduleRecord, schedulers } from '../domain/schedule.ts';
import type { SessionHead } from '../domain/trace.ts';
import type { Files } from './files.ts';
import type { Paths } from './paths.ts';

/** What hebb knows of a project beside its memories: the name and where it was seen. */
export interface ProjectRecord {
  readonly name: string;
  /** Folders in which it was seen, newest last. */
  readonly paths: readonly string[];
  /** Earlier ids of the same project. */
  readonly aliases: readonly string[];
  /** `owner/name` of its remote. */
  readonly remote?: string;
}

/** Where the reading of a transcript stopped. */
export interface ReadMark {
  readonly cursor: FileCursor;
  readonly head: SessionHead;
}

/** How far association has counted, in bytes by file. */
export interface AssociatedMark {
  readonly log: Readonly<Record<string, number>>;
  readonly usage: Readonly<Record<string, number>>;
}

/** What promotion has seen of `workflows/`. */
export interface WorkflowMark {
  /** Runs that ended since the last cycle of promotion. */
  readonly newRuns?: number;
}

/** A rest of capture: what happens in it is dropped on arrival. */
export interface Pause {
  readonly from: string;
  readonly until: string;
}

/** A folder of a client that skills were exported to. */
export interface ExportRecord {
  readonly client: string;
  /** Id of the project whose skills it gets; absent for the user's own folder. */
  readonly project?: string;
}

/** A block of facts that hebb keeps in a file of somebody else's. */
export interface BlockRecord {
  /** In a file that the person named, or in the folder of an agent's own memory. */
  readonly kind: 'agents-md' | 'claude-memory';
  /** Folder by which the project is found whose facts it holds. */
  readonly folder: string;
}

/** What hebb put into a file of somebody else's, or a file that it made for a client: how to take it out again. */
export interface InstallRecord {
  /** The client, or `git`. */
  readonly client: string;
  /** Hooks among others in a file, a file of hebb's own, or a hook of git. */
  readonly kind: 'hooks' | 'file' | 'git-hook';
  /** Folders that hebb made for it, the outermost first. */
  readonly folders: readonly string[];
  /** Of hooks: what hebb made or filled in the file, by place. */
  readonly filled?: Readonly<Record<string, string | null>>;
  /** Of a git hook: the name under which the one that was there before is called. */
  readonly moved?: string;
}

/** `state.json`: what belongs to this machine and this folder. Never in git; losing it costs only a second reading. */
export interface HomeState {
  readonly v: 1;
  readonly machineId: string;
  /** Real path and host for which the machine id was made. */
  readonly home: string;
  readonly host: string;
  /** Hex; keys what must not be guessed. */
  readonly secret: string;
  readonly installedAt: string;
  readonly lastRunAt?: string;
  /** How far each transcript was read, by path, and what its rows had said of the session by then. */
  readonly marks: Readonly<Record<string, ReadMark>>;
  /** Bytes of each month of the learning log that were analysed. */
  readonly logRead: Readonly<Record<string, number>>;
  /** Bytes of each month of the learning log, and of each file of usage, that association has counted; absent means none. */
  readonly associated?: AssociatedMark;
  readonly workflows?: WorkflowMark;
  readonly projects: Readonly<Record<string, ProjectRecord>>;
  /** When capture rests, by project id or `all`. */
  readonly pauses?: Readonly<Record<string, Pause>>;
  /** Folders of PATH when a skill was last activated here: where its commands were looked for. */
  readonly searchPath?: readonly string[];
  /** Folders of clients that skills were exported to. */
  readonly exports?: Readonly<Record<string, ExportRecord>>;
  /** When the newest payload that a client's hooks left happened, by client. */
  readonly captured?: Readonly<Record<string, string>>;
  /** Blocks of facts for agents without hooks, by the path of the file, or of the memory folder. */
  readonly blocks?: Readonly<Record<string, BlockRecord>>;
  /** What was put into clients and repositories, by the path of the file. */
  readonly installs?: Readonly<Record<string, InstallRecord>>;
  /** What was installed with the machine's scheduler. */
  readonly schedule?: ScheduleRecord;
}

const cursor = v.object({
  inode: v.number(),
  offset: v.number(),
  line: v.number(),
  headHash: v.string(),
  headLength: v.number(),
});

const head = v.object({
  client: v.string(),
  sessionId: v.string(),
  cwd: v.exactOptional(v.string()),
  branch: v.exactOptional(v.string()),
  clientVersion: v.exactOptional(v.string()),
  agentId: v.exactOptional(v.string()),
  ownAgent: v.exactOptional(v.boolean()),
});

const sizes = v.record(v.string(), v.number());

/** What of the state an export carries as well: it belongs to the home and not to the machine. */
export const carriedEntries = {
  installedAt: v.string(),
  lastRunAt: v.exactOptional(v.string()),
  logRead: sizes,
  associated: v.exactOptional(v.object({ log: sizes, usage: sizes })),
  projects: v.record(
    v.string(),
    v.object({
      name: v.string(),
      paths: v.array(v.string()),
      aliases: v.array(v.string()),
      remote: v.exactOptional(v.string()),
    }),
  ),
};

const schema = v.looseObject({
  v: v.literal(1),
  machineId: v.string(),
  home: v.string(),
  host: v.string(),
  secret: v.string(),
  installedAt: carriedEntries.installedAt,
  lastRunAt: carriedEntries.lastRunAt,
  marks: v.record(v.string(), v.object({ cursor, head })),
  logRead: carriedEntries.logRead,
  associated: carriedEntries.associated,
  workflows: v.exactOptional(
    v.object({
      newRuns: v.exactOptional(v.number()),
    }),
  ),
  projects: carriedEntries.projects,
  searchPath: v.exactOptional(v.array(v.string())),
  pauses: v.exactOptional(v.record(v.string(), v.object({ from: v.string(), until: v.string() }))),
  captured: v.exactOptional(v.record(v.string(), v.string())),
  blocks: v.exactOptional(
    v.record(v.string(), v.object({ kind: v.picklist(['agents-md', 'claude-memory']), folder: v.string() })),
  ),
  exports: v.exactOptional(
    v.record(v.string(), v.object({ client: v.string(), project: v.exactOptional(v.string()) })),
  ),
  installs: v.exactOptional(
    v.record(
      v.string(),
      v.object({
        client: v.string(),
        kind: v.picklist(['hooks', 'file', 'git-hook']),
        folders: v.array(v.string()),
        filled: v.exactOptional(v.record(v.string(), v.nullable(v.string()))),
        moved: v.exactOptional(v.string()),
      }),
    ),
  ),
  schedule: v.exactOptional(
    v.object({
      using: v.picklist(schedulers),
      at: v.string(),
      nightly: v.exactOptional(v.string()),
      since: v.string(),
      node: v.string(),
      script: v.string(),
    }),
  ),
});

/** What a new state is made from. */
export interface StateSeed {
  readonly host: string;
  readonly now: string;
  /** Hex digits of this many random bytes. */
  random(bytes: number): string;
}

function realHome(paths: Paths): string {
  try {
    return fs.realpathSync(paths.home);
  } catch {
    return paths.home;
  }
}

/** A state for a home without one. */
export const freshState = (paths: Paths, seed: StateSeed): HomeState => ({
  v: 1,
  machineId: seed.random(8),
  home: realHome(paths),
  host: seed.host,
  secret: seed.random(32),
  installedAt: seed.now,
  marks: {},
  logRead: {},
  projects: {},
});

/** Reads the state; undefined where there is none. A damaged one is a failure: guessing would fork the journal. */
export function readHomeState({ files, paths }: { files: Files; paths: Paths }): HomeState | undefined {
  const text = files.read(paths.state);
  if (text === undefined) return undefined;
  try {
    return v.parse(schema, JSON.parse(text));
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'not JSON';
    throw fail(
      'state.damaged',
      `${paths.state}: ${problem}`,
      'move the file away: hebb makes a new one and reads everything once more; no memory is lost',
    );
  }
}

/** A copy of a home, or the same home on another host, writes a journal of its own. */
export function isOwnState(state: HomeState, paths: Paths, host: string): boolean {
  return state.home === realHome(paths) && state.host === host;
}

/** Writes the state, whole. */
export const writeHomeState = (files: Files, paths: Paths, state: HomeState): void =>
  files.replace(paths.state, `${JSON.stringify(state, null, 1)}\n`);
