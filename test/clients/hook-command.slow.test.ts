import { expect, it } from 'vitest';
import { writeEvents } from './hook-writers.ts';
import { temporaryFolder } from './temporary-folder.ts';

it.each([
  [64, 50, 4000],
  [8, 5, 1_000_000],
])('%i writers × %i events of %i bytes: every one whole, none lost', async (writers, events, padding) => {
  const { outputs, files } = await writeEvents(temporaryFolder(), { writers, events, padding });
  expect(new Set(outputs)).toEqual(new Set(['0']));
  expect(new Set(files.map(({ event }) => JSON.stringify(event))).size).toBe(writers * events);
  expect(new Set(files.map(({ name }) => name)).size).toBe(writers * events);
});
