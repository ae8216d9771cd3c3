import { expect, it } from 'vitest';
import { proveKills } from '../support/kill-proof.ts';

it('two real kills leave a home that loads, and the next run ends the same', {
  timeout: 120_000,
}, async () => {
  expect(await proveKills(2)).toBeGreaterThan(0);
});
