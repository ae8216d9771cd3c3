import { isDict, type Json } from '../domain/json.ts';
import type { Change, Operation, Reason } from '../domain/plan.ts';
import { splitTarget, targetOf } from '../domain/state.ts';
import { type Base, type FoundFile, isNewer } from './base.ts';
import { contentHash, homeFile, type LayoutContext, locate, shardFamily } from './layout.ts';
import { isCollection, recordOf, type Tables } from './tables.ts';

/** What the journals say of a record: every image it ever had, and the newest. */
export interface Images {
  readonly hashes: ReadonlySet<string>;
  readonly latest: Json;
}

/** Images of every record that the journals know, in the order of time. */
export function imagesOf(operations: readonly Operation[]): Map<string, Images> {
  const images = new Map<string, { hashes: Set<string>; latest: Json }>();
  for (const { changes } of operations) {
    for (const { target, before, after, reason } of changes) {
      const known = images.get(target) ?? { hashes: new Set<string>(), latest: null };
      if (before !== null) known.hashes.add(contentHash(before));
      if (after !== null) known.hashes.add(contentHash(after));
      if (typeof reason.numbers.found === 'string') known.hashes.add(reason.numbers.found);
      images.set(target, { hashes: known.hashes, latest: after });
    }
  }
  return images;
}

/** What adoption looks at: the files that changed behind hebb's back, and the state that hebb knows. */
export interface AdoptionInput {
  readonly base: Base;
  /** State with the journal laid over the files. */
  readonly tables: Tables;
  readonly touched: readonly FoundFile[];
  readonly images: ReadonlyMap<string, Images>;
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

const hasRev = (value: Json): value is { readonly [key: string]: Json } =>
  isDict(value) && typeof value.rev === 'number';

/** A person's edit becomes the next revision, whatever revision they left in the line. */
function asNextRevision(value: Json, current: Json, now: string): Json {
  if (!hasRev(value)) return value;
  const rev = Math.max(Number(value.rev), hasRev(current) ? Number(current.rev) : 0) + 1;
  return { ...value, rev, updatedAt: now };
}

/**
 * What a record in a touched file means. A content that hebb once wrote is a copy (of this home, or merged from another
 * clone): the newest revision wins. A content that hebb never wrote is a person's edit, and it wins.
 */
function changeOf(
  input: AdoptionInput,
  file: string,
  [target, value]: readonly [string, Json],
): Change | undefined {
  const current = recordOf(input.tables, target);
  const images = input.images.get(target);
  const before = current ?? images?.latest ?? null;
  if (current !== null && saysTheSame(value, current)) return undefined;
  if (images?.hashes.has(contentHash(value)))
    return isCopyNewer(value, current)
      ? {
          target,
          before,
          after: value,
          reason: edited('merged from another clone of this home', file, value),
        }
      : undefined;
  return {
    target,
    before,
    after: before === null ? value : asNextRevision(value, before, input.now),
    reason: edited(before === null ? 'added by hand' : 'edited by hand', file, value),
  };
}

const saysTheSame = (a: Json, b: Json): boolean =>
  contentHash(withoutRevision(a)) === contentHash(withoutRevision(b));

function withoutRevision(value: Json): Json {
  if (!hasRev(value)) return value;
  const { rev: _rev, updatedAt: _updatedAt, ...rest } = value;
  return rest;
}

const isCopyNewer = (value: Json, current: Json): boolean =>
  current !== null && hasRev(value) && isNewer(value, current);

/** Records that a touched file held at its checkpoint and that stand nowhere now: taken out by a person. */
function removals(input: AdoptionInput, file: FoundFile): Change[] {
  if (file.bad.length > 0 || file.stamp === undefined || file.stamp.size === 0) return [];
  const family = shardFamily(file.file);
  return [...input.images].flatMap(([target, { latest }]) => {
    const { collection } = splitTarget(target);
    if (latest === null || !isCollection(collection) || input.base.fileOf.has(target)) return [];
    if (recordOf(input.tables, target) !== null) return [];
    const home = homeFile(collection, locate(target, latest), input.layout);
    if (home !== family || collection === 'tombstones') return [];
    return [{ target, before: latest, after: null, reason: edited('removed by hand', file.file, null) }];
  });
}

/** A forgotten memory stays forgotten, also when a merge by git or a stale copy brings its line back. */
const buriedTargets = (tables: Tables): Set<string> =>
  new Set(
    [...tables.tombstones.values()]
      .filter((stone) => stone.liftedAt === undefined)
      .map((stone) => targetOf('memories', stone.memoryId)),
  );

/** The changes that people (or git) made to the files since hebb left them. */
export function planAdoption(input: AdoptionInput): Change[] {
  const changes = new Map<string, Change>();
  const buried = buriedTargets(input.tables);
  for (const file of input.touched) {
    for (const record of file.records) {
      const change = buried.has(record[0]) ? undefined : changeOf(input, file.file, record);
      const other = changes.get(record[0]);
      if (change && (!other || isNewer(change.after, other.after))) changes.set(record[0], change);
    }
    for (const removal of removals(input, file)) changes.set(removal.target, removal);
  }
  return [...changes.values()];
}
