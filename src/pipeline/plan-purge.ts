import { isDict, type Json, sortedText, toJson } from '../domain/json.ts';
import type { Change, Plan, Reason } from '../domain/plan.ts';
import { type Eraser, type PurgeIntent, purgedReason } from '../domain/purge.ts';
import { collections, type State, targetOf } from '../domain/state.ts';
import { occasionsOf } from './evidence.ts';
import { readCore } from './read-core.ts';

/** Name of the operation that a purge commits; undo refuses it. */
export const purgeCommand = 'purge';

const reasonOf = (intent: PurgeIntent): Reason => ({
  rule: 'purge',
  text: 'a person had it erased',
  evidence: intent.ids,
  numbers: {},
});

/** Sections of core memory are looked at by entry, everything else by record. */
function coreTargets({ core }: State): string[] {
  return Object.entries(core).flatMap(([key, value]) =>
    isDict(value) ? Object.keys(value).map((inner) => `${key}/${inner}`) : [key],
  );
}

/** A text is its own JSON. */
const asJson = (record: object | string): Json => (typeof record === 'string' ? record : toJson(record));

function recordsOf(state: State): [target: string, value: Json][] {
  return collections.flatMap((collection): [string, Json][] => {
    if (collection === 'core')
      return coreTargets(state).map((id) => [targetOf('core', id), readCore(state.core, id)]);
    return [...state[collection]].map(([id, record]) => [targetOf(collection, id), asJson(record)]);
  });
}

/** What stays of a record as its next revision, so that it wins when homes are merged; less evidence is less support. */
function revised(before: Json, after: Json, now: string): Json {
  if (!isDict(after) || !isDict(before) || typeof after.rev !== 'number') return after;
  return { ...after, ...lessSupport(before, after), rev: after.rev + 1, updatedAt: now } as Json;
}

function lessSupport(
  before: { readonly [key: string]: unknown },
  after: { readonly [key: string]: unknown },
): { support?: number } {
  if (typeof after.support !== 'number') return {};
  const count = ({ provenance }: { readonly [key: string]: unknown }): number =>
    Array.isArray(provenance) ? occasionsOf(provenance).length : 0;
  const lost = count(before) - count(after);
  return lost > 0 ? { support: Math.max(1, after.support - lost) } : {};
}

/**
 * The state without what an intent erases: records gone or masked, and its tombstones. Made from the intent alone, so
 * that a purge which was interrupted is planned again and finds what is left.
 */
export function planPurge(
  state: State,
  { intent, eraser, now }: { readonly intent: PurgeIntent; readonly eraser: Eraser; readonly now: string },
): Plan {
  const reason = reasonOf(intent);
  const own = new Set(intent.stones.map(({ id }) => targetOf('tombstones', id)));
  const erased = recordsOf(state).flatMap(([target, before]): Change[] => {
    const after = own.has(target) ? before : eraser.record(target, before);
    if (sortedText(after) === sortedText(before)) return [];
    return [{ target, before, after: revised(before, after, now), reason }];
  });
  const stones = intent.stones.flatMap((stone): Change[] => {
    const known = state.tombstones.get(stone.id);
    if (known?.reason === purgedReason && known.liftedAt === undefined && known.rev >= stone.rev) return [];
    return [
      {
        target: targetOf('tombstones', stone.id),
        before: known ? toJson(known) : null,
        after: toJson(stone),
        reason,
      },
    ];
  });
  return { command: purgeCommand, changes: [...stones, ...erased] };
}
