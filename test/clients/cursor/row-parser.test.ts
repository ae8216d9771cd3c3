import { appendFileSync, readFileSync, utimesSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fixture, readAll } from '../read-file.ts';
import { temporaryFile } from '../temporary-folder.ts';

const sessionId = '0c0ffee0-0000-4000-8000-00000000c0f0';
const folder = `cursor/projects/home-ada-shop/agent-transcripts/${sessionId}`;
const transcript = fixture(`${folder}/${sessionId}.jsonl`);

it('gives what was typed, said and done, in the words that hebb knows', () => {
  const { of, head } = readAll(transcript);
  expect(head).toEqual({ client: 'cursor', sessionId });
  expect(of('prompt').map(({ text }) => text)).toEqual([
    'Always use tabs in this project. Why does the total fail?',
    'Thanks.',
  ]);
  expect(of('assistant').map(({ text }) => text)).toEqual([
    'The root cause was a misspelt name: `totl` instead of `total`.',
    'You are welcome.',
  ]);
  expect(of('call').map(({ tool, input }) => [tool, input])).toEqual([
    ['Bash', { command: 'npm test', description: 'Run the tests' }],
    ['Read', { file_path: '/home/ada/shop/src/total.ts' }],
    ['Edit', { file_path: '/home/ada/shop/src/total.ts', old_string: 'totl', new_string: 'total' }],
    ['Write', { file_path: '/home/ada/shop/notes.md', content: 'fixed\n' }],
    ['Delete', { path: '/home/ada/shop/old.md' }],
    ['Bash', { command: 'npm test' }],
  ]);
  expect(of('interrupt')).toHaveLength(1);
});

it('says that nobody knows how a step ended that no row tells of', () => {
  const { of } = readAll(transcript);
  expect(of('result').map(({ toolUseId, ok }) => [toolUseId, ok])).toEqual(
    of('call').map(({ toolUseId }) => [toolUseId, 'unknown']),
  );
});

it('takes the time that a prompt tells for what follows it, else that of the file', () => {
  const { of } = readAll(transcript);
  expect([of('prompt')[0]?.at, of('call')[5]?.at, of('prompt')[1]?.at]).toEqual([
    '2026-10-05T09:02:00.000Z',
    '2026-10-05T09:03:00.000Z',
    '2026-10-05T09:10:00.000Z',
  ]);
  const path = temporaryFile('{"role":"user","message":{"content":"Hello"}}\n');
  const changed = new Date('2026-10-07T08:00:00.000Z');
  utimesSync(path, changed, changed);
  expect(readAll(path).of('prompt')[0]?.at).toBe('2026-10-07T08:00:00.000Z');
});

it('gives the same ids whenever it reads, others in another session', () => {
  const ids = (path: string) =>
    readAll(path)
      .of('call')
      .map(({ toolUseId }) => toolUseId);
  const elsewhere = temporaryFile(readFileSync(transcript), 'another.jsonl');
  expect(ids(transcript)).toEqual(ids(transcript));
  expect(new Set([...ids(transcript), ...ids(elsewhere)]).size).toBe(12);
});

it('gives the same in two readings as in one', () => {
  const lines = readFileSync(transcript, 'utf8').split('\n');
  const path = temporaryFile(`${lines.slice(0, 7).join('\n')}\n`, `${sessionId}.jsonl`);
  const first = readAll(path);
  if (!first.cursor || !first.head) throw new Error('nothing was read');
  appendFileSync(path, lines.slice(7).join('\n'));
  const second = readAll(path, { cursor: first.cursor, head: first.head });
  expect([...first.items, ...second.items]).toEqual(readAll(transcript).items);
});

it("reads a sub-agent's file into the session that started it, without its task as a prompt", () => {
  const { items, head } = readAll(fixture(`${folder}/subagents/helper-2.jsonl`));
  expect(head).toEqual({ client: 'cursor', sessionId, agentId: 'helper-2' });
  expect(items).toMatchObject([{ kind: 'call', tool: 'Grep', agentId: 'helper-2' }]);
});

const row = (role: string, ...content: readonly object[]): string =>
  `${JSON.stringify({ role, message: { content } })}\n`;
const use = (command: string, id?: string) => ({
  type: 'tool_use',
  name: 'Shell',
  input: { command },
  ...(id ? { id } : {}),
});
const result = (tool_use_id: string, content: unknown, more = {}) => ({
  type: 'tool_result',
  tool_use_id,
  content,
  ...more,
});

it('pairs results by their ids, else in their order', () => {
  const text =
    row('assistant', use('a'), use('b'), use('c', 'own')) +
    row('user', result('own', 'Exit code: 1\nno'), result('t1', 'Exit code: 0\n')) +
    row('user', result('t2', [{ type: 'text', text: 'Error: gone' }]), result('t3', 'of nothing'));
  const { of } = readAll(temporaryFile(text));
  const commands = new Map(of('call').map(({ toolUseId, input }) => [toolUseId, input.command]));
  expect(of('result').map(({ toolUseId, ok, exitCode }) => [commands.get(toolUseId), ok, exitCode])).toEqual([
    ['c', false, 1],
    ['a', true, 0],
    ['b', false, undefined],
  ]);
});
