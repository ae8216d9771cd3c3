import { expect, it } from 'vitest';
import { parseGeminiUserText, textOfParts } from '../../../src/clients/gemini/user-text.ts';

it.each([
  [' Use tabs. ', 'Use tabs.'],
  ['/home/ada is gone', '/home/ada is gone'],
  ['/compress', undefined],
  ['?', undefined],
  ['<session_context>Today is Monday.</session_context>', undefined],
  ['<state_snapshot>all</state_snapshot>', undefined],
  ['Use tabs.\n\n<hook_context>spaces</hook_context>', 'Use tabs.'],
  ['<hook_context>only', undefined],
  ['Read @a\n--- Content from referenced files ---\nnever', 'Read @a'],
])('of %j the person typed %j', (text, typed) => {
  expect(parseGeminiUserText(text)).toBe(typed);
});

it.each([
  ['a', 'a'],
  [{ text: 'a' }, 'a'],
  [[{ text: 'a' }, { functionResponse: {} }, 'b'], 'ab'],
  [undefined, ''],
])('%j says %j', (content, text) => {
  expect(textOfParts(content)).toBe(text);
});
