import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addDays } from '../../src/domain/time.ts';
import { writeTranscript } from '../support/claude-transcript.ts';
import { createDesk, jsonIn } from '../support/program.ts';

const start = '2026-09-01T09:00:00.000Z';

it('from transcripts alone a memory is learned, used, reinforced and promoted in sixty days', async () => {
  const desk = createDesk();
  const strengths: number[] = [];
  for (let day = 0; day <= 60; day++) {
    const at = addDays(start, day);
    const rule = day === 0 ? [{ says: 'From now on always run `pnpm lint` before you commit.' }] : [];
    writeTranscript(desk, {
      id: `0000${String(day).padStart(4, '0')}-0000-4000-8000-000000000000`,
      at,
      turns: [
        ...rule,
        { says: `Add feature number ${day} to the cart` },
        { edits: `src/feature-${day}.ts`, to: `export const feature = ${day};` },
        { runs: 'pnpm lint' },
        { runs: 'pnpm test' },
        { says: 'Great, thank you.' },
      ],
    });
    if (day % 7 !== 0) continue;
    const now = addDays(at, 0.5);
    const { exit } = await jsonIn(desk, ['auto-consolidate', '--force'], { now });
    expect(exit).toBe(0);
    const { data } = await jsonIn(desk, ['list', '--all'], { now });
    strengths.push(
      data.memories.find((one: { summary: string }) => one.summary.includes('pnpm lint'))?.strength ?? 0,
    );
  }
  const now = addDays(start, 62);
  const { data } = await jsonIn(desk, ['list', '--all'], { now });
  const memory = data.memories.find((one: { summary: string }) => one.summary.includes('pnpm lint'));
  const shown = await jsonIn(desk, ['show', memory.id], { now });
  expect(memory.status).toBe('confirmed');
  expect(shown.data.usage.uses).toBeGreaterThanOrEqual(15);
  expect(shown.data.usage.effectiveness).toBe(1);
  expect(memory.promotedAt).toBeDefined();
  expect(strengths.at(-1)).toBe(1);
  const core = JSON.parse(readFileSync(join(desk.home, 'core-memory.json'), 'utf8'));
  expect(Object.values(core.stablePatterns)).toEqual([memory.summary]);
});
