import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { injectionFormatOf } from '../../src/clients/injections.ts';
import type { InjectionMoment } from '../../src/domain/injection.ts';
import type { Dict } from '../../src/domain/json.ts';

const block = '<hebb-memory label="0123456789abcdef">\n"quotes", \\ and 漢字\n</hebb-memory>';

describe('what goes to stdout', () => {
  it.each([
    ['claude-code', 'session-start', 'SessionStart'],
    ['claude-code', 'prompt', 'UserPromptSubmit'],
    ['codex', 'session-start', 'SessionStart'],
    ['codex', 'prompt', 'UserPromptSubmit'],
    ['gemini', 'session-start', 'SessionStart'],
    ['gemini', 'prompt', 'BeforeAgent'],
  ] as const)(
    '%s, %s: one JSON document with no key more than the strictest schema has',
    (client, moment, event) => {
      const text = injectionFormatOf(client)?.printBlock(block, moment) ?? '';
      expect(text).not.toContain('\n');
      expect(JSON.parse(text)).toEqual({
        hookSpecificOutput: { hookEventName: event, additionalContext: block },
      });
    },
  );

  it('opencode: the block as it is, for the plugin', () => {
    expect(injectionFormatOf('opencode')?.printBlock(block, 'prompt')).toBe(block);
  });

  it.each(['cursor', 'nobody', ''])('nothing for %s', (client) =>
    expect(injectionFormatOf(client)).toBeUndefined(),
  );
});

const read = (client: string, moment: InjectionMoment, payload: Dict) =>
  injectionFormatOf(client)?.readCall({ session_id: 's1', cwd: '/p', ...payload }, moment);

describe('what a payload asks', () => {
  it.each([
    ['claude-code', 'UserPromptSubmit'],
    ['codex', 'UserPromptSubmit'],
    ['gemini', 'BeforeAgent'],
    ['opencode', 'chat.message'],
  ])('%s: the prompt', (client, event) => {
    const call = { sessionId: 's1', cwd: '/p', prompt: 'fix the build', forgot: false };
    expect(read(client, 'prompt', { hook_event_name: event, prompt: 'fix the build' })).toEqual(call);
    expect(read(client, 'prompt', { prompt: 'fix the build' })).toEqual(call);
  });

  it.each([
    ['startup', false],
    ['resume', false],
    ['fork', false],
    ['clear', true],
    ['compact', true],
  ])('a start after %s: the context is gone: %s', (source, forgot) => {
    for (const client of ['claude-code', 'codex', 'gemini', 'opencode'])
      expect(read(client, 'session-start', { source })?.forgot, client).toBe(forgot);
  });

  it.each([
    ['another event', { hook_event_name: 'Stop', prompt: 'x' }],
    ['no session', { session_id: '', prompt: 'x' }],
    ['a sub-agent', { agent_id: 'a', prompt: 'x' }],
    ['no prompt', {}],
    ['a prompt that is no text', { prompt: ['x'] }],
    ['an empty prompt', { prompt: '  ' }],
    ['an agent that hebb started', { prompt: '[hebb:own-agent] judge this' }],
  ])('nothing: %s', (_, payload) => {
    for (const client of ['claude-code', 'codex', 'gemini', 'opencode'])
      expect(read(client, 'prompt', payload), client).toBeUndefined();
  });

  it.each([
    ['a command of the client', { prompt: '/clear' }],
    ['what the client submits itself', { prompt: 'go on', source: 'loop_wakeup' }],
    [
      'text of the client in the name of the person',
      { prompt: '<task-notification>done</task-notification>' },
    ],
  ])('nothing from Claude Code: %s', (_, payload) =>
    expect(read('claude-code', 'prompt', payload)).toBeUndefined(),
  );
});

const live = '../shared/data/live';
describe.skipIf(!existsSync(live))('payloads of running clients', () => {
  it.each([
    ['claude-code', 'claude-2.1.332-hook-payloads.jsonl'],
    ['codex', 'codex-0.171.0-hook-payloads.jsonl'],
  ])('%s', (client, file) => {
    const payloads: Dict[] = readFileSync(`${live}/${file}`, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line));
    const asked = (moment: InjectionMoment) =>
      payloads.map((payload) => injectionFormatOf(client)?.readCall(payload, moment)).filter((call) => call);
    expect(asked('session-start')).toMatchObject([{ cwd: '/home/dev/proj', prompt: '', forgot: false }]);
    expect(asked('prompt')).toMatchObject([{ cwd: '/home/dev/proj', prompt: 'do the things' }]);
  });
});
