import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edgeId, tagId } from '../../src/domain/association.ts';
import { defaultPolicy, type Policy } from '../../src/domain/policy.ts';
import { emptyState, type State } from '../../src/domain/state.ts';
import { addDays } from '../../src/domain/time.ts';
import { appliedTogether } from '../../src/pipeline/edge-groups.ts';
import { weightAt } from '../../src/pipeline/edge-weight.ts';
import { planTaxonomy } from '../../src/pipeline/plan-taxonomy.ts';
import { strengthAt } from '../../src/pipeline/strength.ts';
import type { MemorySighting, TagSighting } from '../../src/pipeline/tag-sightings.ts';
import { applyChanges } from '../support/apply-changes.ts';
import { daysAgo, memory, now, stateOf } from './samples.ts';

const seen = (name: string, sessionId: string, at: string): TagSighting => ({
  name,
  sessionId,
  at,
  user: 'ada',
});
const applied = (memoryId: string, sessionId: string, at: string): MemorySighting => ({
  memoryId,
  sessionId,
  at,
});

interface Lines {
  readonly tags?: readonly TagSighting[];
  readonly memories?: readonly MemorySighting[];
  readonly now?: string;
  readonly policy?: Policy;
}

const planOf = (state: State, { tags = [], memories = [], policy = defaultPolicy, ...lines }: Lines) =>
  planTaxonomy({ state, tags, memories, policy, now: lines.now ?? now });

const cycle = (state: State, lines: Lines): State => applyChanges(state, planOf(state, lines).changes);

const tagIn = (state: State, name: string) => state.tags.get(tagId('ada', name));
const pairIn = (state: State, a: string, b: string) =>
  state.edges.get(edgeId('tags', tagId('ada', a), tagId('ada', b)));
const ofAssociation = (fields: Partial<Policy['association']>): Policy => ({
  ...defaultPolicy,
  association: { ...defaultPolicy.association, ...fields },
});

describe('a tag', () => {
  it('begins as pending, and each session in which it appears reinforces it once', () => {
    const lines = [
      seen('tool:Edit', 's1', daysAgo(20)),
      seen('tool:Edit', 's1', daysAgo(19)),
      seen('tool:Edit', 's2', daysAgo(6)),
    ];
    const tag = tagIn(cycle(emptyState, { tags: lines }), 'tool:Edit');
    expect(tag).toMatchObject({
      rev: 1,
      status: 'pending_review',
      count: 2,
      sessions: [
        { sessionId: 's1', at: daysAgo(20) },
        { sessionId: 's2', at: daysAgo(6) },
      ],
      decayRate: 0.05,
      discoveredAt: daysAgo(20),
      anchoredAt: daysAgo(6),
    });
    expect(tag?.base).toBeCloseTo(0.7 * 0.4877 + 0.1, 4);
    expect(tag && strengthAt(tag, now)).toBeCloseTo((0.7 * 0.95 ** 14 + 0.1) * 0.95 ** 6, 10);
  });

  it('keeps its status, and is one of each person', () => {
    const once = cycle(emptyState, { tags: [seen('tool:Edit', 's1', daysAgo(3))] });
    const active = new Map([...once.tags].map(([id, tag]) => [id, { ...tag, status: 'active' as const }]));
    const other = { ...seen('tool:Edit', 's3', daysAgo(1)), user: 'bob' };
    const after = cycle({ ...once, tags: active }, { tags: [seen('tool:Edit', 's2', daysAgo(2)), other] });
    expect([...after.tags.values()].map(({ user, status, count }) => [user, status, count])).toEqual([
      ['ada', 'active', 2],
      ['bob', 'pending_review', 1],
    ]);
  });

  it('names its newest sessions, and takes none twice that it no longer names', () => {
    const policy = ofAssociation({ sessionsNamed: 3 });
    const lines = [5, 4, 3, 2, 1].map((days) => seen('tool:Edit', `s${days}`, daysAgo(days)));
    const after = cycle(emptyState, { tags: lines, policy });
    expect(tagIn(after, 'tool:Edit')).toMatchObject({
      count: 5,
      countedUntil: daysAgo(4),
      sessions: [3, 2, 1].map((days) => ({ sessionId: `s${days}`, at: daysAgo(days) })),
    });
    expect(planOf(after, { tags: lines, policy }).changes).toEqual([]);
  });
});

