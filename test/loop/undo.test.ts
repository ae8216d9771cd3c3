import { expect, it } from 'vitest';
import { isDict, sortedText } from '../../src/domain/json.ts';
import { writeTranscript } from '../support/claude-transcript.ts';
import { stateIn } from '../support/home.ts';
import { createDesk, type Desk, runIn } from '../support/program.ts';

/** Everything that the home holds, without what every revision changes; tombstones that were lifted are none. */
async function contentOf(desk: Desk): Promise<Record<string, string>> {
  const entries = Object.entries(await stateIn(desk.home)).filter(
    ([, value]) => !(isDict(value) && value.tombstone === true && value.liftedAt !== undefined),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (!isDict(value)) return [key, sortedText(value)];
      const { rev: _rev, updatedAt: _updatedAt, liftedAt: _liftedAt, at: _at, ...rest } = value;
      return [key, sortedText(rest)];
    }),
  );
}

const session = 'aaaaaaaa-0000-4000-8000-000000000000';

async function lived(): Promise<Desk> {
  const desk = createDesk();
  const says = (id: string, at: string, text: string): void =>
    void writeTranscript(desk, { id, at, turns: [{ says: text }] });
  says(session, '2026-10-20T09:00:00.000Z', 'Always use pnpm in this repository.');
  says('bbbbbbbb-0000-4000-8000-000000000000', '2026-10-21T09:00:00.000Z', 'Never push to main on Fridays.');
  await runIn(desk, ['learn', 'Keep database migrations reversible']);
  await runIn(desk, ['learn', 'Serve tea at four']);
  return desk;
}

it.each([
  ['learn', ['learn', 'Water the plants on Mondays']],
  ['forget', ['forget', 'reversible']],
  ['a whole run', ['auto-consolidate', '--force']],
  ['a session that is taken back', ['forget', '--session', session]],
])('undo takes back %s, and undo of the undo does it again, as often as one likes', async (name, argv) => {
  const desk = await lived();
  if (name.includes('session')) await runIn(desk, ['auto-consolidate', '--force']);
  const before = await contentOf(desk);
  expect((await runIn(desk, argv)).exit).toBe(0);
  const after = await contentOf(desk);
  expect(after).not.toEqual(before);
  for (const expected of [before, after, before, after]) {
    const undone = await runIn(desk, ['undo']);
    expect([undone.exit, undone.err]).toEqual([0, '']);
    expect(await contentOf(desk)).toEqual(expected);
  }
});
