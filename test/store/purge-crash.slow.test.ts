import { expect, it } from 'vitest';
import { visibleCrashes } from '../support/crash-proof.ts';
import { provePurge } from '../support/purge-proof.ts';

it('a purge that died is finished by the next one: every place', async () => {
  expect(await provePurge(visibleCrashes)).toBeGreaterThan(40);
});
