import { isLive, type Memory } from '../domain/memory.ts';
import type { Reason } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import { daysBetween } from '../domain/time.ts';
import type { UsageStats } from '../domain/usage.ts';
import { isUserStated } from './memory-of.ts';
import { isDecayed, strengthAt } from './strength.ts';

/** What a memory's forgetting is judged by, apart from itself. */
export interface ForgettingContext {
  readonly stats: UsageStats | undefined;
  readonly policy: Policy;
  readonly now: string;
  /** When hebb was first installed here. */
  readonly installedAt: string;
  /** Whether a live skill or profile cites it. */
  readonly isCited: boolean;
}

/** Why a memory stays, or the reason to forget it. */
export type Forgetting =
  | { readonly forget: true; readonly reason: Reason }
  | { readonly forget: false; readonly why: string };

/** The automatic policy on one memory: stale and not exempt (spec 2, Forget). One never used is judged by its age. */
export function judgeForgetting(memory: Memory, context: ForgettingContext): Forgetting {
  const why = protection(memory, context) ?? freshness(memory, context);
  return why === undefined ? { forget: true, reason: staleReason(memory, context) } : { forget: false, why };
}

/** What keeps a memory from the automatic policy; a named forget goes on and warns with it. */
export function protection(
  memory: Memory,
  { isCited }: Pick<ForgettingContext, 'isCited'>,
): string | undefined {
  if (memory.critical) return 'critical';
  if (memory.pinned) return 'pinned';
  if (memory.promotedAt) return 'promoted to core memory';
  if (isCited) return 'cited by a live skill or profile';
  if (isUserStated(memory)) return 'stated by the user';
  if (memory.graph) return 'written to the graph by name';
  return undefined;
}

/** Whole and fractional days since a memory was last used, else discovered. */
export const idleDays = (memory: Memory, stats: UsageStats | undefined, now: string): number =>
  daysBetween(stats?.lastUsedAt ?? memory.discoveredAt, now);

function freshness(
  memory: Memory,
  { stats, policy, now, installedAt }: ForgettingContext,
): string | undefined {
  const rules = policy.forget;
  if (!isLive(memory) && memory.status !== 'superseded') return `it is ${memory.status}`;
  if (daysBetween(installedAt, now) <= rules.graceDays) return 'hebb is new here';
  if (stats?.lastUsedAt && daysBetween(stats.lastUsedAt, now) <= rules.keepUsedWithinDays)
    return 'used lately';
  if (idleDays(memory, stats, now) <= rules.staleAfterDays) return 'not idle for long enough';
  if (daysBetween(memory.admittedAt, now) < rules.minAdmittedDays) return 'admitted lately';
  return shortcomings(memory, { stats, policy, now }).length > 0
    ? undefined
    : 'used enough, helpful and strong';
}

type Judging = Pick<ForgettingContext, 'stats' | 'policy' | 'now'>;

function shortcomings(memory: Memory, { stats, policy, now }: Judging): string[] {
  const { minUses, minEffectiveness } = policy.forget;
  const { uses = 0, effectiveness } = stats ?? {};
  return [
    ...(uses < minUses ? [`${uses} of the ${minUses} uses that would keep it`] : []),
    ...(effectiveness !== undefined && effectiveness < minEffectiveness
      ? [`helpful in ${Math.round(effectiveness * 100)} % of its rated uses`]
      : []),
    ...(isDecayed(memory, policy.strength, now) ? ['faded'] : []),
  ];
}

function staleReason(memory: Memory, { stats, policy, now }: ForgettingContext): Reason {
  const idle = Math.floor(idleDays(memory, stats, now));
  const since = stats?.lastUsedAt
    ? `Last used ${idle} days ago`
    : `Learned ${idle} days ago and not used since`;
  const text = `${since}: ${shortcomings(memory, { stats, policy, now }).join(', ')}.`;
  const numbers = {
    idleDays: idle,
    staleAfterDays: policy.forget.staleAfterDays,
    uses: stats?.uses ?? 0,
    effectiveness: stats?.effectiveness ?? 'unknown',
    strength: strengthAt(memory, now),
  };
  return { rule: 'forget.stale', text, evidence: [memory.id], numbers };
}