describe('a pair of tags', () => {
  const both = (session: string, at: string) => [seen('a', session, at), seen('b', session, at)];

  it('gets 2 from each session, and loses a hundredth a day', () => {
    const after = cycle(emptyState, { tags: [...both('s1', daysAgo(10)), ...both('s2', daysAgo(0))] });
    expect(pairIn(after, 'a', 'b')).toMatchObject({ weight: 3.808764, at: now, count: 2, sessions: [] });
    const edge = pairIn(after, 'b', 'a');
    expect(edge && weightAt(edge, 0.99, addDays(now, 69))).toBeCloseTo(3.808764 / 2, 2);
  });

  it('is not joined by two sessions, nor by the same one again', () => {
    const lines = [seen('a', 's1', daysAgo(1)), seen('b', 's2', daysAgo(1))];
    expect(cycle(emptyState, { tags: lines }).edges.size).toBe(0);
    const once = cycle(emptyState, { tags: both('s1', daysAgo(5)) });
    expect(planOf(once, { tags: both('s1', daysAgo(1)) }).changes).toEqual([]);
  });

  it('counts once when a session goes on in the next cycle, and a new tag meets the old ones', () => {
    const once = cycle(emptyState, { tags: both('s1', daysAgo(2)) });
    const twice = cycle(once, { tags: [...both('s1', daysAgo(1)), seen('c', 's1', daysAgo(1))] });
    expect(pairIn(twice, 'a', 'b')).toEqual(pairIn(once, 'a', 'b'));
    expect(pairIn(twice, 'a', 'c')).toMatchObject({ weight: 2, at: daysAgo(1), count: 1 });
    expect(pairIn(twice, 'b', 'c')).toMatchObject({ weight: 2, at: daysAgo(1), count: 1 });
  });

  it('is dated by the later of both, also when the log tells of the earlier one last', () => {
    const once = cycle(emptyState, { tags: [seen('a', 's1', daysAgo(1)), seen('b', 's1', daysAgo(4))] });
    expect(pairIn(once, 'a', 'b')).toMatchObject({ weight: 2, at: daysAgo(1) });
  });

  it('stops at 100', () => {
    const lines = Array.from({ length: 60 }, (_, at) => both(`s${at}`, now)).flat();
    expect(pairIn(cycle(emptyState, { tags: lines }), 'a', 'b')).toMatchObject({ weight: 100, count: 60 });
  });

  it.each([
    [366, 1],
    [368, 0],
  ])('goes when it falls below 0.05: after %d days %d are left', (days, left) => {
    const once = cycle(emptyState, { tags: both('s1', now) });
    const plan = planOf(once, { now: addDays(now, days) });
    expect(applyChanges(once, plan.changes).edges.size).toBe(left);
    expect(plan.changes.map(({ reason }) => reason.rule)).toEqual(left === 0 ? ['edges.faded'] : []);
  });

  it('begins anew after it has faded, whether or not a cycle has seen that', () => {
    const early = cycle(emptyState, { tags: both('s1', daysAgo(380)), now: daysAgo(380) });
    const removed = cycle(early, { now: daysAgo(5) });
    expect([early.edges.size, removed.edges.size]).toEqual([1, 0]);
    for (const state of [early, removed])
      expect(pairIn(cycle(state, { tags: both('s2', now) }), 'a', 'b')).toMatchObject({ weight: 2, at: now });
  });

  it('takes from a session that became known late what is left of it', () => {
    const after = cycle(emptyState, { tags: [...both('s2', now), ...both('s1', daysAgo(10))] });
    expect(pairIn(after, 'a', 'b')).toMatchObject({ weight: 3.808764, at: now, count: 2 });
  });

  it('never comes to be from what is too old to matter', () => {
    expect(cycle(emptyState, { tags: both('s1', daysAgo(400)) }).edges.size).toBe(0);
  });

  it('is made of the first 24 tags of a session alone', () => {
    const lines = Array.from({ length: 200 }, (_, at) => seen(`tag ${at}`, 's1', now));
    const after = cycle(emptyState, { tags: lines });
    expect([after.tags.size, after.edges.size]).toEqual([200, (24 * 23) / 2]);
    expect(cycle(after, { tags: [seen('late', 's1', now)] }).edges.size).toBe(after.edges.size);
  });

  it('gives a reason with the numbers', () => {
    const change = planOf(emptyState, { tags: both('s1', now) }).changes.find(({ target }) =>
      target.startsWith('edges/'),
    );
    expect(change?.reason).toEqual({
      rule: 'edges.wired',
      text: '1 session joined them: weight 0.00 → 2.00.',
      evidence: ['s1'],
      numbers: { sessions: 1, from: 0, to: 2, delta: 2 },
    });
  });
});

