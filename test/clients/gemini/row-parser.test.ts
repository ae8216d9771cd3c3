import { appendFileSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fixture, readAll } from '../read-file.ts';
import { temporaryFile } from '../temporary-folder.ts';

const chat = fixture('gemini/tmp/shop/chats/session-2026-10-05T09-00-0c0ffee0.jsonl');
const sessionId = '0c0ffee0-0000-4000-8000-0000000006e1';

it('gives each prompt, answer and tool use of a chat once, and its own words only', () => {
  const { items, head } = readAll(chat);
  expect(head).toEqual({ client: 'gemini', sessionId, cwd: '/home/ada/shop' });
  expect(
    items.map((item) =>
      'text' in item ? [item.kind, item.row, item.text] : [item.kind, 'row' in item ? item.row : 0],
    ),
  ).toEqual([
    ['prompt', 3, 'Always use tabs in this project. Why does the total of @src/total.ts fail?'],
    ['call', 7],
    ['result', 7],
    ['assistant', 8, 'The root cause was a misspelt name: `totl` instead of `total`.'],
    ['call', 8],
    ['result', 8],
    ['call', 9],
    ['result', 9],
    ['call', 9],
    ['result', 9],
    ['prompt', 14, 'Thanks, that works.'],
    ['compaction', 15],
    ['assistant', 16, 'You are welcome.'],
  ]);
});

it('tells how each step ended, also a command that failed in a success', () => {
  const { of } = readAll(chat);
  expect(of('call').map(({ toolUseId, tool }) => [toolUseId, tool])).toEqual([
    ['c-1', 'Bash'],
    ['c-2', 'Edit'],
    ['c-3', 'Bash'],
    ['c-4', 'Read'],
  ]);
  expect(of('result').map(({ ok, exitCode, errorText }) => [ok, exitCode, errorText])).toEqual([
    [false, 1, '1 failing\nTypeError: total is not a function\nExit Code: 1'],
    [true, undefined, undefined],
    [true, undefined, undefined],
    [false, undefined, 'File not found: /home/ada/shop/missing.md'],
  ]);
  expect(of('result')[0]?.at).toBe('2026-10-05T09:00:09.000Z');
});

it('leaves out what was taken back, as far as it is read with what takes it back', () => {
  const lines = readFileSync(chat, 'utf8').split('\n');
  const path = temporaryFile(`${lines.slice(0, 12).join('\n')}\n`);
  const first = readAll(path);
  expect(first.of('prompt').map(({ promptId }) => promptId)).toEqual(['u-1', 'u-3']);
  appendFileSync(path, lines.slice(12).join('\n'));
  if (!first.cursor || !first.head) throw new Error('nothing was read');
  const second = readAll(path, { cursor: first.cursor, head: first.head });
  expect(second.items.map(({ kind }) => kind)).toEqual(['prompt', 'compaction', 'assistant']);
});

it('takes back all for an id that is not there, and tells a message again at its last row', () => {
  const rows = [
    { id: 'a', type: 'user', content: 'one' },
    { id: 'b', type: 'user', content: 'two' },
    { $rewindTo: 'gone' },
    { id: 'c', type: 'user', content: 'three' },
    { id: 'd', type: 'user', content: 'four' },
    { id: 'c', type: 'user', content: 'three, again' },
    { $rewindTo: 'd' },
  ];
  const { of } = readAll(temporaryFile(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
  expect(of('prompt').map(({ row, text }) => [row, text])).toEqual([[6, 'three, again']]);
});

it("reads a sub-agent's chat into the session that started it, without its task as a prompt", () => {
  const { items, head } = readAll(fixture(`gemini/tmp/shop/chats/${sessionId}/helper-1.jsonl`));
  expect(head).toEqual({ client: 'gemini', sessionId, cwd: '/home/ada/shop', agentId: 'helper-1' });
  expect(items).toMatchObject([
    { kind: 'assistant' },
    { kind: 'call', tool: 'Grep', agentId: 'helper-1' },
    { kind: 'result', ok: true },
  ]);
});

it('reads the documents of 2025', () => {
  const { items, head } = readAll(fixture('gemini/tmp/old/chats/session-2025-11-02T08-00-0c0ffee1.json'));
  expect(head).toEqual({ client: 'gemini', sessionId: '0c0ffee1-0000-4000-8000-0000000006e2' });
  expect(items).toMatchObject([
    { kind: 'prompt', row: 2, text: 'Run the linter.' },
    { kind: 'call', row: 3, tool: 'Bash', input: { command: 'npm run lint' } },
    { kind: 'result', row: 3, ok: false, exitCode: 2 },
    { kind: 'assistant', row: 4 },
  ]);
});
