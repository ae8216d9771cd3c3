import { join } from 'node:path';
import type { Edge } from '../domain/association.ts';
import type { Json } from '../domain/json.ts';
import { isLive } from '../domain/memory.ts';
import type { Change } from '../domain/plan.ts';
import type { IndexEntry } from '../domain/recall.ts';
import { type State, splitTarget } from '../domain/state.ts';
import { readCheckpoint } from './checkpoint.ts';
import { beginning, isReachable, readTail, type Tail } from './journal.ts';
import { parseEdge } from './knowledge-records.ts';
import { tryLock } from './lock.ts';
import { type IndexInput, indexPath, isFresh, openFile, type RecallHead } from './recall-index.ts';
import type { Database } from './recall-index-driver.ts';
import { countLinks, putEdge, putRelation, removeLink } from './recall-index-links.ts';
import { createTables, prepareToWrite, schemaVersion, writeHead } from './recall-index-schema.ts';
import { readSigns, type Signs, signsOfCheckpoint } from './recall-index-signs.ts';
import { hashOfEntry, writeEntries } from './recall-index-write.ts';
import { parseMemory, parseRelation } from './records.ts';
import type { Store } from './store.ts';

type Open = (path: string) => Database;

/** How long the process that is writing the index is waited for. */
const waitMs = 400;

/**
 * Brings the index up to what the home says now: by the journal alone where that is certain, else from the whole state. False
 * when another process is at it.
 */
export async function updateIndex(open: Open, input: IndexInput): Promise<boolean> {
  const { files, paths, owner } = input;
  const lock = join(paths.locks, 'recall.lock');
  files.ensureFolder(paths.cache);
  const until = owner.elapsed() + waitMs;
  while (!tryLock(files, lock, owner)) {
    if (owner.elapsed() >= until) return false;
    owner.pause(10);
  }
  try {
    if (!(await followJournal(open, input))) await syncWithState(open, input);
    return true;
  } finally {
    files.remove(lock);
  }
}

/** Runs one transaction on an index that is there. */
function change(database: Database, work: () => RecallHead): void {
  database.exec('commit');
  prepareToWrite(database);
  database.exec('begin immediate');
  writeHead(database, work());
  database.exec('commit');
}

/** Applies what the journal tells since the index was written. False when that is not all, or not certain. */
async function followJournal(open: Open, input: IndexInput): Promise<boolean> {
  const { paths, machine, version } = input;
  const found = openFile(open, indexPath(paths), version);
  if (!found) return false;
  const { database, head } = found;
  try {
    const signs = readSigns(paths, machine);
    if (head.machine === machine && isFresh(head, signs)) return true;
    if (head.machine !== machine || !isReachable(paths, machine, head.position)) return false;
    const tail = readTail(paths, machine, head.position);
    if (!isAllInJournal(input, { head, signs, tail })) return false;
    const changes = tail.operations.flatMap((operation) => operation.changes);
    if (!isPlain(changes) || isSparse(head)) return false;
    const topics = isAboutFocus(changes, head) ? input.source.topicsOf(await input.openStore()) : head.topics;
    const next = { ...headAt(head, tail, signs), topics };
    change(database, () => applyChanges(database, { changes, head: next, input }));
    return true;
  } catch {
    return false;
  } finally {
    database.close();
  }
}

const headAt = (head: RecallHead, { position }: Pick<Tail, 'position'>, signs: Signs): RecallHead => ({
  ...head,
  position,
  files: signs.files,
  others: signs.others,
});

/** True when files changed only by what the journal tells: they are as the index saw them, or as hebb left them since. */
function isAllInJournal(
  { paths, machine }: IndexInput,
  { head, signs, tail }: { head: RecallHead; signs: Signs; tail: Tail },
): boolean {
  if (head.others !== signs.others || tail.bad.length > 0 || tail.newer) return false;
  if (head.files === signs.files) return true;
  const checkpoint = readCheckpoint(paths, machine);
  return (
    checkpoint !== undefined &&
    checkpoint.position.seq >= head.position.seq &&
    signsOfCheckpoint(checkpoint.files) === signs.files
  );
}

/** A skill that comes or goes decides about memories that no change names. */
const isPlain = (changes: readonly Change[]): boolean =>
  changes.every(({ target, after }) => {
    const { collection } = splitTarget(target);
    if (collection === 'skills') return false;
    const memory = collection === 'memories' && after !== null ? parseMemory(after) : undefined;
    return !memory?.ok || memory.value.status !== 'consolidated';
  });

/** Whether changes move the focus: itself, or the sessions since it was set. */
const isAboutFocus = (changes: readonly Change[], { topics }: RecallHead): boolean =>
  changes.some(
    ({ target }) =>
      target.startsWith('attention/') || (target.startsWith('tags/') && Object.keys(topics).length > 0),
  );

/** More rows given up than in use: time to write it anew. */
const isSparse = ({ count, next }: RecallHead): boolean => next > 2 * count + 1024;

interface Applied {
  readonly changes: readonly Change[];
  readonly head: RecallHead;
  readonly input: IndexInput;
}

