import type { IndexHit, Neighbour, RecallIndex, RecallItem } from '../domain/recall.ts';
import type { SpreadPolicy } from '../domain/recall-policy.ts';
import { daysBetween } from '../domain/time.ts';
import { asksBack, speakerOf } from '../text/turns.ts';

/** What lifted a document: the neighbour, how they stand, and the points it gave. */
export interface Lift {
  readonly id: string;
  readonly kind: Neighbour['kind'] | 'question' | 'session';
  readonly points: number;
}

/** A document after one step of spreading. */
export interface SpreadHit {
  readonly row: number;
  readonly item: RecallItem;
  /** Points of its own words; 0 when only a neighbour was found. */
  readonly own: number;
  /** Own points and those of the lifts. */
  readonly score: number;
  /** What its neighbours gave, most first. */
  readonly lifts: readonly Lift[];
}

/** Who asks, and when: edges fade, and nobody is shown what is not theirs. */
export interface SpreadView {
  readonly owners: readonly string[];
  readonly now: string;
  readonly policy: SpreadPolicy;
}

/** How many of a session's hits speak for the rest of it. */
const sessionBest = 3;

/**
 * One step of spreading activation (spec 4): each document gains shares of the points of what it was learned next to (previous,
 * the one before, next, a question that it answers, the session's three best), of the best related one and of the best one used
 * together. What no word found comes along when it stands next to one of the best. In no order.
 */
export function spreadHits(index: RecallIndex, hits: readonly IndexHit[], view: SpreadView): SpreadHit[] {
  const field = openField(index, hits, view);
  return field.rows.flatMap((row) => {
    const item = field.items.get(row);
    if (!item) return [];
    const lifts = [...besideLifts(field, row, item), ...linkLifts(field, row)].sort(
      (a, b) => b.points - a.points || (a.id < b.id ? -1 : 1),
    );
    const own = field.points.get(row) ?? 0;
    return [{ row, item, own, score: lifts.reduce((sum, { points }) => sum + points, own), lifts }];
  });
}

/** Everything that one step looks at. */
interface Field extends SpreadView {
  readonly rows: readonly number[];
  readonly items: ReadonlyMap<number, RecallItem>;
  readonly points: ReadonlyMap<number, number>;
  readonly sessions: ReadonlyMap<string, readonly { readonly row: number; readonly score: number }[]>;
  neighbours(row: number): readonly Neighbour[];
}

function openField(index: RecallIndex, hits: readonly IndexHit[], view: SpreadView): Field {
  const known = new Map<number, readonly Neighbour[]>();
  const neighbours = (row: number): readonly Neighbour[] => {
    const found = known.get(row) ?? index.neighbours(row);
    known.set(row, found);
    return found;
  };
  const near = hits.slice(0, view.policy.from).flatMap(({ row }) => besides(neighbours, row));
  const rows = [...new Set([...hits.map(({ row }) => row), ...near])];
  const seen = index.items(rows);
  const items = new Map<number, RecallItem>();
  for (const [place, row] of rows.entries()) {
    const item = seen[place];
    if (item && view.owners.includes(item.owner)) items.set(row, item);
  }
  const points = new Map(hits.map(({ row, score }) => [row, score]));
  return { ...view, rows, items, points, sessions: bestBySession(hits, items), neighbours };
}

/** What a hit may lift: whatever it touches, and the second one after it. */
function besides(neighbours: Field['neighbours'], row: number): number[] {
  return neighbours(row).flatMap((one) => {
    if (one.kind === 'previous' && one.measure > 1) return [];
    const after = one.kind === 'next' ? neighbours(one.row).filter(({ kind }) => kind === 'next') : [];
    return [one.row, ...after.map((next) => next.row)];
  });
}

function bestBySession(hits: readonly IndexHit[], items: ReadonlyMap<number, RecallItem>): Field['sessions'] {
  const sessions = new Map<string, IndexHit[]>();
  for (const hit of hits) {
    const session = items.get(hit.row)?.sessionId;
    if (session === undefined) continue;
    const best = sessions.get(session) ?? [];
    if (best.length < sessionBest) sessions.set(session, [...best, hit]);
  }
  return sessions;
}

const isTurn = ({ summary }: RecallItem): boolean => speakerOf(summary) !== undefined;

/** From its own session. A question lifts what follows; else things said in turn lift each other fully, things merely learned there little. */
function besideLifts(field: Field, row: number, item: RecallItem): Lift[] {
  const { policy, items, points, sessions } = field;
  const share = isTurn(item) ? 1 : policy.apart;
  const beside = field.neighbours(row).flatMap(({ kind, row: other, measure }): Lift[] => {
    const there = items.get(other);
    const given = points.get(other);
    if (!there || given === undefined || (kind !== 'previous' && kind !== 'next')) return [];
    const asks = kind === 'previous' && measure === 1 && asksBack(there.summary);
    const weight = asks ? policy.question : share * weightBeside(policy, kind, measure);
    return [{ id: there.id, kind: asks ? 'question' : kind, points: weight * given }];
  });
  const best = sessions.get(item.sessionId ?? '') ?? [];
  const first = items.get(best[0]?.row ?? -1);
  if (!first || best.length < 2) return beside;
  const mean = best.reduce((sum, { score }) => sum + score, 0) / sessionBest;
  return [...beside, { id: first.id, kind: 'session', points: share * policy.session * mean }];
}

function weightBeside(policy: SpreadPolicy, kind: 'previous' | 'next', measure: number): number {
  if (kind === 'next') return policy.next;
  return measure === 1 ? policy.previous : policy.beforePrevious;
}

/** From relations and edges: the best of each kind, so that what is linked with everything is not lifted by everything. */
function linkLifts({ policy, items, points, now, neighbours }: Field, row: number): Lift[] {
  const lifts = neighbours(row).flatMap(({ kind, row: other, measure, at }): Lift[] => {
    const there = items.get(other);
    const given = points.get(other);
    if (!there || given === undefined || (kind !== 'related' && kind !== 'together')) return [];
    const kept = at === undefined ? 1 : policy.edgeKept ** Math.max(0, daysBetween(at, now));
    return [{ id: there.id, kind, points: policy[kind] * Math.min(1, measure * kept) * given }];
  });
  const bestOf = (kind: 'related' | 'together'): Lift[] =>
    lifts
      .filter((lift) => lift.kind === kind)
      .sort((a, b) => b.points - a.points)
      .slice(0, 1);
  return [...bestOf('related'), ...bestOf('together')];
}
