import { join } from 'node:path';
import { fail } from '../domain/failure.ts';
import { hashOf } from '../domain/identity.ts';
import { sortedText } from '../domain/json.ts';
import type { Change, Operation, Plan } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import { type State, splitTarget } from '../domain/state.ts';
import { addDays, monthOf } from '../domain/time.ts';
import type { BadLine } from '../domain/trace.ts';
import { burialOf } from './burial.ts';
import { type FileStamp, isUntouched, readCheckpoint, stampOf, writeCheckpoint } from './checkpoint.ts';
import { type Settings, withMemoryConfig } from './config.ts';
import type { Files } from './files.ts';
import { type HomeState, readHomeState, writeHomeState } from './home-state.ts';
import { appendOperation, type JournalWriter, readAll, readTail, retireMonths } from './journal.ts';
import { filesUnlike, type Loaded, loadHome } from './load.ts';
import { holderOf, type Owner, tryLock, withLock } from './lock.ts';
import type { Paths } from './paths.ts';
import { publishFiles, TouchedMeanwhile } from './publish.ts';
import { addToQuarantine } from './quarantine.ts';
import { parseMemory, recordVersion } from './records.ts';
import type { CommitRequest, Store, StoreInput } from './store.ts';
import { applyTo, stateOf } from './tables.ts';

/** How long the write lock is waited for. */
export const writeWaitMs = 10_000;

/** What was loaded, after the files were brought up to it: a process that lives on need not read them again. */
function published(loaded: Loaded, written: ReadonlyMap<string, FileStamp | undefined>): Loaded {
  const { found, untidy } = loaded.base;
  for (const [file, stamp] of written)
    if (stamp) found.set(file, { file, stamp, records: [], bad: [] });
    else found.delete(file);
  untidy.clear();
  return { ...loaded, unpublished: new Set(), touched: false, problems: [] };
}

/** The store over the files of one home. `open-store` makes it. */
export class FileStore implements Store {
  readonly paths: Paths;
  readonly files: Files;
  readonly settings: Settings;
  readonly owner: Owner;
  readonly #input: StoreInput;
  #home: HomeState;
  /** How `state.json` looked when it was last read; it is read again only when it looks otherwise. */
  #homeStamp: FileStamp | undefined;
  #loaded: Loaded | undefined;
  /** Whether this store records what people changed: one that only looks does not. */
  #adopts = false;

  constructor(input: StoreInput, home: HomeState) {
    this.#input = input;
    this.paths = input.paths;
    this.files = input.files;
    this.settings = input.settings;
    this.owner = input.owner;
    this.#home = home;
  }

  home(): HomeState {
    return this.#home;
  }

  policy(): Policy {
    return withMemoryConfig(this.settings.policy, this.state().core.memoryConfig, this.paths.core);
  }

  state(): State {
    const { tables, adoption } = this.#load();
    if (adoption.length > 0) applyTo(tables, adoption);
    return stateOf(tables);
  }

  problems(): readonly BadLine[] {
    return this.#load().problems;
  }

  adoption(): readonly Change[] {
    return this.#load().adoption;
  }

  operations(): readonly Operation[] {
    return readAll(this.paths).operations;
  }

  newGroup(): string {
    return `g-${this.#input.random(6)}`;
  }

