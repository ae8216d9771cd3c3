import { expect, it } from 'vitest';
import { cursor } from '../../../src/clients/cursor/adapter.ts';
import { unwrap } from '../../../src/domain/failure.ts';
import type { Dict } from '../../../src/domain/json.ts';

const at = '2026-10-05T09:00:00.000Z';
const common = {
  conversation_id: 'c',
  generation_id: 'g',
  workspace_roots: ['/w'],
  cursor_version: '2.4.1',
  user_email: `ada@${'example.org'}`,
  transcript_path: null,
};
const facts = (payload: Dict) => unwrap(cursor.parseHook({ ...common, ...payload }, at));
const base = { at, client: 'cursor', clientVersion: '2.4.1', sessionId: 'c', turnId: 'g', cwd: '/w' };
const hookId = expect.stringMatching(/^hook-/);

it('tells of an edit', () => {
  const edits = [{ old_string: 'a', new_string: 'b' }];
  expect(facts({ hook_event_name: 'afterFileEdit', file_path: '/w/a.ts', edits })).toEqual([
    {
      ...base,
      kind: 'edit',
      tool: 'Edit',
      input: { file_path: '/w/a.ts', edits },
      toolUseId: hookId,
      ok: true,
    },
  ]);
});

it('tells of a command, and not how it ended', () => {
  expect(
    facts({ hook_event_name: 'afterShellExecution', command: 'npm test', output: 'no', duration: 12 }),
  ).toEqual([
    {
      ...base,
      kind: 'command',
      tool: 'Bash',
      input: { command: 'npm test' },
      toolUseId: hookId,
      ok: 'unknown',
      durationMs: 12,
    },
  ]);
});

it('tells of a tool of a server, whose input is text', () => {
  const payload = {
    hook_event_name: 'afterMCPExecution',
    tool_name: 'find',
    tool_input: '{"q":1}',
    result_json: '{}',
  };
  expect(facts(payload)).toMatchObject([{ kind: 'tool', tool: 'find', input: { q: 1 }, ok: 'unknown' }]);
  expect(facts({ ...payload, tool_input: 'no JSON' })).toMatchObject([{ input: {} }]);
});

it.each([
  ['postToolUse', { tool_output: '{"exitCode":0,"stdout":"fine"}' }, { kind: 'command', ok: true }],
  [
    'postToolUse',
    { tool_output: '{"exitCode":2,"stderr":"no"}' },
    { kind: 'tool-failed', ok: false, errorText: 'no' },
  ],
  ['postToolUse', { tool_output: 'fine' }, { kind: 'command', ok: true }],
  ['postToolUseFailure', { error_message: 'no' }, { kind: 'tool-failed', ok: false, errorText: 'no' }],
  [
    'postToolUseFailure',
    { error_message: 'no', failure_type: 'permission_denied' },
    { kind: 'command', ok: 'unknown' },
  ],
  ['postToolUseFailure', { error_message: 'no', is_interrupt: true }, { kind: 'command', ok: 'unknown' }],
])('%s with %j says how a step ended', (hook_event_name, payload, expected) => {
  const call = { tool_name: 'Shell', tool_input: { command: 'npm test' }, tool_use_id: 't1' };
  expect(facts({ hook_event_name, ...call, ...payload })).toMatchObject([
    { tool: 'Bash', toolUseId: 't1', ...expected },
  ]);
});

it.each([
  ['sessionStart', 'session-start'],
  ['sessionEnd', 'session-end'],
  ['stop', 'stop'],
  ['preCompact', 'compact'],
])('%s is %s', (hook_event_name, kind) => {
  expect(facts({ hook_event_name, status: 'completed' })).toEqual([{ ...base, kind, ok: 'unknown' }]);
});

it('tells of a prompt once, however often the hook is registered', () => {
  const payload = { hook_event_name: 'beforeSubmitPrompt', prompt: 'Use tabs.', attachments: [] };
  const [first] = facts(payload);
  const [again] = unwrap(cursor.parseHook({ ...common, ...payload }, '2026-10-05T09:00:01.000Z'));
  expect(first).toEqual({ ...base, kind: 'prompt', ok: 'unknown', text: 'Use tabs.', promptId: hookId });
  expect(again?.promptId).toBe(first?.promptId);
});

it('knows its folder by the workspace, and never whose it is', () => {
  const start = { hook_event_name: 'sessionStart' };
  expect(facts({ ...start, workspace_roots: ['/c:/Users/ada'], cwd: '' })[0]?.cwd).toBe('c:/Users/ada');
  expect(facts({ ...start, workspace_roots: [], cwd: '/v' })[0]?.cwd).toBe('/v');
  expect(JSON.stringify(facts(start))).not.toContain('@');
});

it.each(['beforeShellExecution', 'beforeReadFile', 'afterAgentThought', 'unheard'])(
  '%s is no evidence',
  (hook_event_name) => {
    expect(facts({ hook_event_name, command: 'ls' })).toEqual([]);
  },
);

it('refuses what names no session', () => {
  expect(cursor.parseHook({ hook_event_name: 'stop' }, at).ok).toBe(false);
});
