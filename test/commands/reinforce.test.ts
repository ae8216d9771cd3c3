import { expect, it } from 'vitest';
import { run as decay } from '../../src/commands/decay.ts';
import { run as reinforce } from '../../src/commands/reinforce.ts';
import { isDict } from '../../src/domain/json.ts';
import { addDays } from '../../src/domain/time.ts';
import { memory } from '../pipeline/samples.ts';
import { now, run, snapshot, stateIn } from '../support/home.ts';
import { callCommand } from './call-command.ts';
import { seedHome } from './reflect-home.ts';

/** Falls below 0.05 some days from now. */
const fading = (id: string, days: number) =>
  memory(id, { base: 1, decayRate: 0.05, anchoredAt: addDays(now, days - 58.4), summary: `about ${id}` });

it('reinforces several in one operation, says with which numbers, and is undone', async () => {
  const home = await seedHome({ memories: [fading('m-one', 3), fading('m-two', 44.4)] });
  const strengths = async () =>
    Object.values(await stateIn(home))
      .filter(isDict)
      .map(({ base, anchoredAt, status }) => ({ base, anchoredAt, status }));
  const before = await strengths();
  const { out } = await callCommand(reinforce, { args: ['m-one', 'm-two'] }, { home });
  expect(out).toContain('reinforce.stated: Reinforced by hand: strength 0.06 → 0.16.');
  expect(out).toContain('reinforce.stated: Reinforced by hand: strength 0.49 → 0.59.');
  expect((await stateIn(home))['memories/m-two']).toMatchObject({
    status: 'confirmed',
    anchoredAt: now,
    rev: 2,
  });
  await run(['undo'], { home });
  expect(await strengths()).toEqual(before);
});

it('changes nothing as a dry run', async () => {
  const home = await seedHome({ memories: [fading('m-one', 3)] });
  const before = snapshot(home);
  const { out, data } = await callCommand(
    reinforce,
    { args: ['m-one'], options: { dryRun: true } },
    { home },
  );
  expect(out).toContain('Dry run');
  expect(data.changes).toHaveLength(1);
  expect(snapshot(home)).toEqual(before);
});

it('decay shows who falls and when, what has fallen, and writes nothing', async () => {
  const home = await seedHome({
    memories: [
      fading('m-later', 20),
      { ...fading('m-soon', 3), pinned: true },
      fading('m-gone', -2),
      memory('m-stays', { decayRate: 0 }),
    ],
  });
  const before = snapshot(home);
  const { out, data } = await callCommand(decay, {}, { home });
  expect(data).toMatchObject({
    days: 30,
    decayedBelow: 0.05,
    falling: [
      { id: 'm-soon', protectedBy: 'pinned' },
      { id: 'm-later', protectedBy: null },
    ],
    faded: [{ id: 'm-gone' }],
    lasting: 1,
    live: 4,
  });
  expect(out).toContain('2 of 4 memories fall below 0.05 within 30 days');
  expect(out).toMatch(/m-soon\s+0\.058\s+2026-06-18\s+pinned\s+about m-soon/);
  const week = await callCommand(decay, { options: { days: '7' } }, { home });
  expect(week.data.falling).toMatchObject([{ id: 'm-soon' }]);
  expect(snapshot(home)).toEqual(before);
});

it('decay says so when nothing falls, and refuses days that are none', async () => {
  const home = await seedHome({ memories: [memory('m', { decayRate: 0 })] });
  const { out } = await callCommand(decay, { options: { days: '1' } }, { home });
  expect(out).toContain('None of 1 memories falls below 0.05 within 1 day.');
  for (const days of ['0', '-3', 'many', '99999'])
    await expect(callCommand(decay, { options: { days } }, { home })).rejects.toThrow('not a number of days');
});
