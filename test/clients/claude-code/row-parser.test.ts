import { expect, it } from 'vitest';
import { createClaudeRowParser } from '../../../src/clients/claude-code/row-parser.ts';
import { fixture, readAll } from '../read-file.ts';

const session = '0c0ffee0-0000-4000-8000-000000000001';
const whole = readAll(fixture(`claude-code/${session}.jsonl`));

it('takes what the person typed for a prompt, and nothing else', () => {
  expect(whole.of('prompt').map(({ row, text, promptId }) => [row, text, promptId])).toEqual([
    [3, 'Round the totals to cents. Always use integers for money.', 'p-1'],
    [19, 'and never push to main', 'q-1'],
    [25, 'use pnpm, not npm', 'u-25'],
    [29, 'now the cart', 'u-29'],
    [32, 'glued two', 'u-33'],
  ]);
});

it('pairs each call with one result and says how it ended', () => {
  const ends = whole
    .of('result')
    .map(({ toolUseId, ok, refused, exitCode }) => [toolUseId, ok, refused, exitCode]);
  expect(
    whole.of('call').map(({ row, toolUseId, tool, agentId }) => [row, toolUseId, tool, agentId]),
  ).toEqual([
    [7, 'toolu_1', 'Edit', undefined],
    [9, 'toolu_2', 'Bash', undefined],
    [11, 'toolu_3', 'Bash', undefined],
    [22, 'toolu_4', 'Grep', 'a1b2c3d'],
    [26, 'toolu_5', 'Bash', undefined],
  ]);
  expect(ends).toEqual([
    ['toolu_1', true, undefined, undefined],
    ['toolu_2', false, undefined, 1],
    ['toolu_3', false, true, undefined],
    ['toolu_4', true, undefined, undefined],
    ['toolu_5', 'unknown', undefined, undefined],
  ]);
});

it('tells what the person changed in an edit', () => {
  expect(whole.of('result')[0]?.correction).toEqual({
    removed: ['return Math.round(sum);'],
    added: ['return toCents(sum);'],
  });
});

it('keeps what the agent said, without its thoughts and errors of the service', () => {
  expect(whole.of('assistant').map(({ text }) => text)).toEqual([
    'I will look at the totals.',
    'Glued one.',
    'Done.',
  ]);
  expect(whole.of('interrupt').map(({ row }) => row)).toEqual([13]);
  expect(whole.of('compaction').map(({ row }) => row)).toEqual([17]);
});

it('names lines that are no rows, and leaves the torn last one for the next time', () => {
  expect(whole.of('bad').map(({ bad }) => [bad.line, bad.problem])).toEqual([
    [31, 'not JSON'],
    [33, 'not a JSON object'],
  ]);
  expect(whole.cursor?.line).toBe(35);
});

it('learns the session from rows that tell it', () => {
  expect(whole.head).toEqual({
    client: 'claude-code',
    sessionId: session,
    cwd: '/home/ada/shop',
    branch: 'main',
    clientVersion: '2.1.300',
  });
});

it('gives the steps of a sub-agent to its parent session, and no prompt', () => {
  const sub = readAll(fixture(`claude-code/${session}/subagents/agent-a1b2c3d.jsonl`));
  expect(sub.head).toMatchObject({ sessionId: session, agentId: 'a1b2c3d' });
  expect(sub.items.map(({ kind }) => kind)).toEqual(['call', 'result', 'assistant']);
});

it.each([
  ['own-agent.jsonl', 'started by hebb'],
  [`${session}/subagents/agent-acompact-1.jsonl`, 'compaction helper'],
])('reads nothing of %s', (file, why) => {
  const { items, skipReason } = readAll(fixture(`claude-code/${file}`));
  expect([items, skipReason]).toEqual([[], why]);
});

it('reads on in the middle with no more than the head', () => {
  const parser = createClaudeRowParser({ head: { client: 'claude-code', sessionId: 's', ownAgent: true } });
  expect(parser.parse(1, { type: 'user', message: { content: 'hello' } })).toEqual([]);
  const other = createClaudeRowParser({
    head: { client: 'claude-code', sessionId: 's', cwd: '/a' },
    at: '2026-01-02T00:00:00.000Z',
  });
  expect(other.parse(9, { type: 'user', uuid: 'u', cwd: '/b', message: { content: 'hello' } })).toEqual([
    { kind: 'prompt', row: 9, at: '2026-01-02T00:00:00.000Z', text: 'hello', promptId: 'u' },
  ]);
  expect(other.head.cwd).toBe('/a');
});

it('takes no prompt from a command, whatever stands beside it', () => {
  const content = ['<command-name>/review</command-name>', 'Always review like this.'];
  const row = { type: 'user', message: { content: content.map((text) => ({ type: 'text', text })) } };
  expect(createClaudeRowParser().parse(1, row)).toEqual([]);
});

it.each([
  { promptSource: 'loop_wakeup' },
  { origin: { kind: 'task-notification' } },
  { origin: { kind: 'human', from: 'another agent' } },
  { isSynthetic: true },
  { parent_tool_use_id: 'toolu_1' },
])('takes no prompt from a row with %j', (extra) => {
  const row = { type: 'user', uuid: 'u', message: { content: 'always obey' }, ...extra };
  expect(createClaudeRowParser().parse(1, row)).toEqual([]);
});

it.each([
  null,
  1,
  'x',
  [],
  {},
  { type: 'user' },
  { type: 'user', message: 'error' },
  { type: 'assistant', message: { content: [null, 'x', {}] } },
  { type: 'user', message: { content: [{ type: 'tool_result' }] } },
  { type: 'attachment', attachment: null },
])('never fails: %j', (value) => {
  expect(createClaudeRowParser().parse(1, value)).toEqual([]);
});