describe('a pair of memories', () => {
  const store = stateOf({ memories: [memory('m1'), memory('m2', { aliases: ['old'] }), memory('m3')] });
  const { association } = defaultPolicy;

  it('gets a tenth from each session in which both were applied, up to 1', () => {
    const session = (at: number) => [applied('m1', `s${at}`, now), applied('m2', `s${at}`, now)];
    const after = cycle(store, { memories: [1, 2].flatMap(session) });
    expect(appliedTogether(after, association, now)).toEqual([
      { a: 'm1', b: 'm2', weight: 0.2, sessions: 2 },
    ]);
    const often = cycle(store, { memories: Array.from({ length: 30 }, (_, at) => session(at)).flat() });
    expect(appliedTogether(often, association, now)).toMatchObject([{ weight: 1, sessions: 30 }]);
  });

  it('counts a session once ever, and follows a merge', () => {
    const lines = [
      applied('m1', 's1', daysAgo(1)),
      applied('old', 's1', daysAgo(1)),
      applied('gone', 's1', now),
    ];
    const once = cycle(store, { memories: lines });
    expect([...once.edges.values()]).toMatchObject([
      { a: 'm1', b: 'm2', weight: 0.1, sessions: [{ sessionId: 's1', at: daysAgo(1) }] },
    ]);
    expect(planOf(once, { memories: lines }).changes).toEqual([]);
  });

  it('is told of the memories that stand today, and fades', () => {
    const once = cycle(store, { memories: [applied('m1', 's1', now), applied('m3', 's1', now)] });
    const merged = {
      ...once,
      memories: stateOf({ memories: [memory('m1'), memory('m2', { aliases: ['m3'] })] }).memories,
    };
    expect(appliedTogether(merged, association, now)).toMatchObject([{ a: 'm1', b: 'm2', weight: 0.1 }]);
    const retired = stateOf({ memories: [memory('m1'), memory('m3', { status: 'superseded' })] });
    expect(appliedTogether({ ...once, memories: retired.memories }, association, now)).toEqual([]);
    expect(appliedTogether(once, association, addDays(now, 68))).toHaveLength(1);
    expect(appliedTogether(once, association, addDays(now, 70))).toEqual([]);
  });

  it('is made of the first 20 memories of a session alone', () => {
    const many = Array.from({ length: 30 }, (_, at) => memory(`m-${at}`));
    const lines = many.map(({ id }) => applied(id, 's1', now));
    expect(cycle(stateOf({ memories: many }), { memories: lines }).edges.size).toBe((20 * 19) / 2);
  });
});

describe('any number of cycles at any times', () => {
  const names = ['a', 'b', 'c', 'd'];
  const anyLog = fc
    .array(fc.record({ name: fc.constantFrom(...names), session: fc.nat(5), hours: fc.nat(24 * 40) }), {
      maxLength: 40,
    })
    .map((rows) => {
      let hours = 0;
      return rows.map((row) => {
        hours += row.hours;
        return { ...row, at: addDays('2024-01-01T00:00:00.000Z', hours / 24) };
      });
    });
  const late = '2030-01-01T00:00:00.000Z';

  /** What association is worth, whatever the revisions and dates of its records. */
  const worth = (state: State, at: string) => ({
    tags: [...state.tags.values()]
      .map(({ name, base, anchoredAt, sessions, count }) => ({ name, base, anchoredAt, sessions, count }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    edges: [...state.edges.values()]
      .map((edge) => [edge.id, weightAt(edge, 0.99, at)] as const)
      .filter(([, weight]) => weight >= 0.05)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  });

  it('gives the same as one, wherever the log is cut', () => {
    fc.assert(
      fc.property(anyLog, fc.array(fc.nat(40), { maxLength: 5 }), (rows, cuts) => {
        const tags = rows.map(({ name, session, at }) => seen(name, `s${session}`, at));
        const end = tags.at(-1)?.at ?? now;
        const places = [0, ...cuts.sort((a, b) => a - b), tags.length];
        const often = places.slice(1).reduce((state, place, index) => {
          const part = tags.slice(places[index], place);
          return cycle(state, { tags: part, now: part.at(-1)?.at ?? '2024-01-01T00:00:00.000Z' });
        }, emptyState);
        const once = cycle(emptyState, { tags, now: end });
        expect(worth(often, end)).toEqual(worth(once, end));
      }),
    );
  });

  it('changes nothing the second time, however late, nor under a clock that went back', () => {
    fc.assert(
      fc.property(anyLog, (rows) => {
        const tags = rows.map(({ name, session, at }) => seen(name, `s${session}`, at));
        const end = tags.at(-1)?.at ?? now;
        const once = cycle(emptyState, { tags, now: end });
        expect(planOf(once, { tags, now: end }).changes).toEqual([]);
        expect(planOf(once, { tags, now: '2020-01-01T00:00:00.000Z' }).changes).toEqual([]);
        const pruned = cycle(once, { now: late });
        expect(worth(cycle(pruned, { tags, now: late }), late)).toEqual(worth(once, late));
      }),
    );
  });

  it('gives tags the same strength whatever order their sessions become known in', () => {
    fc.assert(
      fc.property(anyLog, fc.nat(40), (rows, cut) => {
        const tags = rows.map(({ name, at }, index) => seen(name, `s${index}`, at));
        const inOrder = cycle(emptyState, { tags });
        const swapped = cycle(cycle(emptyState, { tags: tags.slice(cut) }), { tags: tags.slice(0, cut) });
        expect(worth(swapped, now).tags).toEqual(worth(inOrder, now).tags);
      }),
    );
  });

  it('keeps weights within bounds', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Array.from({ length: 30 }, (_, at) => at)), (order) => {
        const tags = order.flatMap((at) => names.map((name) => seen(name, `s${at}`, daysAgo(at))));
        const policy = ofAssociation({ tagMaxWeight: 7 });
        for (const { weight } of cycle(emptyState, { tags, policy }).edges.values()) {
          expect(weight).toBeGreaterThan(0);
          expect(weight).toBeLessThanOrEqual(7);
        }
      }),
    );
  });
});
