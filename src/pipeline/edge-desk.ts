import { type Appearance, type Edge, edgeId } from '../domain/association.ts';
import type { Change, Reason } from '../domain/plan.ts';
import type { AssociationPolicy } from '../domain/policy.ts';
import { addAppearances, emptyLedger, hasCounted } from './edge-ledger.ts';
import { addSession, type Wiring, weightAt, wiringOf } from './edge-weight.ts';
import { changeRecord } from './record-changes.ts';

/** Two things that a session joins. */
export interface Pair {
  readonly a: string;
  readonly b: string;
}

/** An edge while a cycle counts, and the sessions that the cycle added. */
interface Draft {
  readonly before: Edge | null;
  edge: Edge;
  readonly fresh: Appearance[];
}

/** The edges of one kind while a cycle counts. */
export class EdgeDesk {
  readonly #kind: Edge['kind'];
  readonly #policy: AssociationPolicy;
  readonly #wiring: Wiring;
  readonly #now: string;
  readonly #edges: ReadonlyMap<string, Edge>;
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

  /** Counts a session for a pair; once ever, where the pair itself remembers it. */
  join({ a, b }: Pair, session: Appearance, remembers: boolean): void {
    const draft = this.#draftOf(a, b);
    if (remembers && hasCounted(draft.edge, session)) return;
    draft.fresh.push(session);
    const { sessions, ...ledger } = addAppearances(draft.edge, [session], this.#policy.sessionsNamed);
    const weighed = addSession(draft.edge, session.at, this.#wiring);
    draft.edge = { ...draft.edge, ...ledger, sessions: remembers ? sessions : [], ...weighed };
  }

  /** What the cycle does to edges: those that a session joined, and those that have faded. */
  changes(): Change[] {
    const touched = [...this.#drafts.values()].filter(({ fresh }) => fresh.length > 0);
    const faded = [...this.#edges.values()].filter(
      (edge) => edge.kind === this.#kind && !this.#isTouched(edge) && this.#isFaded(edge),
    );
    return [...faded.map((edge) => this.#removal(edge)), ...touched.flatMap((draft) => this.#change(draft))];
  }

  #draftOf(one: string, other: string): Draft {
    const id = edgeId(this.#kind, one, other);
    const known = this.#drafts.get(id);
    if (known) return known;
    const before = this.#edges.get(id) ?? null;
    const [a, b] = one < other ? [one, other] : [other, one];
    const head = { v: 1, id, rev: 0, kind: this.#kind, a, b } as const;
    const edge = before ?? { ...head, ...emptyLedger, weight: 0, at: '', updatedAt: this.#now };
    const draft = { before, edge, fresh: [] };
    this.#drafts.set(id, draft);
    return draft;
  }

  #isTouched = ({ id }: Edge): boolean => (this.#drafts.get(id)?.fresh.length ?? 0) > 0;

  #isFaded = (edge: Edge): boolean => weightAt(edge, this.#wiring.kept, this.#now) < this.#wiring.goneBelow;

  #removal(edge: Edge): Change {
    const to = weightAt(edge, this.#wiring.kept, this.#now);
    const { goneBelow } = this.#wiring;
    const text = `Its weight fell to ${to.toFixed(3)}, below ${goneBelow}.`;
    const reason = { rule: 'edges.faded', text, evidence: [], numbers: { from: edge.weight, to, goneBelow } };
    return changeRecord('edges', { before: edge, after: null, reason });
  }

  /** What is too old to count today leaves no edge, and takes one that has faded with it. */
  #change({ before, edge, fresh }: Draft): Change[] {
    if (this.#isFaded(edge)) return before ? [this.#removal(before)] : [];
    const after = { ...edge, rev: edge.rev + 1, updatedAt: this.#now };
    return [changeRecord('edges', { before, after, reason: this.#reason({ before, edge, fresh }) })];
  }

  #reason({ before, edge, fresh }: Draft): Reason {
    const from = before?.weight ?? 0;
    return {
      rule: 'edges.wired',
      text: `${counted(fresh.length, 'session')} joined them: weight ${from.toFixed(2)} → ${edge.weight.toFixed(2)}.`,
      evidence: fresh.slice(0, 5).map(({ sessionId }) => sessionId),
      numbers: { sessions: fresh.length, from, to: edge.weight, delta: this.#wiring.delta },
    };
  }
}

/** A count with its noun. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