function applyChanges(database: Database, { changes, head, input }: Applied): RecallHead {
  const last = new Map(changes.map(({ target, after }) => [target, after]));
  const put = new Map<string, IndexEntry>();
  const remove: string[] = [];
  let next = head;
  for (const [target, after] of last) {
    const { collection, id } = splitTarget(target);
    if (collection === 'memories') {
      const memory = parseMemory(after);
      if (memory.ok && isLive(memory.value)) put.set(id, input.source.entryOf(memory.value));
      else remove.push(id);
    } else if (collection === 'relations' || collection === 'edges')
      changeLink(database, { collection, id, after, input });
    else next = withSetting(next, target, after);
  }
  const counts = writeEntries(database, head, { put: [...put.values()], remove });
  return { ...next, ...counts, links: countLinks(database) };
}

function changeLink(
  database: Database,
  {
    collection,
    id,
    after,
    input,
  }: { collection: 'relations' | 'edges'; id: string; after: Json; input: IndexInput },
): void {
  removeLink(database, collection, id);
  if (after === null) return;
  if (collection === 'relations') {
    const relation = parseRelation(after);
    if (relation.ok && input.source.isLifting(relation.value)) putRelation(database, relation.value);
    return;
  }
  const edge = parseEdge(after);
  if (edge.ok && isOfMemories(edge.value)) putEdge(database, edge.value);
}

const isOfMemories = ({ kind }: Edge): boolean => kind === 'memories';

/** Core memory's settings, which lie over the config's. */
function withSetting(head: RecallHead, target: string, after: Json): RecallHead {
  const key = /^core\/memoryConfig\/(.+)$/.exec(target)?.[1];
  if (key === undefined) return head;
  const { [key]: _, ...others } = head.memoryConfig;
  return { ...head, memoryConfig: after === null ? others : { ...others, [key]: after } };
}

/** Compares the whole state with the index: by id and content hash where there is one, else it is made anew. */
async function syncWithState(open: Open, input: IndexInput): Promise<void> {
  const { paths, machine, version } = input;
  const signs = readSigns(paths, machine);
  const checkpoint = readCheckpoint(paths, machine);
  const { position } = readTail(paths, machine, checkpoint?.position ?? beginning);
  const store = await input.openStore();
  const state = store.state();
  const found = openFile(open, indexPath(paths), version);
  const head = headAt(settingsOf(input, store), { position }, signs);
  if (found && !isSparse(found.head)) {
    try {
      const { database } = found;
      change(database, () =>
        syncRecords(database, { state, head: { ...head, ...countsOf(found.head) }, input }),
      );
      return;
    } catch {
    } finally {
      found.database.close();
    }
  } else found?.database.close();
  makeAnew(open, input, { state, head });
}

const countsOf = ({ count, next, length }: RecallHead): Pick<RecallHead, 'count' | 'next' | 'length'> => ({
  count,
  next,
  length,
});

function settingsOf({ machine, version, source }: IndexInput, store: Store): RecallHead {
  return {
    schema: schemaVersion,
    version,
    machine,
    position: beginning,
    files: '',
    others: '',
    count: 0,
    next: 0,
    length: 0,
    links: 0,
    memoryConfig: store.state().core.memoryConfig ?? {},
    topics: source.topicsOf(store),
  };
}

interface Synced {
  readonly state: State;
  readonly head: RecallHead;
  readonly input: IndexInput;
}

function syncRecords(database: Database, { state, head, input }: Synced): RecallHead {
  const entries = new Map(input.source.entriesOf(state).map((entry) => [entry.item.id, entry]));
  const known = new Map(
    database.all('select id, hash from docs').map(([id, hash]) => [String(id), String(hash)]),
  );
  const put = [...entries.values()].filter((entry) => known.get(entry.item.id) !== hashOfEntry(entry));
  const remove = [...known.keys()].filter((id) => !entries.has(id));
  const counts = writeEntries(database, head, { put, remove });
  database.exec('delete from links');
  return { ...head, ...counts, links: putLinks(database, { state, input }) };
}

function putLinks(database: Database, { state, input }: Pick<Synced, 'state' | 'input'>): number {
  for (const relation of state.relations.values())
    if (input.source.isLifting(relation)) putRelation(database, relation);
  for (const edge of state.edges.values()) if (isOfMemories(edge)) putEdge(database, edge);
  return countLinks(database);
}

/** Writes a new index beside the old one and renames it, so that readers have the old one or the new one. */
function makeAnew(open: Open, input: IndexInput, { state, head }: Omit<Synced, 'input'>): void {
  const path = indexPath(input.paths);
  const temporary = `${path}.${input.owner.pid}.0.tmp`;
  const remove = (file: string): void => {
    for (const suffix of ['', '-journal', '-wal', '-shm']) input.files.remove(file + suffix);
  };
  remove(temporary);
  const database = open(temporary);
  try {
    createTables(database);
    database.exec('begin');
    const entries = [...input.source.entriesOf(state)].sort((a, b) => (a.item.id < b.item.id ? -1 : 1));
    const counts = writeEntries(database, head, { put: entries, remove: [] });
    writeHead(database, { ...head, ...counts, links: putLinks(database, { state, input }) });
    database.exec('commit');
    database.close();
  } catch (error) {
    database.close();
    remove(temporary);
    throw error;
  }
  input.files.remove(`${path}-journal`);
  input.files.move(temporary, path);
}
