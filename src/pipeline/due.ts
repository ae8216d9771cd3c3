import type { DuePolicy } from '../domain/policy.ts';
import { daysBetween } from '../domain/time.ts';

/** What is known when a run is considered. */
export interface DueInput {
  /** When the last run that was not cut short ended; absent when there was none. */
  readonly lastRunAt?: string;
  /** When a schedule last asked for a run; absent without one. */
  readonly askedAt?: string;
  /** Whether anything was ever captured. */
  readonly hasCaptured: boolean;
  readonly unprocessedEvents: number;
  /** Extraction files that no import has looked at yet; what waits for a person or a model does not count. */
  readonly pendingExtractions: number;
  readonly memories: number;
  /** Memories admitted since the last run. */
  readonly newMemories: number;
  /** Whether a project was just finished. */
  readonly isPostProject: boolean;
  readonly policy: DuePolicy;
  readonly now: string;
}

/** Whether a run is due, each rule that says so, and what to warn of. */
export interface Due {
  readonly due: boolean;
  readonly reasons: readonly string[];
  readonly warning?: string;
}

/** Whether auto-consolidate has something to do (spec 2). With a clock behind the last run nothing is due. */
export function isDue(input: DueInput): Due {
  const { lastRunAt, now } = input;
  if (lastRunAt !== undefined && now < lastRunAt)
    return { due: false, reasons: [], warning: `the clock (${now}) is behind the last run (${lastRunAt})` };
  const reasons = dueReasons(input);
  return { due: reasons.length > 0, reasons };
}

/** What was captured, or taken in otherwise, since the last run. */
const hasNews = ({ unprocessedEvents, pendingExtractions, newMemories }: DueInput): boolean =>
  unprocessedEvents + pendingExtractions + newMemories > 0;

/** Whether the end of a turn is the moment for a run: it is due, and a project in which nothing happened stays idle. */
export const isOpportune = (input: DueInput): boolean => hasNews(input) && isDue(input).due;

/**
 * Whether a session that begins has a run to catch up on: the time of one passed, also when there never was one since `installedAt`.
 * A home that never captured anything has nothing to catch up on.
 */
export function isMissed(input: DueInput, installedAt: string): boolean {
  const { lastRunAt, policy, now, askedAt } = input;
  const since = lastRunAt ?? installedAt;
  if (lastRunAt === undefined && !hasNews(input)) return false;
  return now >= since && (daysBetween(since, now) >= policy.everyDays || (askedAt ?? '') > since);
}

function dueReasons(input: DueInput): string[] {
  const {
    lastRunAt,
    hasCaptured,
    unprocessedEvents,
    pendingExtractions,
    memories,
    newMemories,
    policy,
    now,
    askedAt = '',
  } = input;
  const days = lastRunAt === undefined ? undefined : daysBetween(lastRunAt, now);
  const isMany = memories > policy.manyMemories && newMemories >= policy.newMemories;
  const isFinished = input.isPostProject && newMemories >= policy.newMemories;
  return [
    ...(days === undefined && hasCaptured ? ['never run, and something was captured'] : []),
    ...(days !== undefined && days >= policy.everyDays
      ? [`${Math.floor(days)} days since the last run`]
      : []),
    ...(lastRunAt !== undefined && askedAt > lastRunAt
      ? [`the run scheduled for ${askedAt.slice(0, 16).replace('T', ' ')} UTC`]
      : []),
    ...(unprocessedEvents >= policy.unprocessedEvents ? [`${unprocessedEvents} unprocessed events`] : []),
    ...(pendingExtractions > 0 ? [`${pendingExtractions} extractions wait`] : []),
    ...(isMany ? [`${newMemories} new memories, ${memories} in all`] : []),
    ...(isFinished && !isMany ? [`${newMemories} new memories since the last run`] : []),
  ];
}

/** What will make the next run due, for people. */
export const nextTriggers = ({
  everyDays,
  unprocessedEvents,
  manyMemories,
  newMemories,
}: DuePolicy): string[] => [
  `${everyDays} days from now`,
  `${unprocessedEvents} unprocessed events`,
  'any extraction that waits',
  `more than ${manyMemories} memories with ${newMemories} new ones`,
];
