import { appendFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readRows } from '../../src/clients/rows.ts';
import { temporaryFile } from './temporary-folder.ts';

it('reads a file of 500 MB with a line of 300 MB in little memory', () => {
  const row = `${JSON.stringify({ type: 'user', message: { content: 'x'.repeat(3000) } })}\n`;
  const rows = row.repeat(Math.ceil(100_000_000 / row.length));
  const path = temporaryFile(rows);
  appendFileSync(path, '{"x":"');
  for (let part = 0; part < 30; part += 1) appendFileSync(path, 'y'.repeat(10_000_000));
  appendFileSync(path, `"}\n${rows}`);
  const before = process.memoryUsage.rss();
  let peak = 0;
  let bad = 0;
  for (const item of readRows(path, undefined, { maxLineMb: 32 }).rows) {
    if ('bad' in item) bad += 1;
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  expect(bad).toBe(1);
  expect((peak - before) / 1_048_576).toBeLessThan(150);
});