  #load(): Loaded {
    this.#loaded ??= loadHome({
      paths: this.paths,
      machine: this.#home.machineId,
      checkpoint: readCheckpoint(this.paths, this.#home.machineId),
      projectName: (id) => this.#home.projects[id]?.name ?? 'project',
      now: this.#input.now(),
    });
    return this.#loaded;
  }

  #writer(): JournalWriter {
    return {
      files: this.files,
      paths: this.paths,
      machine: this.#home.machineId,
      objectAboveBytes: this.settings.policy.journal.objectAboveBytes,
    };
  }

  /** Records what people changed in the files, before anything is planned on top of it. */
  adopt(): void {
    this.#adopts = true;
    for (let attempt = 0; attempt < 3; attempt++) {
      const loaded = this.#load();
      if (loaded.base.newer) throw this.#newerFailure(loaded.base.newer);
      if (loaded.problems.length > 0) addToQuarantine(this, loaded.problems, this.#input.now());
      if (loaded.adoption.length === 0) return;
      const changes = [...loaded.adoption, ...loaded.adoption.flatMap((change) => this.#burial(change))];
      const plan = { command: 'adopted-edit', changes };
      if (this.#locked(() => this.#appendIfCurrent(loaded, plan, undefined)) !== 'moved') {
        this.#loaded = { ...loaded, adoption: [] };
        return;
      }
      this.#loaded = undefined;
    }
    throw this.#busyFailure();
  }

  /** A line that a person took out is a memory forgotten: archived, and kept out by a tombstone. */
  #burial(change: Change): Change[] {
    const { collection } = splitTarget(change.target);
    if (collection !== 'memories' || change.after !== null) return [];
    const memory = parseMemory(change.before);
    return memory.ok ? burialOf(memory.value, this.#load().tables, this.#input.now()) : [];
  }

  #newerFailure(newer: { file: string; version: number }): Error {
    return fail(
      'home.newer',
      `${join(this.paths.home, newer.file)}: record version ${newer.version}; this hebb writes version ${recordVersion}`,
      `install a hebb that knows version ${newer.version}; until then this home is read-only`,
    );
  }

  commit(request: CommitRequest): Operation | null {
    for (let attempt = 0; attempt < 2; attempt++) {
      const loaded = this.#load();
      const plan = request.plan(this.state());
      const changes = plan.changes.filter(({ before, after }) => sortedText(before) !== sortedText(after));
      if (changes.length === 0) return null;
      const result = this.#locked(() => this.#appendIfCurrent(loaded, { ...plan, changes }, request));
      if (result !== 'moved') return result;
    }
    throw fail(
      'store.changed',
      `${this.paths.home}: what \`${request.command}\` wanted to change was changed by another process, twice`,
      'run the same command again',
    );
  }

  #locked<T>(work: () => T): T {
    const path = join(this.paths.locks, 'write.lock');
    return withLock({ files: this.files, path, owner: this.owner, waitMs: writeWaitMs }, work);
  }

  /** Under the write lock: takes in what others appended; appends when none of it touches the plan's records. */
  #appendIfCurrent(loaded: Loaded, plan: Plan, request: CommitRequest | undefined): Operation | 'moved' {
    const others = this.#takeTail(loaded);
    const targets = new Set(plan.changes.map(({ target }) => target));
    if (others.some(({ changes }) => changes.some(({ target }) => targets.has(target)))) return 'moved';
    const operation = this.#operationOf(plan, request, loaded.position.seq + 1);
    appendOperation(this.#writer(), operation);
    this.#take(loaded, plan.changes);
    loaded.position = readTail(this.paths, this.#home.machineId, loaded.position).position;
    return operation;
  }

  #take(loaded: Loaded, changes: readonly Change[]): void {
    applyTo(loaded.tables, changes);
    for (const { target } of changes) loaded.unpublished.add(target);
  }

  #operationOf(plan: Plan, request: CommitRequest | undefined, seq: number): Operation {
    const at = this.#input.now();
    const id = `o-${hashOf(this.#home.machineId, String(seq), at)}`;
    return { v: 1, seq, id, group: request?.group ?? id, at, command: plan.command, changes: plan.changes };
  }

  /** Who finds the lock held leaves; the holder looks once more after it let go, so that nothing stays behind. */
  publish(): void {
    const path = join(this.paths.locks, 'publish.lock');
    do {
      if (!tryLock(this.files, path, this.owner)) return;
      try {
        this.#publishLocked();
      } finally {
        this.files.remove(path);
      }
    } while (!this.#isPublished());
  }

  #isPublished(): boolean {
    const checkpoint = readCheckpoint(this.paths, this.#home.machineId);
    if (!checkpoint) return true;
    return readTail(this.paths, this.#home.machineId, checkpoint.position).operations.length === 0;
  }

  #publishLocked(): void {
    for (let attempt = 0; attempt < 4; attempt++) {
      try {
        this.#publishOnce();
        return;
      } catch (error) {
        if (!(error instanceof TouchedMeanwhile)) throw error;
        this.#loaded = undefined;
        this.adopt();
      }
    }
    throw this.#busyFailure();
  }

  #busyFailure(): Error {
    return fail(
      'store.busy',
      `${this.paths.home}: other processes keep changing it`,
      'run the same command again; nothing that was committed is lost',
    );
  }

  reload(): void {
    this.#loaded = undefined;
  }

  refresh(): void {
    const stamp = stampOf(this.paths.state);
    if (!this.#homeStamp || !isUntouched(this.#homeStamp, stamp)) {
      this.#home = readHomeState(this) ?? this.#home;
      this.#homeStamp = stamp;
    }
    this.#takeTail(this.#load());
    if (!this.#isEdited()) return;
    this.#loaded = undefined;
    if (this.#adopts) this.adopt();
  }

  /** Whether a file looks otherwise than when it was read, and otherwise than a publication left it: a person's hand. */
  #isEdited(): boolean {
    const changed = filesUnlike(this.paths, this.#load().base);
    if (changed.length === 0 || holderOf(join(this.paths.locks, 'publish.lock'), this.owner)) return false;
    const left = readCheckpoint(this.paths, this.#home.machineId)?.files ?? {};
    return changed.some((file) => !isUntouched(left[file], stampOf(join(this.paths.home, file))));
  }

  /** What others appended, laid over what this process holds. */
  #takeTail(loaded: Loaded): readonly Operation[] {
    const { operations, position } = readTail(this.paths, this.#home.machineId, loaded.position);
    for (const { changes } of operations) this.#take(loaded, changes);
    loaded.position = position;
    return operations;
  }

  #publishOnce(): void {
    const loaded = this.#load();
    this.#takeTail(loaded);
    const isTidy = loaded.unpublished.size === 0 && loaded.base.untidy.size === 0 && !loaded.touched;
    if (isTidy && this.#isCheckpointed(loaded)) return;
    const stamps = publishFiles({
      files: this.files,
      paths: this.paths,
      tables: loaded.tables,
      fileOf: loaded.base.fileOf,
      layout: loaded.layout,
      targets: loaded.unpublished,
      untidy: loaded.base.untidy,
      found: loaded.base.found,
    });
    this.#writeCheckpoint(loaded, stamps);
  }

  #isCheckpointed(loaded: Loaded): boolean {
    const checkpoint = readCheckpoint(this.paths, this.#home.machineId);
    return checkpoint?.position.seq === loaded.position.seq;
  }

  #writeCheckpoint(loaded: Loaded, written: ReturnType<typeof publishFiles>): void {
    const read = [...loaded.base.found].map(([file, { stamp }]) => [file, stamp] as const);
    const stamps = new Map([...read, ...written]);
    const files = Object.fromEntries([...stamps].flatMap(([file, stamp]) => (stamp ? [[file, stamp]] : [])));
    const { machineId } = this.#home;
    writeCheckpoint(this.files, this.paths, { v: 1, machine: machineId, position: loaded.position, files });
    const since = addDays(this.#input.now(), -this.settings.policy.journal.undoDays);
    retireMonths(this.#writer(), monthOf(since));
    this.#loaded = published(loaded, written);
  }

  updateHome(change: (state: HomeState) => HomeState): void {
    this.#locked(() => {
      const found = readHomeState(this);
      const next = change(found ?? this.#home);
      if (found === undefined || sortedText(next) !== sortedText(found))
        writeHomeState(this.files, this.paths, next);
      this.#home = next;
    });
  }
}
