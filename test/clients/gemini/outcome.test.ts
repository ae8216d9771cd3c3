import { expect, it } from 'vitest';
import { outcomeOfCall, outcomeOfResponse } from '../../../src/clients/gemini/outcome.ts';

const shell = 'run_shell_command';
const end = '\nProcess Group PGID: 4711';

it.each([
  ['Output: fine', { ok: true }],
  [`Output: fine${end}`, { ok: true }],
  [`Output: no\nExit Code: 2${end}`, { ok: false, exitCode: 2, errorText: 'no\nExit Code: 2' }],
  [`Output: Exit Code: 2\nfine${end}`, { ok: true }],
  [
    `Output: (empty)\nError: spawn ENOENT\nExit Code: 127\nSignal: 9\nBackground PIDs: 1, 2${end}`,
    { ok: false, exitCode: 127 },
  ],
  [`Output: half\nSignal: 9${end}`, { ok: false }],
  [
    `Command: x\nDirectory: (root)\nStdout: a\nStderr: (empty)\nError: (none)\nExit Code: 0\nSignal: (none)\nBackground PIDs: (none)${end}`,
    { ok: true, exitCode: 0 },
  ],
  [`Output: no\nExit Code: 2${end}\n\n<hook_context>x</hook_context>`, { ok: false, exitCode: 2 }],
  [
    `<untrusted_context>\nOutput: no\nExit Code: 1${end}\n</untrusted_context>`,
    { ok: false, exitCode: 1, errorText: 'no\nExit Code: 1' },
  ],
  [`<untrusted_context>\nOutput: fine${end}\n</untrusted_context>`, { ok: true }],
  ['Command was cancelled by user before it could complete.', { ok: false, refused: true }],
  ['Command was automatically cancelled because it exceeded the timeout of 5.0 minutes', { ok: false }],
  ['Command moved to background (PID: 7). Output hidden.', { ok: 'unknown' }],
])('a shell that answers %j ended %j', (llmContent, expected) => {
  expect(outcomeOfResponse(shell, { llmContent })).toMatchObject(expected);
  const result = [{ functionResponse: { response: { output: llmContent } } }];
  expect(outcomeOfCall({ name: shell, status: 'success', result })).toMatchObject(expected);
});

it('takes what stands in a file for no exit status', () => {
  expect(outcomeOfResponse('read_file', { llmContent: 'Exit Code: 1' })).toEqual({ ok: true });
});

it.each([
  ['executing', undefined],
  ['awaiting_approval', undefined],
  ['cancelled', { ok: false, refused: true, errorText: 'no' }],
  ['error', { ok: false, errorText: 'no' }],
])('a call that is %s ended %j', (status, expected) => {
  const result = [{ functionResponse: { response: { error: 'no' } } }];
  expect(outcomeOfCall({ name: shell, status, result })).toEqual(expected);
});

it('takes the error of a hook payload before the text', () => {
  const response = {
    llmContent: 'long text',
    error: { type: 'edit_no_occurrence_found', message: 'not found' },
  };
  expect(outcomeOfResponse('replace', response)).toEqual({ ok: false, errorText: 'not found' });
});
