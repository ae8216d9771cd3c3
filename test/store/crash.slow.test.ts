import { describe, expect, it } from 'vitest';
import { everyNth, mortals, proveCrashes } from '../support/crash-proof.ts';

describe('a process that dies at any place between two states of the disk leaves whole operations', () => {
  it.each(mortals)('$title', async (mortal) => {
    expect(await proveCrashes(mortal, everyNth(1))).toBeGreaterThan(20);
  });
});
