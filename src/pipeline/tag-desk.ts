import { type Appearance, type Tag, tagId } from '../domain/association.ts';
import type { Change } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import { earlierOf, laterOf } from '../domain/time.ts';
import { counted, type EdgeDesk } from './edge-desk.ts';
import { addAppearances, emptyLedger } from './edge-ledger.ts';
import { changeRecord } from './record-changes.ts';
import type { TagSighting } from './tag-sightings.ts';
import { tagStrength } from './tag-strength.ts';

/** A tag while a cycle counts. */
interface Draft {
  readonly id: string;
  readonly user: string;
  readonly name: string;
  readonly before: Tag | null;
  /** When it first appeared, by session; those that the cycle added included. */
  readonly times: Map<string, string>;
  readonly fresh: Appearance[];
}

/** The tags of a home while a cycle counts. */
export class TagDesk {
  readonly #tags: ReadonlyMap<string, Tag>;
  readonly #policy: Policy;
  /** By person and name: a hash is made once a tag and not once a sighting. */
  readonly #drafts = new Map<string, Draft>();
  /** Tags of each session of which something is seen. */
  readonly #members: Map<string, Draft[]>;

  constructor(tags: ReadonlyMap<string, Tag>, touched: ReadonlySet<string>, policy: Policy) {
    this.#tags = tags;
    this.#policy = policy;
    this.#members = new Map([...touched].map((sessionId) => [sessionId, []]));
    for (const tag of tags.values())
      for (const { sessionId } of tag.sessions)
        this.#members.get(sessionId)?.push(this.#draftOf(tag.user, tag.name));
  }

  /** Counts a tag for a session, once ever, and joins it with those that the session had before it. */
  see(sighting: TagSighting, edges: EdgeDesk): void {
    const { sessionId, at } = sighting;
    const draft = this.#draftOf(sighting.user, sighting.name);
    if (draft.times.has(sessionId) || at <= (draft.before?.countedUntil ?? '')) return;
    draft.times.set(sessionId, at);
    draft.fresh.push({ sessionId, at });
    const members = this.#members.get(sessionId) ?? [];
    if (members.length < this.#policy.association.tagsASession)
      for (const other of members) {
        const joinedAt = laterOf(at, other.times.get(sessionId) ?? at);
        edges.join({ a: draft.id, b: other.id }, { sessionId, at: joinedAt });
      }
    members.push(draft);
  }

  /** What the cycle does to tags. */
  changes(now: string): Change[] {
    return [...this.#drafts.values()]
      .filter(({ fresh }) => fresh.length > 0)
      .map((draft) => changeRecord('tags', this.#change(draft, now)));
  }

  #draftOf(user: string, name: string): Draft {
    const key = `${user}\n${name}`;
    const known = this.#drafts.get(key);
    if (known) return known;
    const id = tagId(user, name);
    const before = this.#tags.get(id) ?? null;
    const times = new Map((before?.sessions ?? []).map(({ sessionId, at }) => [sessionId, at]));
    const draft = { id, user, name, before, times, fresh: [] };
    this.#drafts.set(key, draft);
    return draft;
  }

  #change({ id, user, name, before, fresh }: Draft, now: string) {
    const ledger = addAppearances(before ?? emptyLedger, fresh, this.#policy.association.sessionsNamed);
    const strength = tagStrength(ledger.sessions, this.#policy);
    const discoveredAt = before?.discoveredAt ?? strength.anchoredAt;
    const head = before ?? ({ v: 1, id, rev: 0, name, user, status: 'pending_review' } as const);
    const after: Tag = {
      ...head,
      rev: head.rev + 1,
      ...ledger,
      ...strength,
      discoveredAt: earlierOf(discoveredAt, ledger.sessions[0]?.at ?? discoveredAt),
      updatedAt: now,
    };
    const reason = {
      rule: before ? 'tags.reinforced' : 'tags.appeared',
      text: `${name} appeared in ${counted(fresh.length, 'more session')}: strength ${after.base.toFixed(2)}.`,
      evidence: fresh.slice(0, 5).map(({ sessionId }) => sessionId),
      numbers: { sessions: fresh.length, count: ledger.count, from: before?.base ?? 0, to: after.base },
    };
    return { before, after, reason };
  }
}
