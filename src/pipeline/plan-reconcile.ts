import type { Tag } from '../domain/association.ts';
import type { Change, Plan, Reason } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { State } from '../domain/state.ts';
import type { Lexicon } from '../text/synonyms.ts';
import { changeRecord } from './record-changes.ts';
import { tagKey } from './tag-key.ts';

/** What reconciling reads. */
export interface ReconcileInput {
  readonly state: State;
  readonly policy: Policy;
  readonly now: string;
  readonly lexicon?: Lexicon;
}

/** Makes pending tags active that repeat, and those that match an active one of the same person. */
export function planReconcile({ state, policy, now, lexicon }: ReconcileInput): Plan {
  const { activeFromSessions } = policy.association;
  const keyOf = ({ user, name }: Tag): string => `${user}\n${tagKey(name, lexicon)}`;
  const isActive = ({ status, count }: Tag): boolean => status === 'active' || count >= activeFromSessions;
  const active = new Map([...state.tags.values()].filter(isActive).map((tag) => [keyOf(tag), tag]));
  const changes = [...state.tags.values()].flatMap((tag): Change[] => {
    if (tag.status === 'active') return [];
    const reason = isActive(tag) ? repeats(tag, activeFromSessions) : matches(tag, active.get(keyOf(tag)));
    if (!reason) return [];
    const after: Tag = { ...tag, status: 'active', rev: tag.rev + 1, updatedAt: now };
    return [changeRecord('tags', { before: tag, after, reason })];
  });
  return { command: 'reconcile', changes };
}

const repeats = ({ name, count, sessions }: Tag, needed: number): Reason => ({
  rule: 'reconcile.repeats',
  text: `${name} appeared in ${count} sessions.`,
  evidence: sessions.slice(-5).map(({ sessionId }) => sessionId),
  numbers: { sessions: count, needed },
});

function matches({ name }: Tag, twin: Tag | undefined): Reason | undefined {
  if (!twin) return undefined;
  const text = `${name} matches ${twin.name}, which is active.`;
  return { rule: 'reconcile.matches', text, evidence: [twin.id], numbers: {} };
}
