import { describe, expect, it } from 'vitest';
import { loadDriver } from '../../src/store/recall-index-driver.ts';
import { bothAnswers, changeEverything, learn, lessons, makePlace } from '../support/recall.ts';

describe.skipIf(loadDriver() === undefined)('the index of recall', () => {
  it('says what the home says after each change, one after the other', { timeout: 120_000 }, async () => {
    const place = makePlace();
    await learn(place, ...lessons);
    await changeEverything(place, async (at) => {
      const [kept, fresh] = await bothAnswers(place);
      expect({ at, answers: kept }).toEqual({ at, answers: fresh });
    });
  });
});
