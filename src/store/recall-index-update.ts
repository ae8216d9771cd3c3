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
import {
  type IndexInput,
  indexPath,
  isCurrent,
  openFile,
  type RecallHead,
  type RecallSource,
} from './recall-index.ts';
import type { Database } from './recall-index-driver.ts';
import { countLinks, putEdge, putRelation, removeLink } from './recall-index-links.ts';
import {
  createTables,
  prepareToWrite,
  schemaVersion,
  writeHead,
  writeSynonyms,
} from './recall-index-schema.ts';
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
  for (const folder of [paths.cache, paths.locks]) files.ensureFolder(folder);
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
    if (isCurrent(head, input, signs)) return true;
    if (head.machine !== machine || !isReachable(paths, machine, head.position)) return false;
    const tail = readTail(paths, machine, head.position);
    if (!isAllInJournal(input, { head, signs, tail })) return false;
    const changes = tail.operations.flatMap((operation) => operation.changes);
    if (!isPlain(changes) || isSparse(head)) return false;
    const source = await input.loadSource();
    const topics = isAboutFocus(changes, head) ? source.topicsOf(await input.openStore()) : head.topics;
    const next = { ...headAt(head, tail, signs), topics, synonyms: input.synonyms };
    change(database, () => {
      if (head.synonyms !== input.synonyms) writeSynonyms(database, source.synonyms());
      return applyChanges(database, { changes, head: next, source });
    });
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
  readonly source: RecallSource;
}

function applyChanges(database: Database, { changes, head, source }: Applied): RecallHead {
  const last = new Map(changes.map(({ target, after }) => [target, after]));
  const put = new Map<string, IndexEntry>();
  const remove: string[] = [];
  let next = head;
  for (const [target, after] of last) {
    const { collection, id } = splitTarget(target);
    if (collection === 'memories') {
      const memory = parseMemory(after);
      if (memory.ok && isLive(memory.value)) put.set(id, source.entryOf(memory.value));
      else remove.push(id);
    } else if (collection === 'relations' || collection === 'edges')
      changeLink(database, { collection, id, after, source });
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
    source,
  }: { collection: 'relations' | 'edges'; id: string; after: Json; source: RecallSource },
): void {
  removeLink(database, collection, id);
  if (after === null) return;
  if (collection === 'relations') {
    const relation = parseRelation(after);
    if (relation.ok && source.isLifting(relation.value)) putRelation(database, relation.value);
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
  const { paths, machine } = input;
  const signs = readSigns(paths, machine);
  const checkpoint = readCheckpoint(paths, machine);
  const { position } = readTail(paths, machine, checkpoint?.position ?? beginning);
  const [store, source] = await Promise.all([input.openStore(), input.loadSource()]);
  const head = headAt(emptyHead(input, { store, source }), { position }, signs);
  const work = { state: store.state(), head, source, onWritten: input.onWritten };
  const found = openFile(open, indexPath(paths), input.version);
  if (!found || !trySync(found, work)) makeAnew(open, input, work);
}

/** What an index is made equal to. */
interface Work {
  readonly state: State;
  readonly head: RecallHead;
  readonly source: RecallSource;
  readonly onWritten: IndexInput['onWritten'];
}

/** An index without a document, of a home as it is now. */
function emptyHead(
  { machine, version, synonyms }: IndexInput,
  { store, source }: { store: Store; source: RecallSource },
): RecallHead {
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
    synonyms,
  };
}

/** Changes what differs. False when the index had better be made anew: it is damaged, or mostly given up. */
function trySync({ database, head }: { database: Database; head: RecallHead }, work: Work): boolean {
  try {
    if (isSparse(head)) return false;
    const { count, next, length } = head;
    change(database, () => syncRecords(database, { ...work, head: { ...work.head, count, next, length } }));
    return true;
  } catch {
    return false;
  } finally {
    database.close();
  }
}

function syncRecords(database: Database, { state, head, source, onWritten }: Work): RecallHead {
  const entries = new Map(source.entriesOf(state).map((entry) => [entry.item.id, entry]));
  const known = new Map(
    database.all('select id, hash from docs').map(([id, hash]) => [String(id), String(hash)]),
  );
  const put = [...entries.values()].filter((entry) => known.get(entry.item.id) !== hashOfEntry(entry));
  const remove = [...known.keys()].filter((id) => !entries.has(id));
  const counts = writeEntries(database, head, { put, remove, onWritten });
  database.exec('delete from links');
  writeSynonyms(database, source.synonyms());
  return { ...head, ...counts, links: putLinks(database, { state, source }) };
}

function putLinks(database: Database, { state, source }: Pick<Work, 'state' | 'source'>): number {
  for (const relation of state.relations.values())
    if (source.isLifting(relation)) putRelation(database, relation);
  for (const edge of state.edges.values()) if (isOfMemories(edge)) putEdge(database, edge);
  return countLinks(database);
}

/** Writes a new index beside the old one and renames it, so that readers have the old one or the new one. */
function makeAnew(open: Open, { files, paths, owner }: IndexInput, work: Work): void {
  const path = indexPath(paths);
  const temporary = `${path}.${owner.pid}.0.tmp`;
  files.remove(temporary);
  // Made by the pen, so that only the person may read it.
  files.create(temporary, '');
  const database = open(temporary);
  try {
    createTables(database);
    fill(database, work);
    database.close();
  } catch (error) {
    database.close();
    files.remove(temporary);
    throw error;
  }
  // What a writer that died left beside the old one would be taken for a part of the new one.
  files.remove(`${path}-journal`);
  files.move(temporary, path);
}

function fill(database: Database, { state, head, source, onWritten }: Work): void {
  database.exec('begin');
  const put = source.entriesOf(state).sort((a, b) => (a.item.id < b.item.id ? -1 : 1));
  const counts = writeEntries(database, head, { put, remove: [], onWritten });
  writeSynonyms(database, source.synonyms());
  writeHead(database, { ...head, ...counts, links: putLinks(database, { state, source }) });
  database.exec('commit');
}
