import { expect, it } from 'vitest';
import { outcomeOf } from '../../../src/clients/claude-code/outcome.ts';

const outcome = (content: unknown, is_error?: boolean, toolUseResult?: unknown, row = {}) =>
  outcomeOf({ content, is_error }, { toolUseResult, ...row });

it.each([
  ['written, error absent', outcome('File created', undefined, { type: 'create' }), { ok: true }],
  ['command that worked', outcome('ok', false, { stdout: 'ok' }), { ok: true }],
  ['answer in blocks', outcome([{ type: 'text', text: 'ok' }], undefined, []), { ok: true }],
  [
    'exit status',
    outcome('Exit code 3\nerr', true, 'Error: Exit code 3\nerr'),
    { ok: false, exitCode: 3, errorText: 'Exit code 3\nerr' },
  ],
  [
    'invalid input',
    outcome('<tool_use_error>not found</tool_use_error>'),
    { ok: false, errorText: 'not found' },
  ],
  ['error told beside', outcome('gone', undefined, 'Error: gone'), { ok: false, errorText: 'gone' }],
  [
    'refused',
    outcome("The user doesn't want to proceed with this tool use.", true),
    { ok: false, refused: true },
  ],
  [
    'stopped',
    outcome("The user doesn't want to take this action right now.", true),
    { ok: false, refused: true },
  ],
  [
    'not permitted',
    outcome("Claude requested permissions to write to /a, but you haven't granted it yet.", true),
    { ok: false, refused: true },
  ],
  [
    'denied by a rule',
    outcome('Permission to use Bash with command x has been denied.', true),
    { ok: false, refused: true },
  ],
  [
    'blocked by a hook',
    outcome('PreToolUse:Bash hook error: [guard.sh]: no', true),
    { ok: false, refused: true },
  ],
  [
    'denied by a flag',
    outcome('no', true, {}, { toolDenialKind: 'user-rejected' }),
    { ok: false, refused: true },
  ],
  [
    'decided against',
    outcome('no', true, {}, { permissionDecision: { decision: 'reject' } }),
    { ok: false, refused: true },
  ],
  [
    'accepted and failed',
    outcome('no', true, {}, { permissionDecision: { decision: 'accept' } }),
    { ok: false, errorText: 'no' },
  ],
  ['stopped half way', outcome('', false, { interrupted: true }), { ok: 'unknown' }],
  ['staged only', outcome('staged', undefined, { staged: true }), { ok: 'unknown' }],
  ['in the background', outcome('started', false, { backgroundTaskId: 'b' }), { ok: 'unknown' }],
])('%s', (_, found, expected) => {
  expect(found).toMatchObject(expected);
  expect(found.refused).toBe('refused' in expected ? true : undefined);
});

it('keeps both ends of a long error', () => {
  const { errorText = '' } = outcome(`first ${'x'.repeat(100_000)} last`, true);
  expect(errorText.length).toBeLessThan(4100);
  expect([errorText.startsWith('first'), errorText.endsWith('last')]).toEqual([true, true]);
});
