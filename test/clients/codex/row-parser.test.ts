import { expect, it } from 'vitest';
import { createCodexRowParser } from '../../../src/clients/codex/row-parser.ts';
import { fixture, readAll } from '../read-file.ts';

const told = (file: string) => {
  const { items, head } = readAll(fixture(`codex/${file}`));
  const rows = items.map((item) => {
    if (item.kind === 'call') return [item.row, item.kind, item.toolUseId, item.tool];
    if (item.kind === 'result')
      return [item.row, item.kind, item.toolUseId, item.refused ? 'refused' : item.ok];
    if (item.kind === 'bad') return [item.bad.line, 'bad'];
    return [item.row, item.kind, 'text' in item ? item.text : ''];
  });
  return { rows, head, items };
};

it('reads a rollout of today: one prompt, one call and one result an id', () => {
  expect(told('rollout-2026-10-06T08-00-00-new.jsonl').rows).toEqual([
    [7, 'prompt', 'fix the total'],
    [9, 'call', 'call_1', 'Bash'],
    [10, 'result', 'call_1', false],
    [12, 'call', 'call_2', 'apply_patch'],
    [13, 'result', 'call_2', true],
    [15, 'call', 'call_3', 'apply_patch'],
    [16, 'result', 'call_3', false],
    [17, 'call', 'call_4', 'Bash'],
    [19, 'result', 'call_4', true],
    [20, 'call', 'call_5', 'mcp__docs__find'],
    [20, 'result', 'call_5', false],
    [21, 'call', 'call_6', 'Bash'],
    [22, 'result', 'call_6', 'refused'],
    [23, 'interrupt', ''],
    [24, 'compaction', ''],
    [26, 'assistant', 'Fixed.'],
  ]);
});

it('keeps the session that a forked file begins with', () => {
  expect(told('rollout-2026-10-06T08-00-00-new.jsonl').head).toEqual({
    client: 'codex',
    sessionId: '019ff000-0000-7000-8000-00000000000a',
    cwd: '/home/ada/shop',
    branch: 'main',
    clientVersion: '0.171.0',
  });
});

it('finds commands, exit codes and the files of a patch', () => {
  const { items } = told('rollout-2026-10-06T08-00-00-new.jsonl');
  const [npm, patch] = items.filter((item) => item.kind === 'call');
  expect(npm?.input).toEqual({ command: 'npm test' });
  expect(patch?.input.files).toEqual(['src/total.ts', 'src/sum.ts', 'src/new.ts']);
  expect(items.find((item) => item.kind === 'result')).toMatchObject({
    exitCode: 1,
    errorText: '1 failing\n',
  });
});

it('does not double what older versions told twice, but keeps what was said twice', () => {
  expect(told('rollout-2025-10-01T08-00-00-old.jsonl').rows).toEqual([
    [3, 'prompt', 'list it'],
    [5, 'call', 'c1', 'Bash'],
    [6, 'result', 'c1', true],
    [8, 'call', 'c2', 'Bash'],
    [9, 'result', 'c2', false],
    [10, 'call', 'c3', 'mcp__docs__find'],
    [10, 'result', 'c3', true],
    [11, 'assistant', 'One file.'],
    [13, 'prompt', 'list it'],
  ]);
});

it('reads the bare rows before 0.40 and finds their folder', () => {
  const { rows, head } = told('rollout-2025-05-07T17-24-21-bare.jsonl');
  expect(rows.map(([row, kind]) => [row, kind])).toEqual([
    [5, 'prompt'],
    [7, 'call'],
    [8, 'result'],
    [9, 'assistant'],
  ]);
  expect(head).toMatchObject({
    sessionId: '5973b6c0-94b8-487b-a530-2aeb6098ae0e',
    cwd: '/home/ada/shop',
    branch: 'dev',
  });
});

it('gives the steps of a sub-agent to its parent session, and no prompt', () => {
  const { rows, head } = told('rollout-2026-10-06T09-00-00-sub-agent.jsonl');
  expect(rows.map(([, kind]) => kind)).toEqual(['call']);
  expect(head?.sessionId).toBe('019ff000-0000-7000-8000-00000000000a');
});

it('reads nothing of an agent that hebb started', () => {
  const parser = createCodexRowParser();
  const content = [{ type: 'input_text', text: '[hebb:own-agent] extract' }];
  expect(
    parser.parse(1, { type: 'response_item', payload: { type: 'message', role: 'user', content } }),
  ).toEqual([]);
  expect([parser.skipReason, parser.head.ownAgent]).toEqual(['started by hebb', true]);
});

it.each([
  null,
  1,
  [],
  {},
  { type: 'event_msg', payload: {} },
  { type: 'event_msg', payload: { type: 'item_completed' } },
  { type: 'response_item', payload: { type: 'function_call_output' } },
  { type: 'session_meta', payload: { source: null } },
])('never fails: %j', (value) => {
  expect(createCodexRowParser().parse(1, value)).toEqual([]);
});
