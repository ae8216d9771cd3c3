import { describe, expect, it } from 'vitest';
import { allCrashes, mortals, proveCrashes } from '../support/crash-proof.ts';

describe('a process that dies before, in or after any step leaves whole operations', () => {
  it.each(mortals)('$title', async (mortal) => {
    expect(await proveCrashes(mortal, allCrashes)).toBeGreaterThan(50);
  });
});
