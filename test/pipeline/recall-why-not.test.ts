import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { indexEntryOf } from '../../src/pipeline/recall-item.ts';
import { whyNot } from '../../src/pipeline/why-not.ts';
import { context, entry, indexOf } from './recall-items.ts';
import { daysAgo, memory } from './samples.ts';

const others = [...Array(5).keys()].map((at) => entry(`other-${at}`, `redis cache number ${at}`));

/** Why a memory with these fields does not come for a query. */
function reasons(fields: Partial<Memory>, query = 'redis', limit = 3): { rule: string; text: string }[] {
  const expected = memory('m', { summary: 'the redis queue', anchoredAt: daysAgo(0), ...fields });
  const index = indexOf([...others, indexEntryOf(expected)]);
  return whyNot(index, { query, expected: { id: 'm', memory: expected } }, { ...context, limit });
}

describe('why a memory does not come back', () => {
  it.each<[string, Partial<Memory>, RegExp]>([
    ['pending', { status: 'pending' }, /waits for a decision/],
    ['blocked', { status: 'blocked', gate: { reason: 'two rules spoke' } }, /blocked: two rules spoke\./],
    ['rejected', { status: 'rejected' }, /rejected\./],
    ['retracted', { status: 'retracted' }, /withdrawn/],
    ['superseded', { status: 'superseded', supersededBy: 'm-2' }, /superseded by m-2\./],
    ['consolidated', { status: 'consolidated', consolidatedInto: 'skills/deploy' }, /into skills\/deploy/],
    ['other-project', { scope: 'project', project: 'shop' }, /project shop; --global/],
    ['other-user', { scope: 'user', user: 'eve' }, /belongs to eve/],
    [
      'decayed',
      { base: 0.7, decayRate: 0.05, anchoredAt: daysAgo(60) },
      /strength 0\.032, under 0\.05, 60 days/,
    ],
  ])('%s', (rule, fields, text) => {
    const [first, ...rest] = reasons(fields);
    expect(first).toMatchObject({ rule });
    expect(first?.text).toMatch(text);
    expect(rest).toEqual([]);
  });

  it('because others come first: rank, count, limit and scores', () => {
    const [only] = reasons({ base: 0.2 });
    expect(only).toMatchObject({ rule: 'rank', numbers: { rank: 6, of: 6, limit: 3 } });
    expect(only?.text).toMatch(/number 6 of 6 and 3 are shown/);
  });

  it('because it shares no word', () => {
    expect(reasons({}, 'kubernetes ingress')).toMatchObject([
      { rule: 'no-word', numbers: { words: 2, shared: 0 } },
    ]);
  });

  it('not at all: it comes back', () => {
    expect(reasons({ base: 1, source: 'explicit_user_feedback' }, 'redis queue')).toEqual([]);
  });

  it('tells everything that holds', () => {
    const both = reasons({ status: 'superseded', scope: 'user', user: 'eve' });
    expect(both.map(({ rule }) => rule)).toEqual(['superseded', 'other-user']);
  });

  it.each([
    [{ id: 'm' }, 'unknown', 'No memory is called m.'],
    [
      { id: 'm', forgotten: { at: daysAgo(2), reason: 'not used for 90 days' } },
      'forgotten',
      'It was forgotten on 2026-05-30: not used for 90 days.',
    ],
  ])('%o', (expected, rule, text) => {
    expect(whyNot(indexOf(others), { query: 'redis', expected }, context)).toEqual([
      { rule, text, numbers: {} },
    ]);
  });

  it('names what it cites and is gone, and an index that lacks it', () => {
    const expected = memory('m', { summary: 'redis', anchoredAt: daysAgo(0) });
    const found = whyNot(
      indexOf(others),
      { query: 'redis', expected: { id: 'm', memory: expected, staleCitations: ['src/a.ts'] } },
      context,
    );
    expect(found.map(({ rule }) => rule)).toEqual(['not-indexed', 'stale']);
    expect(found[1]?.text).toContain('src/a.ts');
  });
});
