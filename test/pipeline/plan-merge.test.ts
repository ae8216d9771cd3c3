import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relationId } from '../../src/domain/identity.ts';
import type { Memory } from '../../src/domain/memory.ts';
import { defaultPolicy as policy } from '../../src/domain/policy.ts';
import type { ScoredPair } from '../../src/domain/scored-pair.ts';
import type { State } from '../../src/domain/state.ts';
import { clusterPairs } from '../../src/pipeline/cluster-memories.ts';
import { reviewId } from '../../src/pipeline/merge-reviews.ts';
import { planMerge } from '../../src/pipeline/plan-merge.ts';
import { applyChanges } from '../support/apply-changes.ts';
import { daysAgo, memory, now, pair, relation, session, stateOf } from './samples.ts';

const merge = (state: State, pairs: readonly ScoredPair[]) => {
  const plan = planMerge({ state, pairs, policy, now });
  return { plan, after: applyChanges(state, plan.changes) };
};
const two = (a: Partial<Memory> = {}, b: Partial<Memory> = {}): State =>
  stateOf({ memories: [memory('a', a), memory('b', b)] });
/** The one memory that is left of a and b. */
const union = (a: Partial<Memory> = {}, b: Partial<Memory> = {}) => {
  const { after } = merge(two(a, b), [pair('a', 'b', 0.9)]);
  expect(after.memories.size).toBe(1);
  return [...after.memories.values()][0];
};

describe('planMerge: boundaries', () => {
  it.each([
    ['just over 0.85', 0.8501, true, 1, 0],
    ['at 0.85', 0.85, true, 2, 1],
    ['just under 0.85', 0.8499, true, 2, 1],
    ['over 0.85, not mergeable', 0.99, false, 2, 1],
    ['just over 0.70', 0.7001, true, 2, 1],
    ['just over 0.70, not mergeable', 0.7001, false, 2, 1],
    ['at 0.70', 0.7, true, 2, 0],
    ['just under 0.70', 0.6999, false, 2, 0],
  ])('%s', (_, score, mergeable, memories, reviews) => {
    const { after } = merge(two(), [pair('a', 'b', score, mergeable)]);
    expect([after.memories.size, after.reviews.size]).toEqual([memories, reviews]);
  });

  it.each([
    ['types', { entityType: 'belief' }],
    ['scopes', { scope: 'user', user: 'u' } as const],
    ['projects', { scope: 'project', project: 'q' } as const],
    ['a superseded memory', { status: 'superseded' } as const],
    ['a blocked memory', { status: 'blocked' } as const],
  ])('never looks over %s', (_, other) => {
    const own = 'project' in other ? ({ scope: 'project', project: 'p' } as const) : {};
    expect(merge(two(own, other), [pair('a', 'b', 0.99)]).plan.changes).toEqual([]);
  });
});

describe('planMerge: the merged memory', () => {
  it('keeps the more descriptive name and the old one as an alias', () => {
    const one = union({ name: 'pattern:retry' }, { name: 'pattern:retry-with-backoff' });
    expect(one).toMatchObject({
      id: 'b',
      name: 'pattern:retry-with-backoff',
      aliases: ['a', 'pattern:retry'],
    });
  });

  it.each([
    ['what a person reviewed', { gate: { reviewedBy: 'human' } }],
    ['what the user stated', { source: 'explicit_user_feedback' }],
  ])('keeps the text of %s before a longer name', (_, fields) => {
    expect(union({ name: 'pattern:x', ...fields }, { name: 'pattern:x-y-z' })?.id).toBe('a');
  });

  it('unites observations in order, notes the merge and loses no summary', () => {
    const one = union(
      { observations: ['new', 'both'], summary: 'second text', discoveredAt: daysAgo(5) },
      {
        observations: ['old', 'both'],
        summary: 'first text',
        discoveredAt: daysAgo(9),
        name: 'pattern:long-name',
      },
    );
    expect(one?.observations).toEqual(['old', 'both', 'new', 'second text', 'Merged from pattern:a (a)']);
    expect(one).toMatchObject({ summary: 'first text', discoveredAt: daysAgo(9) });
  });

  it('counts distinct occasions as support', () => {
    const shared = session('s', daysAgo(9));
    const one = union({ provenance: [shared, session('t')] }, { provenance: [shared] });
    expect(one?.support).toBe(2);
    expect(one?.provenance).toHaveLength(2);
  });

  it('keeps pins, the highest severity, the strongest strength and what is folded in', () => {
    const one = union(
      { pinned: true, severity: 'low', base: 0.2, folded: { helpful: 1, notHelpful: 2 } },
      {
        critical: true,
        severity: 'high',
        base: 0.9,
        anchoredAt: daysAgo(3),
        folded: { helpful: 3, notHelpful: 0 },
      },
    );
    expect(one).toMatchObject({
      pinned: true,
      critical: true,
      severity: 'high',
      base: 0.9,
      anchoredAt: daysAgo(3),
    });
    expect(one?.folded).toEqual({ helpful: 4, notHelpful: 2 });
  });

  it('takes relations along, without links to itself or twice', () => {
    const state = stateOf({
      memories: [memory('a'), memory('b'), memory('c')],
      relations: [relation('r1', 'b', 'c'), relation('r2', 'a', 'b')],
    });
    const { after } = merge(state, [pair('a', 'b', 0.9)]);
    expect([...after.relations.keys()]).toEqual([relationId('a', 'related_to', 'c')]);
  });

  it('is written before its parts go, with reason, evidence and similarity', () => {
    const { plan } = merge(two(), [pair('a', 'b', 0.9)]);
    expect(plan.changes.map(({ target, after }) => [target, after === null])).toEqual([
      ['memories/a', false],
      ['memories/b', true],
    ]);
    expect(plan.changes[0]?.reason).toMatchObject({ evidence: ['b'], numbers: { 'similarity to b': 0.9 } });
    expect(plan.changes[0]?.after).toMatchObject({ rev: 2, updatedAt: now });
    expect(plan.changes[1]?.before).toEqual(memory('b'));
    expect(plan.merges).toEqual([
      { id: 'a', name: 'pattern:a', parts: [{ id: 'b', name: 'pattern:b', similarity: 0.9 }] },
    ]);
  });
});

