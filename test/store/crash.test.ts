import { describe, expect, it } from 'vitest';
import { everyNth, mortals, proveCrashes, visibleCrashes } from '../support/crash-proof.ts';

/** Some of the places; all of them in the slow suite. */
const nth: Readonly<Record<string, number>> = {
  consolidate: 12,
  learn: 10,
  'analyze-sessions': 25,
  import: 10,
  'auto-consolidate': 75,
};

describe('a process that dies anywhere leaves whole operations, and the next run ends the same', () => {
  it.each(mortals)('$title', { timeout: 120_000 }, async (mortal) => {
    expect(await proveCrashes(mortal, everyNth(nth[mortal.title] ?? 3))).toBeGreaterThan(3);
  });

  it('which are many places', async () => {
    const write = { name: 'write', shows: true } as const;
    expect(visibleCrashes([write, { name: 'sync', shows: false }])).toEqual([
      { at: 0, cut: 'after' },
      { at: 0, cut: 'torn' },
    ]);
  });
});
