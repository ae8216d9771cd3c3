import { expect, it } from 'vitest';
import { claudeCode } from '../../src/clients/claude-code/adapter.ts';
import { payloadsOf } from '../../src/clients/client.ts';
import { codex } from '../../src/clients/codex/adapter.ts';
import { unwrap } from '../../src/domain/failure.ts';
import type { Dict } from '../../src/domain/json.ts';

const at = '2026-10-05T09:00:00.000Z';
const common = {
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd: '/w',
  user_email: `ada@${'example.org'}`,
};
const claude = (payload: Dict) => unwrap(claudeCode.parseHook({ ...common, ...payload }, at));
const codexFacts = (payload: Dict) => unwrap(codex.parseHook({ ...common, ...payload }, at));
const base = { at, client: 'claude-code', sessionId: 's', cwd: '/w', transcriptPath: '/t.jsonl' };
const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 'c1' };

it('tells of a tool that worked', () => {
  const payload = {
    hook_event_name: 'PostToolUse',
    prompt_id: 'p',
    ...bash,
    tool_response: { stdout: '' },
    duration_ms: 5,
  };
  expect(claude(payload)).toEqual([
    {
      ...base,
      kind: 'command',
      promptId: 'p',
      tool: 'Bash',
      input: { command: 'npm test' },
      toolUseId: 'c1',
      ok: true,
      durationMs: 5,
    },
  ]);
});

it.each([
  ['edit', 'Edit'],
  ['edit', 'Write'],
  ['edit', 'MultiEdit'],
  ['edit', 'NotebookEdit'],
  ['command', 'Bash'],
  ['tool', 'mcp__docs__find'],
])('%s is the kind of %s', (kind, tool_name) => {
  expect(claude({ hook_event_name: 'PostToolUse', tool_name })[0]?.kind).toBe(kind);
});

it('tells of an edit that the person changed', () => {
  const payload = {
    hook_event_name: 'PostToolUse',
    tool_name: 'Edit',
    tool_input: { file_path: '/w/a.ts', old_string: 'a', new_string: 'b' },
    tool_response: { userModified: true, structuredPatch: [{ lines: ['-a', '+c'] }] },
  };
  expect(claude(payload)[0]).toMatchObject({
    userModified: true,
    correction: { removed: ['b'], added: ['c'] },
  });
});

it.each([
  ['failed', { error: 'Exit code 1\nno' }, { kind: 'tool-failed', ok: false, errorText: 'Exit code 1\nno' }],
  ['was refused', { error: "The user doesn't want to proceed" }, { kind: 'command', ok: 'unknown' }],
  ['was interrupted', { error: 'stopped', is_interrupt: true }, { kind: 'command', ok: 'unknown' }],
])('tells of a tool that %s', (_, extra, expected) => {
  const [fact] = claude({ hook_event_name: 'PostToolUseFailure', ...bash, ...extra });
  expect(fact).toMatchObject(expected);
  expect(fact?.errorText).toBe('errorText' in expected ? expected.errorText : undefined);
});

it('takes from a batch only the calls that no other hook tells of', () => {
  const tool_calls = [
    { ...bash, tool_response: 'Exit code 1' },
    {
      tool_name: 'Edit',
      tool_input: {},
      tool_use_id: 'c2',
      tool_response: '<tool_use_error>String to replace not found</tool_use_error>',
    },
    { tool_name: 'Read', tool_input: {}, tool_use_id: 'c3' },
  ];
  expect(claude({ hook_event_name: 'PostToolBatch', tool_calls })).toMatchObject([
    { kind: 'tool-failed', toolUseId: 'c2', ok: false, errorText: 'String to replace not found' },
  ]);
});

it.each([
  ['Always use tabs.', 'Always use tabs.'],
  ['/home/ada is gone', '/home/ada is gone'],
  ['/compact keep tests', undefined],
  ['<task-notification>done</task-notification>', undefined],
  ['[hebb:own-agent] extract', undefined],
  ['', undefined],
])('prompt %j', (prompt, text) => {
  for (const facts of [claude, codexFacts])
    expect(facts({ hook_event_name: 'UserPromptSubmit', prompt })[0]?.text).toBe(
      prompt.startsWith('<task') && facts === codexFacts ? prompt : text,
    );
});

it('takes no prompt that a timer or an agent wrote', () => {
  const event = { hook_event_name: 'UserPromptSubmit', prompt: 'always' };
  expect(claude({ ...event, source: 'loop_wakeup' })).toEqual([]);
  expect(claude({ ...event, agent_id: 'a' })).toEqual([]);
});

it.each([
  ['Stop', 'stop'],
  ['SessionStart', 'session-start'],
  ['SessionEnd', 'session-end'],
  ['PreCompact', 'compact'],
])('%s is %s for both clients', (hook_event_name, kind) => {
  expect(claude({ hook_event_name })).toEqual([{ ...base, kind, ok: 'unknown' }]);
  expect(codexFacts({ hook_event_name, transcript_path: null })[0]).toMatchObject({ kind, client: 'codex' });
});

it.each(['PreToolUse', 'PermissionDenied', 'SubagentStop', 'Notification', 'EventOfNextMonth'])(
  '%s is no evidence',
  (hook_event_name) => {
    expect([claude({ hook_event_name, ...bash }), codexFacts({ hook_event_name, ...bash })]).toEqual([
      [],
      [],
    ]);
  },
);

it.each([
  [
    'a command, of which Codex tells no status',
    'Bash',
    { command: 'npm test' },
    'Exit code: 1\n',
    'command',
    'unknown',
  ],
  [
    'a patch',
    'apply_patch',
    { command: '*** Begin Patch\n*** Add File: a.ts\n+a\n*** End Patch' },
    'Exit code: 0\nSuccess.',
    'edit',
    true,
  ],
  [
    'a patch that failed',
    'apply_patch',
    { command: '' },
    'apply_patch verification failed: x',
    'tool-failed',
    false,
  ],
  ['an MCP tool', 'mcp__a__b', {}, { content: [], isError: true }, 'tool-failed', false],
])('Codex: %s', (_, tool_name, tool_input, tool_response, kind, ok) => {
  const [fact] = codexFacts({
    hook_event_name: 'PostToolUse',
    turn_id: 't',
    tool_name,
    tool_input,
    tool_response,
  });
  expect(fact).toMatchObject({ kind, ok, turnId: 't' });
});

it('reads the few fields of mid-2025', () => {
  const payload = {
    session_id: 's',
    transcript_path: '/t.jsonl',
    hook_event_name: 'Stop',
    stop_hook_active: false,
  };
  expect(unwrap(claudeCode.parseHook(payload, at))[0]).toEqual({
    ...base,
    cwd: '',
    kind: 'stop',
    ok: 'unknown',
  });
});

it.each([{}, { session_id: 's' }, { hook_event_name: 'Stop' }, { session_id: 1, hook_event_name: 'Stop' }])(
  'fails on %j',
  (payload) => {
    for (const client of [claudeCode, codex])
      expect(client.parseHook(payload, at)).toMatchObject({ ok: false, failure: { code: 'hook-payload' } });
  },
);

it('keeps nothing that names a person', () => {
  expect(JSON.stringify(claude({ hook_event_name: 'PostToolUse', ...bash }))).not.toContain('example.org');
});

it.each([
  [{ a: 1 }, [{ a: 1 }]],
  [
    [{ a: 1 }, 2, { b: 1 }],
    [{ a: 1 }, { b: 1 }],
  ],
  ['text', []],
  [null, []],
])('payloads of %j', (value, expected) => {
  expect(payloadsOf(value)).toEqual(expected);
});
