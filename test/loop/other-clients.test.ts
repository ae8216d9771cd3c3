import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fixture } from '../clients/read-file.ts';
import { createDesk, jsonIn, runIn } from '../support/program.ts';

it('finds what Gemini, Cursor and opencode left where they keep it, sub-agents in their session', async () => {
  const desk = createDesk();
  cpSync(fixture('gemini/tmp'), join(desk.userHome, '.gemini/tmp'), { recursive: true });
  cpSync(fixture('cursor/projects'), join(desk.userHome, '.cursor/projects'), { recursive: true });
  cpSync(fixture('opencode/storage'), join(desk.userHome, '.local/share/opencode/storage'), {
    recursive: true,
  });
  const first = await jsonIn(desk, ['analyze-sessions']);
  expect(first.data).toMatchObject({ exit: 0, prompts: 5, steps: 14, badLines: [] });
  expect(first.data.sessions.toSorted()).toEqual([
    '0c0ffee0-0000-4000-8000-0000000006e1',
    '0c0ffee0-0000-4000-8000-00000000c0f0',
    '0c0ffee1-0000-4000-8000-0000000006e2',
    'ses_0c0ffee0shopfixture000001',
  ]);
  const states = first.data.files.map(({ state }: { state: string }) => state);
  expect(states).toEqual(Array.from({ length: 6 }, () => 'new'));
  const { data } = await jsonIn(desk, ['analyze-sessions']);
  expect([data.prompts, data.steps]).toEqual([0, 0]);
});

it('refuses the file of an agent that it does not know, and says so', async () => {
  const desk = createDesk();
  const path = join(desk.userHome, 'events.jsonl');
  writeFileSync(path, '{"type":"session.start","data":{},"id":"e1","timestamp":"2026-10-05T09:00:00Z"}\n');
  const { exit, out } = await runIn(desk, ['analyze-sessions', '--transcripts', path]);
  expect(exit).toBe(3);
  expect(out).toContain('Not readable: ~/events.jsonl: no agent that hebb knows writes such rows');
});

it.each(['gemini', 'cursor', 'opencode'])('takes a payload of %s', async (client) => {
  const desk = createDesk();
  mkdirSync(desk.home);
  const { exit, out } = await runIn(desk, ['capture', '--client', client], { input: '{}' });
  expect([exit, out]).toEqual([0, '']);
  expect(readdirSync(join(desk.home, 'spool')).filter((name) => name.startsWith(client))).toHaveLength(1);
});
