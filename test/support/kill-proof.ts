import { expect } from 'vitest';
import { hebb, startHebb } from './children.ts';
import { run, stateIn } from './home.ts';
import { factsIn, makeLiveHome } from './live-home.ts';

const loop = ['auto-consolidate', '--force'];

/** A crash, and a person who presses Ctrl-C. */
const signals = ['SIGKILL', 'SIGINT'] as const;

/**
 * Ends the whole loop at this many moments, by either signal, spread over the time that it takes and a little moved by chance. Each time
 * the home loads, and the next run ends where an undisturbed one ends. Returns how many died before their end.
 */
export async function proveKills(kills: number): Promise<number> {
  const live = await makeLiveHome({ inputs: true });
  const { home, reset } = live;
  const { exit, ms } = await hebb(home, loop);
  expect(exit).toBe(0);
  const [state, facts] = [await stateIn(home), await factsIn(home)];
  let killed = 0;
  for (let at = 0; at < kills; at++) {
    reset();
    const moment = (ms * (at + Math.random())) / kills;
    const { child, ended } = startHebb(home, loop);
    const timer = setTimeout(() => child.kill(signals[at % signals.length]), moment);
    if ((await ended).exit === null) killed++;
    clearTimeout(timer);
    await stateIn(home);
    const next = await run(loop, { home });
    expect(next.exit, `after ${moment} ms: ${next.out}${next.err}`).toBe(0);
    expect(await stateIn(home), `after ${moment} ms`).toEqual(state);
    expect(await factsIn(home), `after ${moment} ms`).toEqual(facts);
  }
  return killed;
}
