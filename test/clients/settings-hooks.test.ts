import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HookShape, WantedHooks } from '../../src/clients/settings-file.ts';
import {
  isFaithful,
  mergeHooks,
  problemIn,
  removeHooks,
  type SettingsText,
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

const changed = (command: string): readonly WantedHooks[] => [
  { event: 'PostToolUse', matcher: '^Bash$', handlers: [handler(`: hebb-capture; ${command}`, 3)] },
  { event: 'SessionEnd', handlers: [handler(`: hebb-capture; ${command}`)] },
];

const valuesIn = ({ text }: SettingsText) => JSON.parse(text ?? '').hooks;

describe('hooks of another version', () => {
  const foreign =
    '{\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "bell" }] }]\n  }\n}\n';

  it('are replaced where they stand; what is not wanted any more goes', () => {
    const newer = mergeHooks(merge(fresh(foreign)), changed('cat -u'), nested);
    expect(valuesIn(newer)).toEqual({
      Stop: [{ hooks: [{ type: 'command', command: 'bell' }] }],
      PostToolUse: [{ matcher: '^Bash$', hooks: [handler(': hebb-capture; cat -u', 3)] }],
      SessionEnd: [{ hooks: [handler(': hebb-capture; cat -u')] }],
    });
    expect(removeHooks(newer, nested)).toBe(foreign);
  });

  it('keep their place among hooks of others, and what a person set beside the command', () => {
    const mine = `{"hooks":{"PostToolUse":[{"matcher":"Bash","hooks":[
      {"type":"command","command":"first"},
      {"statusMessage":"hm","timeout":5,"command":": hebb-capture; old","type":"command"}, // here
      {"type":"command","command":"last"}]}]}}`;
    const newer = mergeHooks(
      fresh(mine),
      [wanted[0] ?? changed('')[0]].filter((one) => one !== undefined),
      nested,
    );
    expect(newer.text).toBe(mine.replace(': hebb-capture; old', ': hebb-capture; cat'));
    expect(removeHooks(newer, nested)).toBe(mine.replace(/\n {6}\{"statusMessage.*?\}, /, ' '));
  });

  it('that stand twice stand once', () => {
    const once = merge(fresh('{}'));
    const doubled = (once.text ?? '').replace(/(\{[^{}]*hebb-due[^{}]*\})/, '$1, $1');
    expect(doubled).not.toBe(once.text);
    expect(mergeHooks({ text: doubled, filled: once.filled }, wanted, nested).text).toBe(once.text);
  });

  it('are known without what was remembered: only events and keys that are empty without them go', () => {
    const { text } = merge(fresh(foreign));
    expect(removeHooks(fresh(text), nested)).toBe(foreign);
    expect(removeHooks(fresh(merge(fresh(undefined)).text), nested)).toBe('{}\n'.replace('{}', '{\n}'));
  });
});

describe('what a person does to the file meanwhile', () => {
  const start = fresh('{\n  "model": "opus"\n}\n');

  it('stays when the hooks go', () => {
    const edited = (merge(start).text ?? '')
      .replace('"opus"', '"haiku"')
      .replace('"Stop": [', '"Stop": [\n      { "hooks": [{ "type": "command", "command": "bell" }] },');
    const left = removeHooks({ text: edited, filled: merge(start).filled }, nested);
    expect(JSON.parse(left ?? '')).toEqual({
      model: 'haiku',
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'bell' }] }] },
    });
  });

  it('keeps the file that hebb made, with the version that others need too', () => {
    const made = mergeHooks(fresh(undefined), wanted, flat);
    const edited = (made.text ?? '').replace('"Stop": [', '"Stop": [{ "command": "bell" },');
    expect(JSON.parse(removeHooks({ text: edited, filled: made.filled }, flat) ?? '')).toEqual({
      version: 1,
      hooks: { Stop: [{ command: 'bell' }] },
    });
  });

  it('may be to take the hooks out by hand: then what was remembered counts no more', () => {
    const once = merge(start);
    const again = mergeHooks({ text: start.text, filled: once.filled }, wanted, nested);
    expect(again).toEqual(once);
  });
});

/** JSON as people may write it: white space, comments and trailing commas anywhere. */
const gap = fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t', ' /* c */ ', ' // c\n', '\n\n');
const written = (value: unknown, gaps: () => string, trailing: () => boolean): string => {
  const list = (open: string, close: string, items: readonly string[]): string =>
    `${open}${items.map((item, at) => `${gaps()}${item}${gaps()}${at < items.length - 1 || trailing() ? ',' : ''}`).join('')}${gaps()}${close}`;
  if (Array.isArray(value))
    return list(
      '[',
      ']',
      value.map((one) => written(one, gaps, trailing)),
    );
  if (typeof value === 'object' && value !== null)
    return list(
      '{',
      '}',
      Object.entries(value).map(
        ([key, one]) => `${JSON.stringify(key)}${gaps()}:${gaps()}${written(one, gaps, trailing)}`,
      ),
    );
  return JSON.stringify(value);
};

const anyHandler = fc.record({ command: fc.constantFrom('bell', 'python3 x.py', 'echo "[{,}]"') });
const anyGroup = fc.oneof(
  fc.record({ matcher: fc.constantFrom('', 'Bash'), hooks: fc.array(anyHandler, { maxLength: 2 }) }),
  anyHandler,
  fc.constant(null),
);
const anySettings = fc.record(
  {
    model: fc.string({ maxLength: 5 }),
    env: fc.dictionary(fc.string({ maxLength: 3 }), fc.json({ maxDepth: 1 })),
    hooks: fc.record(
      {
        Stop: fc.array(anyGroup, { maxLength: 2 }),
        PostToolUse: fc.array(anyGroup, { maxLength: 2 }),
        Other: fc.array(anyGroup, { maxLength: 1 }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

it('gives every file back to the byte, however it is written', () => {
  fc.assert(
    fc.property(
      anySettings,
      fc.infiniteStream(gap),
      fc.infiniteStream(fc.boolean()),
      fc.constantFrom(nested, flat),
      (value, gaps, trails, shape) => {
        const next =
          <T>(stream: fc.Stream<T>, none: T): (() => T) =>
          () =>
            stream.next().value ?? none;
        const text = written(value, next(gaps, ''), next(trails, false));
        const start = fresh(text);
        const once = mergeHooks(start, wanted, shape);
        expect(problemIn(once)).toBeUndefined();
        expect(mergeHooks(once, wanted, shape)).toEqual(once);
        expect(removeHooks(once, shape)).toBe(text);
        const newer = mergeHooks(once, changed('x'), shape);
        expect(removeHooks(newer, shape)).toBe(text);
      },
    ),
    { numRuns: 25 },
  );
});
