import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/domain/policy.ts';
import { type DueInput, isDue, nextTriggers } from '../../src/pipeline/due.ts';
import { daysAgo, now } from './samples.ts';

const quiet: DueInput = {
  lastRunAt: daysAgo(1),
  hasCaptured: true,
  unprocessedEvents: 0,
  pendingExtractions: 0,
  memories: 0,
  newMemories: 0,
  isPostProject: false,
  policy: defaultPolicy.due,
  now,
};
const { lastRunAt: _, ...never } = quiet;

describe('isDue', () => {
  it.each<[string, DueInput, boolean]>([
    ['nothing new', quiet, false],
    ['never run, nothing captured', { ...never, hasCaptured: false }, false],
    ['never run, something captured', never, true],
    ['6.99 days', { ...quiet, lastRunAt: daysAgo(6.99) }, false],
    ['7 days', { ...quiet, lastRunAt: daysAgo(7) }, true],
    ['7.01 days', { ...quiet, lastRunAt: daysAgo(7.01) }, true],
    ['49 events', { ...quiet, unprocessedEvents: 49 }, false],
    ['50 events', { ...quiet, unprocessedEvents: 50 }, true],
    ['51 events', { ...quiet, unprocessedEvents: 51 }, true],
    ['1 extraction', { ...quiet, pendingExtractions: 1 }, true],
    ['199 memories, 10 new', { ...quiet, memories: 199, newMemories: 10 }, false],
    ['200 memories, 10 new', { ...quiet, memories: 200, newMemories: 10 }, false],
    ['201 memories, 10 new', { ...quiet, memories: 201, newMemories: 10 }, true],
    ['201 memories, 9 new', { ...quiet, memories: 201, newMemories: 9 }, false],
    ['201 memories, 11 new', { ...quiet, memories: 201, newMemories: 11 }, true],
    ['post-project, 9 new', { ...quiet, isPostProject: true, newMemories: 9 }, false],
    ['post-project, 10 new', { ...quiet, isPostProject: true, newMemories: 10 }, true],
    ['post-project, 11 new', { ...quiet, isPostProject: true, newMemories: 11 }, true],
    ['10 new, no project finished', { ...quiet, newMemories: 10 }, false],
  ])('%s', (_name, input, due) => {
    const answer = isDue(input);
    expect(answer.due).toBe(due);
    expect(answer.reasons.length > 0).toBe(due);
    expect(answer.warning).toBeUndefined();
  });

  it('is not due, and warns, when the clock is behind the last run', () => {
    const answer = isDue({ ...quiet, lastRunAt: daysAgo(-1), unprocessedEvents: 99 });
    expect(answer).toMatchObject({ due: false, warning: expect.stringContaining('behind') });
    expect(isDue({ ...quiet, lastRunAt: now })).toEqual({ due: false, reasons: [] });
  });

  it('names every rule that holds', () => {
    expect(isDue({ ...quiet, lastRunAt: daysAgo(8), unprocessedEvents: 60 }).reasons).toEqual([
      '8 days since the last run',
      '60 unprocessed events',
    ]);
  });

  it('tells what comes next', () => expect(nextTriggers(defaultPolicy.due)[0]).toBe('7 days from now'));
});
