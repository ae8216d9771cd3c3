import type { Change, Operation, Plan } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { State } from '../domain/state.ts';
import type { BadLine } from '../domain/trace.ts';
import type { Settings } from './config.ts';
import type { Files } from './files.ts';
import type { HomeState } from './home-state.ts';
import type { Owner } from './lock.ts';
import type { Paths } from './paths.ts';

/** What a store is opened with. */
export interface StoreInput {
  readonly paths: Paths;
  readonly files: Files;
  readonly owner: Owner;
  readonly settings: Settings;
  now(): string;
  /** Hex digits of this many random bytes. */
  random(bytes: number): string;
}

/** A plan to be made from the state at the time of the commit, and how it is named in the journal. */
export interface CommitRequest {
  readonly command: string;
  /** Joins the operations of one run; its own id when absent. */
  readonly group?: string;
  plan(state: State): Plan;
}

/** The home as commands see it. */
export interface Store {
  readonly paths: Paths;
  readonly files: Files;
  readonly settings: Settings;
  readonly owner: Owner;
  /** Config with core memory's own settings over it. */
  policy(): Policy;
  home(): HomeState;
  state(): State;
  /** Lines of the home that could not be read. */
  problems(): readonly BadLine[];
  /** What people changed in the files and is not in the journal yet; empty once the store was opened for writing. */
  adoption(): readonly Change[];
  /** Makes the plan true: one journal line. Null when the plan changes nothing. */
  commit(request: CommitRequest): Operation | null;
  /** Brings the files that people read up to the journal. Left to the holder when another process is publishing. */
  publish(): void;
  /** Takes in what other processes committed since this one looked. */
  refresh(): void;
  /** Forgets what was read of the files: another writing than a commit has changed them. */
  reload(): void;
  /** Changes `state.json` under the write lock. */
  updateHome(change: (state: HomeState) => HomeState): void;
  /** Every operation that undo, log and explain may look at, oldest first. */
  operations(): readonly Operation[];
  /** Id for a group of operations. */
  newGroup(): string;
}
