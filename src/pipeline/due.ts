import type { DuePolicy } from '../domain/policy.ts';
import { daysBetween } from '../domain/time.ts';

/** What is known when a run is considered. */
export interface DueInput {
  /** When the last run that was not cut short ended; absent when there was none. */
  readonly lastRunAt?: string;
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
  } = input;
  const days = lastRunAt === undefined ? undefined : daysBetween(lastRunAt, now);
  const isMany = memories > policy.manyMemories && newMemories >= policy.newMemories;
  const isFinished = input.isPostProject && newMemories >= policy.newMemories;
  return [
    ...(days === undefined && hasCaptured ? ['never run, and something was captured'] : []),
    ...(days !== undefined && days >= policy.everyDays
      ? [`${Math.floor(days)} days since the last run`]
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
