import { expect, it } from 'vitest';
import { gemini } from '../../../src/clients/gemini/adapter.ts';
import { unwrap } from '../../../src/domain/failure.ts';
import type { Dict } from '../../../src/domain/json.ts';

const at = '2026-10-05T09:00:00.000Z';
const common = {
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd: '/w',
  timestamp: '2026-10-05T08:59:59.000Z',
};
const facts = (payload: Dict) => unwrap(gemini.parseHook({ ...common, ...payload }, at));
const base = {
  at: common.timestamp,
  client: 'gemini',
  sessionId: 's',
  cwd: '/w',
  transcriptPath: '/t.jsonl',
};
const shell = {
  hook_event_name: 'AfterTool',
  tool_name: 'run_shell_command',
  tool_input: { command: 'npm test' },
};

it.each([
  ['worked', { llmContent: 'Output: fine' }, { kind: 'command', ok: true }],
  [
    'failed',
    { llmContent: 'Output: no\nExit Code: 1' },
    { kind: 'tool-failed', ok: false, errorText: 'no\nExit Code: 1' },
  ],
  [
    'was stopped',
    { llmContent: 'Command was cancelled by user before it could complete.' },
    { kind: 'command', ok: 'unknown' },
  ],
  [
    'broke',
    { llmContent: 'x', error: { message: 'no such tool' } },
    { kind: 'tool-failed', ok: false, errorText: 'no such tool' },
  ],
])('tells of a tool that %s', (_, tool_response, expected) => {
  expect(facts({ ...shell, tool_response })).toEqual([
    {
      ...base,
      tool: 'Bash',
      input: { command: 'npm test' },
      toolUseId: expect.stringMatching(/^hook-/),
      ...expected,
    },
  ]);
});

it('calls the same payload the same thing, and another one another', () => {
  const id = (payload: Dict) =>
    facts({ ...shell, tool_response: { llmContent: 'x' }, ...payload })[0]?.toolUseId;
  expect(id({})).toBe(id({}));
  expect(id({})).not.toBe(id({ timestamp: '2026-10-05T09:00:01.000Z' }));
});

it.each([
  ['SessionStart', 'session-start'],
  ['SessionEnd', 'session-end'],
  ['AfterAgent', 'stop'],
  ['PreCompress', 'compact'],
])('%s is %s', (hook_event_name, kind) => {
  expect(facts({ hook_event_name })).toEqual([{ ...base, kind, ok: 'unknown' }]);
});

it.each(['BeforeTool', 'BeforeModel', 'AfterModel', 'Notification', 'Unheard'])(
  '%s is no evidence',
  (hook_event_name) => {
    expect(facts({ hook_event_name, prompt: 'x' })).toEqual([]);
  },
);

it('tells of a prompt, not of what hebb or the client asks', () => {
  const prompt = (text: string) => facts({ hook_event_name: 'BeforeAgent', prompt: text })[0]?.text;
  expect(['Use tabs.', '/help', '[hebb:own-agent] extract'].map(prompt)).toEqual([
    'Use tabs.',
    undefined,
    undefined,
  ]);
});

it('refuses what names no session', () => {
  expect(gemini.parseHook({ hook_event_name: 'AfterTool' }, at).ok).toBe(false);
});
