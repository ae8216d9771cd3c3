import { describe, it } from 'vitest';
import { makeCrowdedHome, proveCrowd, proveSingleFlight } from '../support/crowd.ts';

describe('ten thousand memories', () => {
  it('lose nothing when four processes learn ten each while one consolidates', async () => {
    const live = await makeCrowdedHome(10_000);
    await proveCrowd(live, 10);
  });

  it('are consolidated by one of two processes at once', async () => {
    await proveSingleFlight(await makeCrowdedHome(10_000));
  });
});
