import type { Json } from '../domain/json.ts';
import type { Change, Reason } from '../domain/plan.ts';
import { type Collection, splitTarget, targetOf } from '../domain/state.ts';
import { type Base, type FoundFile, hasRev, isNewer } from './base.ts';
import { guardEdit } from './guard-edit.ts';
import type { Images } from './images.ts';
import { contentHash, homeFile, type LayoutContext, locate, shardFamily } from './layout.ts';
import { isCollection, recordOf, setRecord, type Tables } from './tables.ts';

/** What tells a person's edit from a copy: the files that changed behind hebb's back, and what the journals know. */
export interface AdoptionInput {
  readonly base: Base;
  /** Files that are not as hebb left them. */
  readonly touched: readonly FoundFile[];
  /** Files (without shard number) of which records are missing by accident: damaged, emptied or gone. */
  readonly lost: ReadonlySet<string>;
  readonly images: ReadonlyMap<string, Images>;
  /** Images since the checkpoint; undefined without one: then what the files lack is no one's decision. */
  readonly recent: ReadonlyMap<string, Images> | undefined;
  readonly layout: LayoutContext;
  readonly now: string;
}

/** `found` is the hash of the line as the person left it: seen again before the next publication, it is no new edit. */
const edited = (text: string, file: string, found: Json): Reason => ({
  rule: 'adopted-edit',
  text,
  evidence: [file],
  numbers: found === null ? {} : { found: contentHash(found) },
});

/** A person's edit becomes the next revision, whatever revision they left in the line. */
function asNextRevision(value: Json, current: Json, now: string): Json {
  if (!hasRev(value) || current === null) return value;
  const rev = Math.max(value.rev, hasRev(current) ? current.rev : 0) + 1;
  return { ...value, rev, updatedAt: now };
}

/** What a record says, whatever its revision. */
export function withoutRevision(value: Json): Json {
  if (!hasRev(value)) return value;
  const { rev: _rev, updatedAt: _updatedAt, ...rest } = value;
  return rest;
}

const saysTheSame = (a: Json, b: Json): boolean =>
  contentHash(withoutRevision(a)) === contentHash(withoutRevision(b));

/**
 * True for a content that hebb once wrote: a copy, old or merged by git, and no edit. A record without revisions that
 * says what it said before the checkpoint was set back by a person.
 */
function isCopy({ images, recent }: AdoptionInput, target: string, value: Json): boolean {
  const hash = contentHash(value);
  if (!images.get(target)?.hashes.has(hash)) return false;
  return hasRev(value) || recent === undefined || (recent.get(target)?.hashes.has(hash) ?? false);
}

/** Ledgers are read when somebody asks; what people do to them is not looked at. */
const isLedger = (collection: Collection): boolean => collection === 'archive' || collection === 'imported';

const isKept = (input: AdoptionInput, collection: Collection): boolean =>
  input.recent === undefined || !isLedger(collection);

/** Records that the journals hold and the files do not. */
function missing(input: AdoptionInput): { target: string; latest: Json; file: string }[] {
  const { base, images, layout } = input;
  return [...images].flatMap(([target, { latest }]) => {
    const { collection } = splitTarget(target);
    if (latest === null || !isCollection(collection) || !isKept(input, collection)) return [];
    if (recordOf(base.tables, target) !== null) return [];
    return [{ target, latest, file: homeFile(collection, locate(target, latest), layout) }];
  });
}

/** A file that is damaged may have held the record; relations stay in the file in which they were first written. */
function isLost({ lost, recent }: AdoptionInput, target: string, file: string): boolean {
  if (recent === undefined || lost.has(file) || target.startsWith('tombstones/')) return true;
  return target.startsWith('relations/') && [...lost].some((name) => name.endsWith('/relations.jsonl'));
}

/** True for a content that is neither what holds nor a copy of what once held. */
function isEdit(input: AdoptionInput, [target, value]: readonly [string, Json]): boolean {
  const latest = input.images.get(target)?.latest ?? null;
  return !(latest !== null && saysTheSame(value, latest)) && !isCopy(input, target, value);
}

/**
 * Sets records to what the journals say where the files hold an old copy or lost them by accident. Returns their
 * targets: the files have to be written anew.
 */
export function settleRecords(input: AdoptionInput): string[] {
  const settled = new Map<string, Json>();
  const records = input.touched.flatMap((file) => file.records);
  for (const [target, value] of records) {
    const latest = input.images.get(target)?.latest ?? null;
    if (contentHash(value) !== contentHash(latest)) settled.set(target, latest);
  }
  for (const record of records) if (isEdit(input, record)) settled.delete(record[0]);
  for (const { target, latest, file } of missing(input))
    if (isLost(input, target, file)) settled.set(target, latest);
  for (const [target, latest] of settled) setRecord(input.base.tables, target, latest);
  return [...settled.keys()];
}

/** A person's edit as the next revision of what holds. */
function changeOf(input: AdoptionInput, file: string, [target, value]: readonly [string, Json]): Change {
  const before = input.images.get(target)?.latest ?? null;
  const text = before === null ? 'added by hand' : 'edited by hand';
  return {
    target,
    before,
    after: guardEdit(target, asNextRevision(value, before, input.now)),
    reason: edited(text, file, value),
  };
}

/** A forgotten memory stays forgotten, also when a merge by git or a stale copy brings its line back. */
const buriedTargets = (tables: Tables): Set<string> =>
  new Set(
    [...tables.tombstones.values()]
      .filter((stone) => stone.liftedAt === undefined)
      .map((stone) => targetOf('memories', stone.memoryId)),
  );

/** Records that a touched file held and that stand nowhere now: taken out by a person. */
function removals(input: AdoptionInput): Change[] {
  const touched = new Map(input.touched.map(({ file }) => [shardFamily(file), file]));
  return missing(input).flatMap(({ target, latest, file }) => {
    const from = touched.get(file);
    if (from === undefined || isLost(input, target, file)) return [];
    return [{ target, before: latest, after: null, reason: edited('removed by hand', from, null) }];
  });
}

/** The changes that people made to the files since hebb left them. */
export function planAdoption(input: AdoptionInput): Change[] {
  const buried = buriedTargets(input.base.tables);
  const changes = new Map<string, Change>();
  for (const { file, records } of input.touched)
    for (const record of records.filter((one) => isEdit(input, one))) {
      const change = changeOf(input, file, record);
      const other = changes.get(record[0]);
      if (!other || isNewer(change.after, other.after)) changes.set(record[0], change);
    }
  for (const removal of removals(input)) changes.set(removal.target, removal);
  return [...changes.values()].filter(({ target }) => !buried.has(target));
}
