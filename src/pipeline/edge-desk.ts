import { type Appearance, type Edge, edgeId, type SessionLedger } from '../domain/association.ts';
import type { Change, Reason } from '../domain/plan.ts';
import type { AssociationPolicy } from '../domain/policy.ts';
import { addAppearances, emptyLedger, hasCounted } from './edge-ledger.ts';
import { addSession, type Weighted, type Wiring, weightAt, wiringOf } from './edge-weight.ts';
import { changeRecord } from './record-changes.ts';

/** Two things that a session joins. */
export interface Pair {
  readonly a: string;
  readonly b: string;
}

/** A pair while a cycle counts. */
interface Draft extends Pair {
  readonly before: Edge | null;
  weighed: Weighted;
  /** Sessions that the cycle added. */
  readonly fresh: Appearance[];
}

/** The edges of one kind while a cycle counts. */
export class EdgeDesk {
  readonly #kind: Edge['kind'];
  readonly #policy: AssociationPolicy;
  readonly #wiring: Wiring;
  readonly #now: string;
  readonly #edges: ReadonlyMap<string, Edge>;
  /** By their ends: a hash is made once a pair and not once a session. */
  readonly #drafts = new Map<string, Draft>();

  constructor(
    edges: ReadonlyMap<string, Edge>,
    { kind, policy, now }: { kind: Edge['kind']; policy: AssociationPolicy; now: string },
  ) {
    this.#edges = edges;
    this.#kind = kind;
    this.#policy = policy;
    this.#wiring = wiringOf(kind, policy);
    this.#now = now;
  }

  /** Counts a session for a pair. A pair of memories remembers which it has counted; for tags their desk does. */
  join(pair: Pair, session: Appearance): void {
    const draft = this.#draftOf(pair);
    if (this.#remembers && this.#hasCounted(draft, session)) return;
    draft.fresh.push(session);
    draft.weighed = addSession(draft.weighed, session.at, this.#wiring);
  }

  /** What the cycle does to edges: those that a session joined, and those that have faded. */
  changes(): Change[] {
    const touched = [...this.#drafts.values()].filter(({ fresh }) => fresh.length > 0);
    const joined = new Set(touched.map(({ before }) => before?.id));
    const faded = [...this.#edges.values()].filter(
      (edge) => edge.kind === this.#kind && !joined.has(edge.id) && this.#isFaded(edge),
    );
    return [...faded.map((edge) => this.#removal(edge)), ...touched.flatMap((draft) => this.#change(draft))];
  }

  get #remembers(): boolean {
    return this.#kind === 'memories';
  }

  #hasCounted = ({ before, fresh }: Draft, session: Appearance): boolean =>
    fresh.some(({ sessionId }) => sessionId === session.sessionId) ||
    (before !== null && hasCounted(before, session));

  #draftOf({ a: one, b: other }: Pair): Draft {
    const [a, b] = one < other ? [one, other] : [other, one];
    const key = `${a} ${b}`;
    const known = this.#drafts.get(key);
    if (known) return known;
    const before = this.#edges.get(edgeId(this.#kind, a, b)) ?? null;
    const draft = { a, b, before, weighed: before ?? { weight: 0, at: '' }, fresh: [] };
    this.#drafts.set(key, draft);
    return draft;
  }

  #isFaded = (edge: Weighted): boolean =>
    weightAt(edge, this.#wiring.kept, this.#now) < this.#wiring.goneBelow;

  #removal(edge: Edge): Change {
    const to = weightAt(edge, this.#wiring.kept, this.#now);
    const { goneBelow } = this.#wiring;
    const text = `Its weight fell to ${to.toFixed(3)}, below ${goneBelow}.`;
    const reason = { rule: 'edges.faded', text, evidence: [], numbers: { from: edge.weight, to, goneBelow } };
    return changeRecord('edges', { before: edge, after: null, reason });
  }

  /** What is too old to count today leaves no edge, and takes one that has faded with it. */
  #change(draft: Draft): Change[] {
    const { before, weighed } = draft;
    if (this.#isFaded(weighed)) return before ? [this.#removal(before)] : [];
    const { weight, at } = weighed;
    const after = { ...this.#headOf(draft), ...this.#ledgerOf(draft), weight, at, updatedAt: this.#now };
    return [changeRecord('edges', { before, after, reason: this.#reason(draft) })];
  }

  #headOf({ a, b, before }: Draft) {
    const id = before?.id ?? edgeId(this.#kind, a, b);
    return { v: 1, id, rev: (before?.rev ?? 0) + 1, kind: this.#kind, a, b } as const;
  }

  #ledgerOf({ before, fresh }: Draft): SessionLedger {
    const ledger = before ?? emptyLedger;
    return this.#remembers
      ? addAppearances(ledger, fresh, this.#policy.sessionsNamed)
      : { sessions: [], count: ledger.count + fresh.length };
  }

  #reason({ before, weighed, fresh }: Draft): Reason {
    const from = before?.weight ?? 0;
    return {
      rule: 'edges.wired',
      text: `${counted(fresh.length, 'session')} joined them: weight ${from.toFixed(2)} → ${weighed.weight.toFixed(2)}.`,
      evidence: fresh.slice(0, 3).map(({ sessionId }) => sessionId),
      numbers: { sessions: fresh.length, from, to: weighed.weight, delta: this.#wiring.delta },
    };
  }
}

/** A count with its noun. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
