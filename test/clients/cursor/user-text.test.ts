import { expect, it } from 'vitest';
import { parseCursorUserText, timeInText } from '../../../src/clients/cursor/user-text.ts';

it.each([
  ['Use tabs.', 'Use tabs.'],
  ['<user_query>\nUse tabs.\n</user_query>', 'Use tabs.'],
  ['<attached_files>x</attached_files>\n<user_query>Use tabs.</user_query>', 'Use tabs.'],
  ['<user_query>Use tabs.', 'Use tabs.'],
  ['<timestamp>Monday</timestamp>\nUse tabs.', 'Use tabs.'],
  ['<user_query>/review it</user_query>', undefined],
  ['<timestamp>Monday</timestamp>\n<system_notification>done</system_notification>', undefined],
  ['<user_info>OS: linux</user_info>', undefined],
  ['', undefined],
])('of %j the person typed %j', (text, typed) => {
  expect(parseCursorUserText(text)).toBe(typed);
});

it.each([
  ['Thursday, Aug 27, 2026, 11:59 PM (UTC+8)', '2026-08-27T15:59:00.000Z'],
  ['Tuesday, Apr 28, 2026, 9:10 PM (UTC+5:30)', '2026-04-28T15:40:00.000Z'],
  ['Sunday, Sep 20, 2026, 12:31 AM (UTC-3)', '2026-09-20T03:31:00.000Z'],
  ['Sep 20, 2026, 12:31 AM (UTC)', '2026-09-20T00:31:00.000Z'],
  ['yesterday', undefined],
  ['Monday, Foo 99, 2026, 1:00 AM (UTC+3)', undefined],
])('%s is %s', (told, at) => {
  expect(timeInText(`<timestamp>${told}</timestamp>\nhi`)).toBe(at);
});
