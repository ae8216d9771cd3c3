import { expect, it } from 'vitest';
import { proveKills } from '../support/kill-proof.ts';

it('a hundred real kills leave a home that loads, and the next run ends the same', async () => {
  expect(await proveKills(100)).toBeGreaterThan(40);
});
