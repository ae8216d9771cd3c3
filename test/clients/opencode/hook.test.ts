import { expect, it } from 'vitest';
import { opencode } from '../../../src/clients/opencode/adapter.ts';
import type { OpencodePayload } from '../../../src/clients/opencode/hook.ts';
import { unwrap } from '../../../src/domain/failure.ts';

const at = '2026-10-05T09:00:00.000Z';
const common = { client: 'opencode', session_id: 'ses_1', cwd: '/w' } as const;
const facts = (payload: Omit<OpencodePayload, keyof typeof common>) =>
  unwrap(opencode.parseHook({ ...common, ...payload }, at));
const base = { at, client: 'opencode', sessionId: 'ses_1', cwd: '/w' };
const shell = { call_id: 'call_1', tool_name: 'bash', tool_input: { command: 'npm test' } };

it.each([
  [
    { output: 'fine', exit_code: 0 },
    { kind: 'command', ok: true },
  ],
  [
    { output: 'no', exit_code: 1 },
    { kind: 'tool-failed', ok: false, errorText: 'no' },
  ],
  [
    { output: 'half', exit_code: null },
    { kind: 'command', ok: 'unknown' },
  ],
])('tells of a command that ended with %j', (payload, expected) => {
  expect(facts({ hook_event_name: 'tool.execute.after', ...shell, ...payload })).toEqual([
    { ...base, tool: 'Bash', input: { command: 'npm test' }, toolUseId: 'call_1', ...expected },
  ]);
});

it.each([
  ['Could not find oldString in the file.', { kind: 'tool-failed', ok: false }],
  ['The user rejected permission to use this specific tool call.', { kind: 'edit', ok: 'unknown' }],
])('tells of a tool that failed with %s', (error, expected) => {
  const call = { call_id: 'call_2', tool_name: 'edit', tool_input: { filePath: '/w/a.ts' } };
  expect(facts({ hook_event_name: 'tool.error', ...call, error })).toMatchObject([
    { tool: 'Edit', ...expected },
  ]);
});

it('tells of a prompt under the id that the transcript has', () => {
  const prompt = { hook_event_name: 'chat.message', prompt: '"Use tabs, please."', message_id: 'msg_1' };
  expect(facts(prompt)).toEqual([
    { ...base, kind: 'prompt', ok: 'unknown', text: 'Use tabs, please.', promptId: 'msg_1' },
  ]);
  expect(facts({ ...prompt, prompt: '[hebb:own-agent] extract' })).toEqual([]);
});

it('gives what a sub-agent does to the session that started it, and nothing that it is told', () => {
  const sub = { parent_id: 'ses_0' };
  expect(facts({ hook_event_name: 'tool.execute.after', ...shell, ...sub })).toMatchObject([
    { sessionId: 'ses_0', agentId: 'ses_1' },
  ]);
  expect(facts({ hook_event_name: 'chat.message', prompt: 'Always look.', ...sub })).toEqual([]);
  expect(facts({ hook_event_name: 'session.idle', ...sub })).toEqual([]);
});

it.each([
  ['session.created', 'session-start'],
  ['session.idle', 'stop'],
  ['session.compacted', 'compact'],
  ['session.deleted', 'session-end'],
])('%s is %s', (hook_event_name, kind) => {
  expect(facts({ hook_event_name, timestamp: '2026-10-05T08:00:00Z' })).toEqual([
    { ...base, at: '2026-10-05T08:00:00.000Z', kind, ok: 'unknown' },
  ]);
});

it('takes nothing from other events', () => {
  expect(facts({ hook_event_name: 'file.edited' })).toEqual([]);
});
