import { isDict, type Json } from '../domain/json.ts';
import type { Change, Operation } from '../domain/plan.ts';
import { type State, targetOf } from '../domain/state.ts';
import { withoutRevision } from './adopt.ts';
import { hasRev, isNewer } from './base.ts';
import { imagesOf } from './images.ts';
import { contentHash } from './layout.ts';
import { recordsIn } from './tables.ts';

/** Two homes that become one: this one, and one that was exported. */
export interface MergeInput {
  readonly mine: State;
  readonly theirs: State;
  readonly myOperations: readonly Operation[];
  /** Those of both, each once, in the order of time. */
  readonly allOperations: readonly Operation[];
  /** Ids of projects of the other home that are called otherwise here. */
  readonly projects: ReadonlyMap<string, string>;
  readonly now: string;
}

/** What a merge makes of records. */
export interface RecordMerge {
  /** Records that may change. */
  readonly targets: readonly string[];
  /** The change of a record as it stands now; undefined when it stays. */
  changeOf(target: string, current: Json): Change | undefined;
}

/**
 * What becomes of every record when two homes become one, by the rules of two clones that git merged: the journals of both, laid over
 * one another in the order of time, say which version holds, a change made on top of another holds, changes made apart go by revision,
 * time and hash. A content that no journal knows was written by hand: it holds when it is the newer one. What this home knows already
 * is no news. A tombstone that is not lifted beats every version of its memory.
 */
export function mergeRecords(input: MergeInput): RecordMerge {
  const wanted = wantedRecords(input);
  const buried = buriedBy(input, wanted);
  return {
    targets: [...new Set([...wanted.keys(), ...buried])],
    changeOf: (target, current) => {
      const after = buried.has(target) ? null : settled(wanted.get(target) ?? null, current, input);
      if (contentHash(after) === contentHash(current)) return undefined;
      const [rule, text] = buried.has(target) ? buriedReason : reasonOf(current);
      return { target, before: current, after, reason: { rule, text, evidence: [], numbers: {} } };
    },
  };
}

const buriedReason = ['merge.buried', 'forgotten in one of the two homes'] as const;

const reasonOf = (current: Json): readonly [string, string] =>
  current === null
    ? ['merge.new', 'known in the exported home only']
    : ['merge.newer', 'the exported home has the version that holds'];

/** Versions that hold, of every record of which the other home may know more. */
function wantedRecords(input: MergeInput): Map<string, Json> {
  const known = imagesOf(input.myOperations);
  const images = imagesOf(input.allOperations);
  const [mine, theirs] = [recordsIn(input.mine), recordsIn(input.theirs)];
  const told = toldBy(input);
  const wanted = new Map<string, Json>();
  for (const target of new Set([...told, ...theirs.keys()])) {
    const value = theirs.get(target) ?? null;
    const isNews = told.has(target) || !known.get(target)?.hashes.has(contentHash(value));
    if (!isNews) continue;
    const found = [mine.get(target) ?? null, value].filter((one) => one !== null);
    const image = images.get(target);
    const start = image ? image.latest : null;
    wanted.set(
      target,
      found.reduce<Json>((best, one) => {
        if (image?.hashes.has(contentHash(one))) return best;
        return best === null || isNewer(one, best) ? one : best;
      }, start),
    );
  }
  return wanted;
}

/** Records that operations of the other home changed which this one has not. */
function toldBy({ myOperations, allOperations }: MergeInput): Set<string> {
  const own = new Set(myOperations.map(({ id }) => id));
  const fresh = allOperations.filter(({ id }) => !own.has(id));
  return new Set(fresh.flatMap(({ changes }) => changes.map(({ target }) => target)));
}

/** Memories that a tombstone of either home buries, once both are one. */
function buriedBy({ mine }: MergeInput, wanted: ReadonlyMap<string, Json>): Set<string> {
  const stones = new Map<string, unknown>(
    [...mine.tombstones].map(([id, stone]) => [targetOf('tombstones', id), stone]),
  );
  for (const [target, value] of wanted) if (target.startsWith('tombstones/')) stones.set(target, value);
  return new Set(
    [...stones.values()].flatMap((stone) =>
      isDict(stone) && stone.liftedAt === undefined ? [targetOf('memories', String(stone.memoryId))] : [],
    ),
  );
}

/** A record of the other home under the project's id of this one: a version of its own where it counts them, so that it stays so. */
function settled(value: Json, current: Json, { projects, now }: MergeInput): Json {
  const own = projects.size === 0 ? value : renamed(value, projects);
  if (own === value || !hasRev(own)) return own;
  if (contentHash(withoutRevision(own)) === contentHash(withoutRevision(current))) return current;
  const rev = Math.max(own.rev, hasRev(current) ? current.rev : 0) + 1;
  return { ...own, rev, updatedAt: now };
}

/** The value with other ids of projects, at whatever depth; the same value when it names none of them. */
function renamed(value: Json, projects: ReadonlyMap<string, string>): Json {
  const text = JSON.stringify(value);
  if (![...projects.keys()].some((id) => text.includes(id))) return value;
  return JSON.parse(text, (key, inner: unknown) =>
    key === 'project' && typeof inner === 'string' ? (projects.get(inner) ?? inner) : inner,
  );
}
