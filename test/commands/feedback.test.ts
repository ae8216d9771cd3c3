import { beforeAll, describe, expect, it } from 'vitest';
import { run as feedback } from '../../src/commands/feedback.ts';
import { runOf, use } from '../pipeline/reflect-samples.ts';
import { memory } from '../pipeline/samples.ts';
import { now } from '../support/home.ts';
import { callCommand } from './call-command.ts';
import { seedHome, usageIn } from './reflect-home.ts';

const derived = use('m-one', 'helpful', 1, { sessionId: 's-a', runId: 'a' });
const seed = () =>
  seedHome({
    memories: [memory('m-one', { base: 0.7, decayRate: 0 })],
    runs: [runOf('a', 2), runOf('b', 1)],
    usage: [derived],
  });

const say = async (home: string, args: string[], options: Record<string, unknown> = {}, at = now) =>
  callCommand(feedback, { args, options }, { home, now: at });

describe('hebb feedback', () => {
  it('of a person on a session outweighs what its runs showed', async () => {
    const home = await seed();
    const called = await say(home, ['m-one'], {
      notHelpful: true,
      session: 's-a',
      note: 'it broke\nthe build',
    });
    expect(called.data).toMatchObject({
      stats: { helpful: 0, notHelpful: 1, uses: 1 },
      strength: { now: 0.7, next: expect.closeTo(0.5, 10) },
    });
    expect(called.out).toContain('It helped in 0 of 1 rated uses: 0 % (0–79 %).');
    expect(called.out).toContain('strength 0.70 → 0.50');
    expect((await usageIn(home)).at(-1)).toMatchObject({
      memoryId: 'm-one',
      kind: 'not-helpful',
      by: 'person',
      at: now,
      sessionId: 's-a',
      note: 'it broke the build',
    });
  });

  it('the later word on a session holds', async () => {
    const home = await seed();
    await say(home, ['m-one', 'not-helpful'], { session: 's-a' });
    const { data } = await say(home, ['m-one', 'helpful'], { session: 's-a' }, '2026-06-15T12:00:01.000Z');
    expect(data).toMatchObject({ stats: { helpful: 1, notHelpful: 0 } });
  });

  it('of an agent counts only where no run of the session was rated', async () => {
    const home = await seed();
    const rated = await say(home, ['m-one', 'not-helpful'], { by: 'agent', session: 's-a' });
    expect(rated.data).toMatchObject({ stats: { helpful: 1, notHelpful: 0 } });
    const unrated = await say(home, ['m-one', 'not-helpful'], { by: 'agent', session: 's-now' });
    expect(unrated.data).toMatchObject({ stats: { helpful: 1, notHelpful: 1 }, usage: { by: 'derived' } });
  });

  it('of an agent gives way to a person, and counts once a session', async () => {
    const home = await seed();
    await say(home, ['m-one', 'not-helpful'], { by: 'agent', session: 's-b' });
    const again = await say(
      home,
      ['m-one', 'not-helpful'],
      { by: 'agent', session: 's-b' },
      '2026-06-16T12:00:00.000Z',
    );
    expect(again.data).toMatchObject({ added: false, stats: { helpful: 1, notHelpful: 1 } });
    const person = await say(home, ['m-one', 'helpful'], { session: 's-b' });
    expect(person.data).toMatchObject({ stats: { helpful: 2, notHelpful: 0 } });
  });

  it('without a session counts once a day', async () => {
    const home = await seed();
    await say(home, ['m-one', 'helpful']);
    const again = await say(home, ['m-one'], { helpful: true }, '2026-06-15T18:00:00.000Z');
    expect(again.data).toMatchObject({ added: false, stats: { helpful: 2 } });
    const tomorrow = await say(home, ['m-one', 'helpful'], {}, '2026-06-16T12:00:00.000Z');
    expect(tomorrow.data).toMatchObject({ added: true, stats: { helpful: 3 } });
  });

  it('a note leaves its secrets outside', async () => {
    const home = await seed();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    await say(home, ['m-one', 'applied'], { note: `worked with ${token}` });
    expect(JSON.stringify(await usageIn(home))).not.toContain(token);
  });

  const shared = { home: '' };
  beforeAll(async () => {
    shared.home = await seed();
  });

  it.each<[string, string[], Record<string, unknown>, string]>([
    ['nothing said', ['m-one'], {}, 'nothing is said of it'],
    ['both said', ['m-one'], { helpful: true, notHelpful: true }, 'say one thing'],
    ['another word', ['m-one', 'great'], {}, 'great'],
    ['an unknown speaker', ['m-one', 'helpful'], { by: 'cat' }, '--by cat'],
    ['an unknown memory', ['m-other', 'helpful'], {}, 'm-other'],
    ['an unknown session', ['m-one', 'helpful'], { session: 's-zzz' }, 's-zzz'],
  ])('refuses %s', async (_, args, options, message) => {
    const { home } = shared;
    await expect(say(home, args, options)).rejects.toThrow(message);
    expect(await usageIn(home)).toEqual([derived]);
  });
});
