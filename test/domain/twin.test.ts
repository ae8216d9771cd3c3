import { expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { hookToldId, isHookTold, isRowTold, rowToldId } from '../../src/domain/told-id.ts';
import { createTwinPool, twinKey } from '../../src/domain/twin.ts';

const base: Event = {
  v: 1,
  id: 'e',
  at: '2026-10-05T09:00:00.000Z',
  client: 'gemini',
  kind: 'command',
  sessionId: 's',
  project: { id: 'p', name: 'p' },
  user: 'u',
  cwd: '/w',
  branchCertain: false,
  files: [],
  ok: true,
  patterns: [],
  command: 'npm test',
};
const after = (seconds: number): string => new Date(Date.parse(base.at) + seconds * 1000).toISOString();
const hook = (fields: Partial<Event> = {}): Event => ({
  ...base,
  id: 'h',
  toolUseId: hookToldId('h'),
  ...fields,
});
const told = (fields: Partial<Event> = {}): Event => ({ ...base, id: 't', toolUseId: 'call-1', ...fields });
const patch = { added: 1, removed: 1, hash: 'x' };

it('knows by an id who told of a thing', () => {
  const ids = [undefined, hookToldId('a'), rowToldId('a'), 'call-1'];
  expect(ids.map(isHookTold)).toEqual([true, true, false, false]);
  expect(ids.map(isRowTold)).toEqual([false, false, true, false]);
});

it.each([
  [{ kind: 'prompt', text: 'hi' }, 's prompt hi'],
  [{}, 's command npm test'],
  [{ kind: 'tool-failed' }, 's command npm test'],
  [{ kind: 'edit', command: undefined, patch, files: ['/w/src/a.ts'] }, 's edit a.ts'],
  [{ kind: 'edit', command: undefined, patch, files: ['C:\\w\\a.ts'] }, 's edit a.ts'],
  [{ kind: 'tool', command: undefined, tool: 'Read', files: ['a.ts'] }, 's Read a.ts'],
  [{ kind: 'stop' }, undefined],
] as [object, string | undefined][])('key of %j is %j', (fields, key) => {
  expect(twinKey({ ...base, ...fields })).toBe(key);
});

it.each([
  ['a hook and a transcript, at the end of two minutes', told(), hook({ at: after(120) }), true],
  ['a moment later', told(), hook({ at: after(120.001) }), false],
  ['the other way round', hook(), told({ at: after(120) }), true],
  [
    'a hook and rows without times, within a day',
    told({ toolUseId: rowToldId('1') }),
    hook({ at: after(86_400) }),
    true,
  ],
  ['two hooks', hook(), hook({ toolUseId: hookToldId('i') }), false],
  ['two transcripts', told(), told({ toolUseId: 'call-2' }), false],
  ['another command', told(), hook({ command: 'npm run lint' }), false],
  ['another session', told(), hook({ sessionId: 's2' }), false],
  [
    'prompts without any id',
    { ...base, kind: 'prompt', text: 'hi' },
    { ...base, kind: 'prompt', text: 'hi' },
    true,
  ],
  [
    'prompts with ids of the client',
    { ...base, kind: 'prompt', text: 'hi', promptId: '1' },
    { ...base, kind: 'prompt', text: 'hi', promptId: '2' },
    false,
  ],
] as [string, Event, Event, boolean][])('%s are twins: %#', (_, waiting, event, expected) => {
  const pool = createTwinPool([waiting]);
  expect(pool.take(event)).toBe(expected ? waiting : undefined);
  expect(pool.take(event)).toBeUndefined();
});

it('takes the oldest first, one for one', () => {
  const [first, second] = [told({ id: '1' }), told({ id: '2' })];
  const pool = createTwinPool([first, second]);
  expect([pool.take(hook()), pool.take(hook()), pool.take(hook())]).toEqual([first, second, undefined]);
});
