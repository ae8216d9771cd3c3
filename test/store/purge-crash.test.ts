import { expect, it } from 'vitest';
import { everyNth } from '../support/crash-proof.ts';
import { provePurge } from '../support/purge-proof.ts';

it('a purge that died is finished by the next one: every seventh place', async () => {
  expect(await provePurge(everyNth(7))).toBeGreaterThan(5);
});
