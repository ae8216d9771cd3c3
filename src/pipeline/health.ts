import type { Health, Indicator } from '../domain/consolidation-report.ts';
import { isLive, type Memory } from '../domain/memory.ts';
import type { Policy } from '../domain/policy.ts';
import { isOpenReview, type State } from '../domain/state.ts';
import { daysBetween } from '../domain/time.ts';
import { normalizeText } from '../text/normalize.ts';
import { groupBy } from './group-by.ts';
import { idleDays } from './judge-forgetting.ts';
import { findOrphans } from './orphans.ts';
import type { StatsById } from './plan-promote.ts';

/** What health needs to know that is not in the state. */
export interface HealthExtras {
  /** Pairs of memories that are mergeable, above the merge cut, and still two. */
  readonly duplicates: number;
  /** Installed clients with the days since their sessions left the last event. */
  readonly captures: readonly { readonly client: string; readonly days: number }[];
  /** Sentences that quote a memory and the line of an instruction file that contradicts it. */
  readonly contradictions: readonly string[];
}

/** What health is assessed from. */
export interface HealthInput {
  readonly state: State;
  readonly stats: StatsById;
  readonly policy: Policy;
  readonly now: string;
  readonly extras: HealthExtras;
}

/** Totals, averages, indicators with their numbers, and what to do about those that warn (spec 2, Health). */
export function assessHealth(input: HealthInput): Health {
  const live = [...input.state.memories.values()].filter(isLive);
  const types = groupBy(live, ({ entityType }) => entityType);
  const indicators = indicatorsOf(live, input);
  return {
    total: live.length,
    byType: Object.fromEntries([...types].map(([type, { length }]) => [type, length] as const).sort()),
    averageAgeDays:
      average(live.map(({ discoveredAt }) => Math.max(0, daysBetween(discoveredAt, input.now)))) ?? 0,
    averageEffectiveness: average(effectivenessOf(live, input.stats)),
    indicators,
    recommendations: [
      ...indicators.filter(({ status }) => status === 'WARN').flatMap(({ name }) => advice.get(name) ?? []),
      ...researchAdvice(live, input),
      ...globalAdvice(live),
    ],
  };
}

const advice: ReadonlyMap<string, string> = new Map([
  ['count', 'There are many memories: hebb consolidate --full'],
  ['stale', 'Look at what is no longer used: hebb forget --dry-run'],
  ['effectiveness', 'What is used does not help: hebb edit <id> corrects it, hebb forget <id> lets it go'],
  ['duplicates', 'Merge what says the same: hebb consolidate --merge-only'],
  ['orphans', 'Review the memories without a relation: hebb relate <a> related_to <b>'],
  ['review queue', 'Look at what is alike: hebb show <id>, then hebb edit or hebb forget one of the two'],
  ['capture gap', 'Sessions leave no events: see whether the hook of the agent still writes to the spool'],
  ['contradictions', 'Correct the memory or the instruction file that contradict each other: hebb edit <id>'],
]);

function indicatorsOf(
  live: readonly Memory[],
  { state, stats, policy, now, extras }: HealthInput,
): Indicator[] {
  const { maxCount, staleAfterDays, minEffectiveness, captureGapDays } = policy.health;
  const stale = live.filter((memory) => idleDays(memory, stats.get(memory.id), now) > staleAfterDays).length;
  const effectiveness = average(effectivenessOf(live, stats));
  const gaps = extras.captures.filter(({ days }) => days >= captureGapDays);
  const orphans = findOrphans(state).length;
  const open = [...state.reviews.values()].filter(isOpenReview).length;
  const percent =
    effectiveness === null ? 'no use was rated' : `${Math.round(effectiveness * 100)} % helpful`;
  return [
    atMost('count', live.length, { limit: maxCount, text: `${live.length} memories` }),
    atMost('stale', stale, { limit: 0, text: `${stale} unused for more than ${staleAfterDays} days` }),
    {
      name: 'effectiveness',
      status: effectiveness !== null && effectiveness < minEffectiveness ? 'WARN' : 'OK',
      value: effectiveness,
      limit: minEffectiveness,
      text: percent,
    },
    atMost('duplicates', extras.duplicates, { limit: 0, text: `${extras.duplicates} pairs say the same` }),
    atMost('orphans', orphans, { limit: 0, text: `${orphans} without a relation` }),
    atMost('review queue', open, { limit: 0, text: `${open} pairs wait for a look` }),
    atMost('capture gap', gaps.length, { limit: 0, text: gapText(gaps) }),
    atMost('contradictions', extras.contradictions.length, { limit: 0, text: contradictionText(extras) }),
  ];
}

const atMost = (
  name: string,
  value: number,
  { limit, text }: Pick<Indicator, 'limit' | 'text'>,
): Indicator => ({
  name,
  status: value > limit ? 'WARN' : 'OK',
  value,
  limit,
  text,
});

const gapText = (gaps: HealthExtras['captures']): string =>
  gaps.map(({ client, days }) => `${client}: no event for ${Math.floor(days)} days`).join(', ') ||
  'events arrive';

const contradictionText = ({ contradictions }: HealthExtras): string =>
  contradictions.join(' · ') || 'none with instruction files';

const effectivenessOf = (live: readonly Memory[], stats: StatsById): number[] =>
  live.flatMap(({ id }) => stats.get(id)?.effectiveness ?? []);

const average = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

function researchAdvice(live: readonly Memory[], { policy, now }: HealthInput): string[] {
  const days = policy.health.researchReviewDays;
  const old = live.filter(
    ({ entityType, discoveredAt }) => entityType === 'research' && daysBetween(discoveredAt, now) > days,
  );
  return old.length > 0
    ? [`Review ${old.length} research older than ${days} days: hebb show ${old[0]?.id}`]
    : [];
}

/** The same learning in two projects is proposed as global. */
function globalAdvice(live: readonly Memory[]): string[] {
  const inProjects = live.filter(({ scope }) => scope === 'project');
  const same = groupBy(inProjects, ({ entityType, summary }) => `${entityType} ${normalizeText(summary)}`);
  return [...same.values()]
    .filter((group) => new Set(group.map(({ project }) => project)).size > 1)
    .map(
      ([first, ...more]) => `${first?.name} holds in ${more.length + 1} projects: hebb learn --scope global`,
    );
}
