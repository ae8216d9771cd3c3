import type { ConsolidationReport, Health, RelationLine } from '../domain/consolidation-report.ts';
import type { Change } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { ScoredPair } from '../domain/scored-pair.ts';
import { type Review, type State, splitTarget } from '../domain/state.ts';
import { dayOf, daysBetween } from '../domain/time.ts';
import { nextTriggers } from './due.ts';
import { proposeRelations } from './orphans.ts';
import type { ForgetPlan, Forgotten } from './plan-forget.ts';
import type { Merged, MergePlan } from './plan-merge.ts';
import type { Promoted, PromotePlan } from './plan-promote.ts';

/** What one run did, stage by stage; a stage that was not asked for is absent. */
export interface ReportInput {
  readonly before: State;
  readonly after: State;
  readonly merge?: MergePlan;
  readonly promote?: PromotePlan;
  readonly forget?: ForgetPlan;
  /** All changes of the run, those of other stages included. */
  readonly changes: readonly Change[];
  /** For proposals to orphans. */
  readonly pairs: readonly ScoredPair[];
  readonly health: { readonly before: Health; readonly after: Health };
  readonly policy: Policy;
  readonly now: string;
  readonly previousAt?: string;
  readonly durationMs: number;
  /** What else to tell, for example a step that failed. */
  readonly warnings: readonly string[];
}

/** Gathers what a run did into the one value that is written, printed and given as `--json`. */
export function buildConsolidationReport(input: ReportInput): ConsolidationReport {
  const { before, after, merge, promote, forget, health, policy, now } = input;
  const forgotten = (forget?.forgotten ?? []).map((one) => forgottenLine(one, now));
  return {
    v: 1,
    date: now,
    previousAt: input.previousAt ?? null,
    durationMs: input.durationMs,
    analysed: before.memories.size,
    changed: input.changes.length > 0,
    merges: (merge?.merges ?? []).map((merged) => mergeLine(merged, input)),
    reviews: (merge?.reviews ?? []).map((review) => reviewLine(review, after)),
    promotions: (promote?.promoted ?? []).map((promoted) => promotionLine(promoted, input)),
    notPromoted: promote?.skipped ?? [],
    forgotten,
    archivePath: forgotten.length > 0 ? `archive/${dayOf(now)}-forgotten.json` : null,
    relations: createdRelations(input),
    orphans: proposeRelations(after, input.pairs),
    health,
    warnings: [...(forget?.warnings ?? []), ...input.warnings],
    recommendations: [
      ...health.after.recommendations,
      `Run again in ${policy.due.everyDays} days: hebb consolidate`,
    ],
    nextTriggers: nextTriggers(policy.due),
  };
}

const nameIn = ({ memories }: State, id: string): string => memories.get(id)?.name ?? id;

const reviewLine = ({ a, b, similarity, reason }: Review, state: State) => ({
  a: nameIn(state, a),
  b: nameIn(state, b),
  similarity,
  reason,
});

const summaryIn = ({ before, after }: ReportInput, id: string): string =>
  (after.memories.get(id) ?? before.memories.get(id))?.summary ?? id;

const mergeLine = (merged: Merged, input: ReportInput) => ({
  ...merged,
  summary: summaryIn(input, merged.id),
  parts: merged.parts.map((part) => ({ ...part, summary: summaryIn(input, part.id) })),
});

const promotionLine = (promoted: Promoted, input: ReportInput) => ({
  ...promoted,
  summary: summaryIn(input, promoted.id),
  effectiveness: promoted.effectiveness ?? null,
});

const forgottenLine = ({ memory, stats, reason }: Forgotten, now: string) => ({
  id: memory.id,
  name: memory.name,
  summary: memory.summary,
  ageDays: Math.max(0, Math.floor(daysBetween(memory.discoveredAt, now))),
  lastUsedAt: stats?.lastUsedAt ?? null,
  reason,
});

/** Relations that are new at the end of the run, those that only followed a merge included. */
function createdRelations({ before, after, changes }: ReportInput): RelationLine[] {
  const touched = changes
    .map(({ target }) => splitTarget(target))
    .filter(({ collection }) => collection === 'relations');
  const created = [...new Set(touched.map(({ id }) => id))].filter((id) => !before.relations.has(id));
  return created
    .flatMap((id) => after.relations.get(id) ?? [])
    .map(({ from, type, to }) => ({ from: nameIn(after, from), type, to: nameIn(after, to) }));
}
