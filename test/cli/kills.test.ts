import { expect, it } from 'vitest';
import { proveKills } from '../support/kill-proof.ts';

it('ten real kills leave a home that loads, and the next run ends the same', {
  timeout: 120_000,
}, async () => {
  expect(await proveKills(10)).toBeGreaterThan(4);
});
