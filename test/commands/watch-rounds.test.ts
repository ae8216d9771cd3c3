import { expect, it } from 'vitest';
import { createRounds } from '../../src/commands/watch-rounds.ts';

/** Rounds whose waiting and working are moved on by hand. */
function byHand() {
  const waiting: (() => void)[] = [];
  const working: (() => void)[] = [];
  const counts = { rounds: 0, atOnce: 0, most: 0 };
  const rounds = createRounds({
    round: () => {
      counts.rounds++;
      counts.most = Math.max(counts.most, ++counts.atOnce);
      return new Promise<void>((resolve) => {
        working.push(() => {
          counts.atOnce--;
          resolve();
        });
      });
    },
    later: (work) => {
      waiting.push(work);
      return () => void waiting.splice(waiting.indexOf(work), 1);
    },
  });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    rounds,
    counts,
    waits: () => waiting.length,
    timePasses: () => waiting.shift()?.(),
    roundEnds: async () => {
      working.shift()?.();
      await settled();
    },
  };
}

it('makes one round of a burst', async () => {
  const { rounds, counts, waits, timePasses, roundEnds } = byHand();
  for (let asked = 0; asked < 100; asked++) rounds.ask();
  expect([waits(), counts.rounds]).toEqual([1, 0]);
  timePasses();
  await roundEnds();
  expect([waits(), counts.rounds]).toEqual([0, 1]);
});

it('makes one more round of what came meanwhile, never two at once', async () => {
  const { rounds, counts, waits, timePasses, roundEnds } = byHand();
  rounds.ask();
  timePasses();
  for (let asked = 0; asked < 100; asked++) rounds.ask();
  expect([waits(), counts.rounds]).toEqual([0, 1]);
  await roundEnds();
  timePasses();
  await roundEnds();
  expect([waits(), counts.rounds, counts.most]).toEqual([0, 2, 1]);
});

it('ends with the round that runs, and makes no other', async () => {
  const { rounds, counts, waits, timePasses, roundEnds } = byHand();
  rounds.ask();
  timePasses();
  rounds.ask();
  let isOver = false;
  const ended = rounds.end().then(() => {
    isOver = true;
  });
  await roundEnds();
  await ended;
  rounds.ask();
  expect([waits(), counts.rounds, isOver]).toEqual([0, 1, true]);
});

it('calls off the round that waits', async () => {
  const { rounds, counts, waits } = byHand();
  rounds.ask();
  await rounds.end();
  expect([waits(), counts.rounds]).toEqual([0, 0]);
});
