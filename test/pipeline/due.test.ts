import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/domain/policy.ts';
import { type DueInput, isDue, isMissed, isOpportune, nextTriggers } from '../../src/pipeline/due.ts';
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
    ['asked for since the last run', { ...quiet, askedAt: daysAgo(0.5) }, true],
    ['asked for before the last run', { ...quiet, askedAt: daysAgo(1.5) }, false],
    ['asked for at the last run', { ...quiet, askedAt: daysAgo(1) }, false],
    ['asked for, never run, nothing captured', { ...never, hasCaptured: false, askedAt: daysAgo(1) }, false],
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

describe('the end of a turn', () => {
  const late = { ...quiet, lastRunAt: daysAgo(9) };
  it.each<[string, DueInput, boolean]>([
    ['late, but nothing happened', late, false],
    ['late, and an event waits', { ...late, unprocessedEvents: 1 }, true],
    ['late, and an extraction waits', { ...late, pendingExtractions: 1 }, true],
    ['late, and a memory is new', { ...late, newMemories: 1 }, true],
    ['an event waits, but nothing is due', { ...quiet, unprocessedEvents: 1 }, false],
    ['never run, an event waits', { ...never, unprocessedEvents: 1 }, true],
    ['the clock is behind', { ...quiet, lastRunAt: daysAgo(-1), unprocessedEvents: 60 }, false],
  ])('is the moment for a run: %s', (_, input, is) => expect(isOpportune(input)).toBe(is));
});

describe('a session that begins', () => {
  const fresh = { ...never, unprocessedEvents: 1 };
  it.each<[string, DueInput, string, boolean]>([
    ['6.99 days since the last run', { ...quiet, lastRunAt: daysAgo(6.99) }, daysAgo(90), false],
    ['7 days since the last run', { ...quiet, lastRunAt: daysAgo(7) }, daysAgo(90), true],
    ['the schedule asked since', { ...quiet, askedAt: daysAgo(0.5) }, daysAgo(90), true],
    ['the schedule asked before', { ...quiet, askedAt: daysAgo(1.5) }, daysAgo(90), false],
    ['much waits, but no time has passed', { ...quiet, unprocessedEvents: 999 }, daysAgo(90), false],
    ['never run, installed a day ago', fresh, daysAgo(1), false],
    ['never run, installed a week ago', fresh, daysAgo(7), true],
    ['never run, nothing captured', { ...never, hasCaptured: false }, daysAgo(30), false],
    ['the clock is behind', { ...quiet, lastRunAt: daysAgo(-8) }, daysAgo(90), false],
  ])('has a run to catch up on: %s', (_, input, installedAt, is) =>
    expect(isMissed(input, installedAt)).toBe(is),
  );
});
