import { expect, it } from 'vitest';
import { endOutcome, failureOutcome } from '../../../src/clients/opencode/outcome.ts';
import { parseOpencodeUserText } from '../../../src/clients/opencode/user-text.ts';

it.each([
  [0, { ok: true, exitCode: 0 }],
  [3, { ok: false, exitCode: 3, errorText: 'no' }],
  [null, { ok: 'unknown' }],
  [undefined, { ok: true }],
])('a step with exit status %j ended %j', (exit, expected) => {
  expect(endOutcome(exit, ' no\n')).toEqual(expected);
});

it.each([
  ['The user rejected permission to use this specific tool call.', true],
  ['The user has specified a rule which prevents you from using this specific tool call.', true],
  ['Tool execution aborted', true],
  ['Could not find oldString in the file.', undefined],
])('%s was refused: %s', (text, refused) => {
  expect(failureOutcome(text).refused).toBe(refused);
});

it.each([
  ['Use tabs.', 'Use tabs.'],
  ['"Use \\"hard\\" tabs."', 'Use "hard" tabs.'],
  ['"Use" and "tabs"', '"Use" and "tabs"'],
  ['<system-reminder>plan</system-reminder>', undefined],
  ['Use tabs.<hebb-memory>x</hebb-memory>', 'Use tabs.'],
  ['/init', undefined],
])('of %j the person typed %j', (text, typed) => {
  expect(parseOpencodeUserText(text)).toBe(typed);
});