describe('planMerge: chains and reviews', () => {
  const chain = [pair('a', 'b', 0.95), pair('b', 'c', 0.9), pair('a', 'c', 0.8)];
  const three = stateOf({ memories: [memory('a'), memory('b'), memory('c')] });

  it('never makes one of a~b~c with a≁c, also not in a later run', () => {
    const { after } = merge(three, chain);
    expect([...after.memories.keys()]).toEqual(['a', 'c']);
    expect([...after.reviews.values()]).toMatchObject([{ a: 'a', b: 'c', similarity: 0.9 }]);
    expect(merge(after, [pair('a', 'c', 0.95)]).plan.changes).toEqual([]);
  });

  it('makes one of three that are all alike', () => {
    const all = [pair('a', 'b', 0.9), pair('b', 'c', 0.9), pair('a', 'c', 0.9)];
    expect([...merge(three, all).after.memories.keys()]).toEqual(['a']);
  });

  it('asks once', () => {
    const { after } = merge(three, [pair('a', 'c', 0.8)]);
    expect(merge(after, [pair('c', 'a', 0.8)]).plan.changes).toEqual([]);
  });

  it('moves a question to the merged memory', () => {
    const { after } = merge(three, [pair('b', 'c', 0.8, false)]);
    const next = merge(after, [pair('a', 'b', 0.9)]).after;
    expect([...next.reviews.keys()]).toEqual([reviewId('a', 'c')]);
    expect(next.reviews.get(reviewId('c', 'a'))?.reason).toContain('polarity');
  });

  const ids = ['a', 'b', 'c', 'd', 'e'];
  const anyPairs = fc.uniqueArray(
    fc.record({
      a: fc.constantFrom(...ids),
      b: fc.constantFrom(...ids),
      score: fc.constantFrom(0.6, 0.75, 0.86, 0.9, 0.95),
      mergeable: fc.boolean(),
    }),
    { selector: ({ a, b }) => [a, b].sort().join() },
  );
  const all = stateOf({ memories: ids.map((id) => memory(id)) });

  it('a cluster forms only when every pair in it is joined, whatever the order of pairs', () => {
    fc.assert(
      fc.property(anyPairs, (pairs) => {
        const joined = pairs.filter(({ a, b, mergeable, score }) => a !== b && mergeable && score > 0.85);
        const keys = new Set(joined.map(({ a, b }) => [a, b].sort().join()));
        const groups = clusterPairs(joined);
        for (const group of groups) {
          const crossed = group.flatMap((a, at) => group.slice(at + 1).map((b) => [a, b].join()));
          expect(crossed.filter((key) => !keys.has(key))).toEqual([]);
        }
        expect(new Set(groups.flat()).size).toBe(groups.flat().length);
        expect(clusterPairs([...joined].reverse()).sort()).toEqual(groups.sort());
      }),
    );
  });

  it('a second run over the same pairs changes nothing', () => {
    fc.assert(
      fc.property(anyPairs, (pairs) => {
        const { after } = merge(all, pairs);
        expect(merge(after, pairs).plan.changes).toEqual([]);
      }),
    );
  });

  it('loses no memory: each is there or an alias of one that is', () => {
    fc.assert(
      fc.property(anyPairs, (pairs) => {
        const { after } = merge(all, pairs);
        const known = [...after.memories.values()].flatMap(({ id, aliases }) => [id, ...aliases]);
        expect(ids.filter((id) => !known.includes(id))).toEqual([]);
      }),
    );
  });
});
