import { expect, it } from 'vitest';
import { outcomeOfEvent, outcomeOfOutput } from '../../../src/clients/codex/outcome.ts';

it.each([
  [
    'Chunk ID: a\nWall time: 1 seconds\nProcess exited with code 3\nOutput:\nno\n',
    { ok: false, exitCode: 3, errorText: 'no' },
  ],
  ['Exit code: 0\nWall time: 0 seconds\nOutput:\nExit code: 1', { ok: true, exitCode: 0 }],
  [
    'Wall time: 0.0000 seconds\nOutput:\nExit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.',
    { ok: true, exitCode: 0 },
  ],
  [
    JSON.stringify({ output: 'bad', metadata: { exit_code: 2 } }),
    { ok: false, exitCode: 2, errorText: 'bad' },
  ],
  [
    { content: 'x', success: false },
    { ok: false, errorText: 'x' },
  ],
  [
    [{ type: 'input_text', text: 'apply_patch verification failed: x' }],
    { ok: false, errorText: 'apply_patch verification failed: x' },
  ],
  ['aborted by user after 3.1s', { ok: false, refused: true, errorText: 'aborted by user after 3.1s' }],
  ['exec command rejected by user', { ok: false, refused: true, errorText: 'exec command rejected by user' }],
  ['Plan updated', { ok: 'unknown' }],
  [undefined, { ok: 'unknown' }],
  ['Chunk ID: a\nWall time: 9 seconds\nProcess running with session ID 7\nOutput:\n', undefined],
])('output %j', (output, expected) => {
  expect(outcomeOfOutput(output)).toEqual(expected);
});

it.each([
  [{ exit_code: 0, status: 'completed' }, true],
  [{ exit_code: 3, status: 'failed' }, false],
  [{ success: true }, true],
  [{ status: 'failed', stderr: 'x' }, false],
  [{ result: { Err: 'gone' } }, false],
  [{ result: { Ok: { isError: true } } }, false],
  [{ result: { content: [], isError: false } }, true],
  [{ status: 'in_progress' }, 'unknown'],
  [{}, 'unknown'],
])('event %j', (event, ok) => {
  expect(outcomeOfEvent(event).ok).toBe(ok);
});

it('tells a refusal from a failure', () => {
  expect(outcomeOfEvent({ status: 'declined' })).toMatchObject({ ok: false, refused: true });
});
