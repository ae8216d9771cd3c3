import { expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import type { SessionDoc } from '../../src/domain/session.ts';
import { hookToldId } from '../../src/domain/told-id.ts';
import type { TraceItem } from '../../src/domain/trace.ts';
import { adoptKnown } from '../../src/pipeline/adopt-known.ts';
import { eventOf } from '../../src/pipeline/event-of.ts';
import { foldSession, newSession } from '../../src/pipeline/fold-session.ts';

const place = { project: { id: 'p', name: 'p' }, user: 'u', branchCertain: false };
const context = { place, transcript: 't' };
const at = '2026-10-05T09:00:00.000Z';
const head = { client: 'gemini', sessionId: 's', cwd: '/w' };
const input = { command: 'npm test' };
const call: TraceItem = { kind: 'call', row: 1, at, toolUseId: 'c-1', tool: 'Bash', input };
const result: TraceItem = { kind: 'result', row: 1, at, toolUseId: 'c-1', ok: false, errorText: 'no' };
const told: Event = eventOf(
  { ...head, kind: 'command', at, tool: 'Bash', input, ok: true, toolUseId: hookToldId('1') },
  place,
);

const read = (
  doc: SessionDoc,
  items: readonly TraceItem[],
  events: readonly Event[],
  renamed = new Map<string, string>(),
) => {
  const known = adoptKnown(doc, items, { known: { events, renamed }, context });
  return foldSession(known.doc, known.items, context);
};

it('folds a step under the id by which a hook told of it, in one piece or two', () => {
  const whole = read(newSession(head, place), [call, result], [told]);
  expect(whole.events.map(({ id, ok }) => [id, ok])).toEqual([[told.id, false]]);
  const renamed = new Map<string, string>();
  const first = read(newSession(head, place), [call], [told], renamed);
  const second = read(first.doc, [result], [told], renamed);
  expect([...first.events, ...second.events]).toEqual(whole.events);
  expect(second.doc.steps).toBe(1);
});

it('knows a step again that was folded under its own id before the hook told of it', () => {
  const running = read(newSession(head, place), [call], []);
  const ended = read(running.doc, [call, result], [told]);
  expect(ended.doc.steps).toBe(1);
  expect(ended.events.map(({ ok }) => ok)).toEqual([false]);
  expect(ended.doc.seen).toContain(told.id);
});

it('matches one for one, also over readings', () => {
  const again = [call, result].map((item): TraceItem => ({ ...item, row: 2, toolUseId: 'c-2' }));
  const first = read(newSession(head, place), [call, result], [told]);
  const second = read(first.doc, again, [told]);
  expect([first.doc.steps, second.doc.steps]).toEqual([1, 2]);
});

it('knows prompts that have no id anywhere by their words and time', () => {
  const prompt: TraceItem = { kind: 'prompt', row: 1, at: '2026-10-05T09:00:02.000Z', text: 'continue' };
  const typed = eventOf({ ...head, kind: 'prompt', at, text: 'continue', ok: 'unknown' }, place);
  const first = read(newSession(head, place), [prompt], [typed]);
  expect(first.events.map(({ id }) => id)).toEqual([typed.id]);
  const later = read(first.doc, [{ ...prompt, row: 5, at: '2026-10-05T09:00:40.000Z' }], [typed]);
  expect(later.doc.prompts).toBe(2);
});

it('leaves rows alone of which no hook told', () => {
  const doc = newSession(head, place);
  expect(adoptKnown(doc, [call, result], { known: { events: [], renamed: new Map() }, context })).toEqual({
    doc,
    items: [call, result],
  });
});
