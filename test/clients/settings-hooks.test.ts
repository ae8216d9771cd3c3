import { describe, expect, it } from 'vitest';
import {
  type HookShape,
  isFaithful,
  mergeHooks,
  problemIn,
  removeHooks,
  type SettingsText,
  type WantedHooks,
} from '../../src/clients/settings-hooks.ts';
import { brokenSettings, hostileSettings } from './settings-samples.ts';

const nested: HookShape = { isNested: true, needs: {} };
const flat: HookShape = { isNested: false, needs: { version: 1 } };

const handler = (command: string, timeout = 5) => ({ type: 'command', command, timeout });
const wanted: readonly WantedHooks[] = [
  { event: 'PostToolUse', matcher: '^(Edit|Bash)$', handlers: [handler(': hebb-capture; cat')] },
  { event: 'UserPromptSubmit', handlers: [handler(': hebb-capture; cat'), handler(': hebb-inject; node')] },
  { event: 'Stop', handlers: [handler(': hebb-capture; cat'), handler(': hebb-due; node')] },
];

const fresh = (text: string | undefined): SettingsText => ({ text, filled: {} });
const merge = (start: SettingsText, shape = nested): SettingsText => mergeHooks(start, wanted, shape);

describe.each([
  ['nested', nested],
  ['flat', flat],
] as const)('hooks in a file of settings (%s)', (_, shape) => {
  it.each(hostileSettings)('come and go and leave everything else as it was: %s', (_name, text) => {
    const start = fresh(text);
    expect(problemIn(start)).toBeUndefined();
    const once = merge(start, shape);
    expect(once.text).not.toBe(text);
    expect(problemIn(once)).toBeUndefined();
    expect(isFaithful(start, once, shape)).toBe(true);
    expect(mergeHooks(once, wanted, shape)).toEqual(once);
    expect(removeHooks(once, shape)).toBe(text);
  });

  it('make the file where there is none, and take it away again', () => {
    const once = merge(fresh(undefined), shape);
    expect(JSON.parse(once.text ?? '')).toHaveProperty('hooks.Stop');
    expect(once.text).toMatch(/\n$/);
    expect(removeHooks(once, shape)).toBeUndefined();
  });

  it.each(brokenSettings)('are not put where something is wrong: %s', (_name, text, said) => {
    const problem = problemIn(fresh(text));
    expect(`${problem?.line}:${problem?.column}: ${problem?.what}`).toBe(said);
  });
});
