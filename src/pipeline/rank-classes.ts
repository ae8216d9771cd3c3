import type { WorkflowPolicy } from '../domain/policy.ts';
import { steadyScore } from '../domain/recall.ts';
import { daysBetween } from '../domain/time.ts';
import type { ClassCounts } from './class-gates.ts';

/** successRate × ln(1 + executions) × 0.5^(days since it was last seen / `halfLifeDays`), spec 6. 0 for a class of which nothing is known. */
export function scoreClass(
  { successRate, executions, lastSeenAt }: ClassCounts,
  { policy, now }: { readonly policy: WorkflowPolicy; readonly now: string },
): number {
  if (successRate === null || lastSeenAt === null) return 0;
  const days = Math.max(0, daysBetween(lastSeenAt, now));
  return successRate * Math.log(1 + executions) * 0.5 ** (days / policy.halfLifeDays);
}

/** What a class is ranked by. */
export interface RankedClass {
  readonly key: string;
  readonly score: number;
  /** How many units its procedure has. */
  readonly length: number;
}

/** The best class first; of equal ones that which says more, then by key. */
export const byRank = (a: RankedClass, b: RankedClass): number =>
  steadyScore(b.score) - steadyScore(a.score) ||
  b.length - a.length ||
  (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
