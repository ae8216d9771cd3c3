import { failed, type Result, success } from '../domain/failure.ts';
import { isDict, type Json, sortedText } from '../domain/json.ts';
import type { Change, Operation, Plan } from '../domain/plan.ts';
import { splitTarget } from '../domain/state.ts';
import { addDays, dayOf } from '../domain/time.ts';
import { purgeCommand } from './plan-purge.ts';

/** What undo decides from: the journal, and how a record stands now. */
export interface UndoInput {
  readonly operations: readonly Operation[];
  /** Id of an operation or a group, or its first digits; the last run when absent. */
  readonly called: string | undefined;
  readonly current: (target: string) => Json;
  readonly now: string;
  /** Days that undo reaches back: of what is older, the journal no longer keeps every image. */
  readonly undoDays: number;
}

/** What undo would change, and which operations it takes back. */
export interface UndoPlan extends Plan {
  readonly undone: readonly Operation[];
}

/** The operations meant: a whole run when it or nothing is named, else the one operation. An adopted edit is undone by name only. */
function chosen({ operations, called }: UndoInput): readonly Operation[] {
  const run =
    called === undefined
      ? operations.filter(({ command }) => command !== 'adopted-edit').slice(-1)
      : operations.filter(({ group }) => group.startsWith(called));
  const groups = new Set(run.map(({ group }) => group));
  if (groups.size === 1) return operations.filter(({ group }) => groups.has(group));
  const match = operations.filter(({ id }) => id.startsWith(called ?? ''));
  return match.length === 1 ? match : [];
}

/** Content of a record without what every revision changes. */
const contentOf = (value: Json): string => {
  if (!isDict(value)) return sortedText(value);
  const { rev: _rev, updatedAt: _updatedAt, ...rest } = value;
  return sortedText(rest);
};

const revOf = (value: Json): number => (isDict(value) && typeof value.rev === 'number' ? value.rev : 0);

/** The earlier image as a new revision, so that it wins when two homes are merged. */
function asRevision(image: Json, current: Json, now: string): Json {
  if (!isDict(image) || typeof image.rev !== 'number' || current === null) return image;
  return { ...image, rev: Math.max(revOf(current), revOf(image)) + 1, updatedAt: now } as Json;
}

/** A tombstone is never removed but lifted: a merge with a home that still has it must not bury the fact again. */
function inverseImage({ target, before, after }: Change, current: Json, now: string): Json {
  const buried = before === null && splitTarget(target).collection === 'tombstones' && isDict(after);
  if (buried) return asRevision({ ...after, liftedAt: now } as Json, current, now);
  return asRevision(before, current, now);
}

/** The net change of some operations on each record: first image before, last image after. */
function netChanges(operations: readonly Operation[]): Change[] {
  const net = new Map<string, Change>();
  for (const change of operations.flatMap(({ changes }) => changes)) {
    const earlier = net.get(change.target);
    net.set(change.target, earlier ? { ...change, before: earlier.before } : change);
  }
  return [...net.values()].reverse();
}

/**
 * The inverse of an operation or of a whole run, as a new operation. Refused when a record it touched has changed since:
 * then the later operation has to be undone first.
 */
export function planUndo(input: UndoInput): Result<UndoPlan> {
  const undone = chosen(input);
  if (undone.length === 0) return nothingCalled(input);
  if (undone.some(({ command }) => command === purgeCommand)) return purged(input);
  const oldest = undone.find(({ at }) => at < addDays(input.now, -input.undoDays));
  if (oldest) return tooOld(input, oldest);
  const changes = netChanges(undone);
  const moved = changes.find(({ target, after }) => contentOf(input.current(target)) !== contentOf(after));
  if (moved) return changedSince(input, undone, moved);
  const reason = {
    rule: 'undo',
    text: `takes back ${undone.map(({ command }) => command).join(', ')}`,
    evidence: undone.map(({ id }) => id),
    numbers: {},
  };
  const inverse = changes.map((change) => {
    const current = input.current(change.target);
    return {
      target: change.target,
      before: current,
      after: inverseImage(change, current, input.now),
      reason,
    };
  });
  return success({ command: 'undo', changes: inverse, undone });
}

function nothingCalled({ called, operations }: UndoInput): Result<never> {
  if (operations.length === 0)
    return failed('undo.nothing', 'the journal is empty: there is nothing to undo', 'hebb log');
  return failed(
    'undo.unknown',
    `no single operation or run is called ${called}`,
    'hebb log shows them; give more digits',
  );
}

const purged = ({ operations }: UndoInput): Result<never> => {
  const before = operations.findLast(({ command }) => command !== purgeCommand);
  return failed(
    'undo.purged',
    'a purge cannot be undone: what it erased is nowhere in this home any more',
    before ? `hebb undo ${before.id} takes back ${before.command} before it` : 'hebb log',
  );
};

const tooOld = ({ undoDays }: UndoInput, { id, at }: Operation): Result<never> =>
  failed(
    'undo.old',
    `${id} is of ${dayOf(at)}; undo reaches back ${undoDays} days`,
    'hebb edit and hebb restore change single memories',
  );

function changedSince({ operations }: UndoInput, undone: readonly Operation[], moved: Change): Result<never> {
  const last = undone.at(-1);
  const later = operations.filter(
    (operation) =>
      !undone.includes(operation) && operation.changes.some(({ target }) => target === moved.target),
  );
  const newest = later.at(-1);
  return failed(
    'undo.changed',
    `${moved.target} has changed since ${last?.id ?? 'then'}`,
    newest ? `undo ${newest.id} (${newest.command}) first` : 'hebb explain shows what changed it',
  );
}
