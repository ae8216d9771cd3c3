import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/domain/plan.ts';
import { defaultPolicy as policy } from '../../src/domain/policy.ts';
import type { State } from '../../src/domain/state.ts';
import { planForget } from '../../src/pipeline/plan-forget.ts';
import { planMerge } from '../../src/pipeline/plan-merge.ts';
import { planPromote } from '../../src/pipeline/plan-promote.ts';
import { readCore } from '../../src/pipeline/read-core.ts';
import { daysAgo, memory, now, type pair, relation, stateOf } from '../pipeline/samples.ts';
import { applyChanges, setCore } from './apply-changes.ts';

const reason = { rule: 'test', text: 'test', evidence: [], numbers: {} };
const change = (target: string, after: Change['after']): Change => ({ target, before: null, after, reason });

describe('applyChanges', () => {
  it('sets and removes records and core entries, and leaves the state it was given alone', () => {
    const state = stateOf({ memories: [memory('a')], core: { preferences: { tone: 'plain' }, own: 1 } });
    const after = applyChanges(state, [
      change('memories/a', null),
      change('relations/r', { id: 'r' }),
      change('archive/2026-06-01/a', { id: '2026-06-01/a' }),
      change('core/preferences/tone', 'brief'),
      change('core/beliefs/x/y', { statement: 's' }),
      change('core/lastUpdated', now),
      change('elsewhere/x', 1),
    ]);
    expect([after.memories.size, after.relations.size, after.archive.size]).toEqual([0, 1, 1]);
    expect(after.core).toEqual({
      preferences: { tone: 'brief' },
      own: 1,
      beliefs: { 'x/y': { statement: 's' } },
      lastUpdated: now,
    });
    expect(state).toEqual(
      stateOf({ memories: [memory('a')], core: { preferences: { tone: 'plain' }, own: 1 } }),
    );
  });

  it('does not look at a ledger before someone does', () => {
    const looked: string[] = [];
    const state: State = {
      ...stateOf({ memories: [memory('a')] }),
      get archive() {
        looked.push('archive');
        return new Map();
      },
    };
    const after = applyChanges(applyChanges(state, [change('memories/a', null)]), [
      change('archive/x', { id: 'x' }),
    ]);
    expect(looked).toEqual([]);
    expect([after.archive.size, after.archive.size, looked.length]).toEqual([1, 1, 1]);
  });

  it.each([
    ['preferences/tone', 'plain'],
    ['preferences/none', null],
    ['none/none', null],
    ['own', 1],
    ['own/key', null],
    ['none', null],
  ])('reads core %s', (id, expected) => {
    expect(readCore({ preferences: { tone: 'plain' }, own: 1 }, id)).toBe(expected);
  });

  it('keeps the order of what a person wrote', () => {
    const core = setCore({ preferences: { b: 1, a: 2 } }, 'preferences/b', 3);
    expect(JSON.stringify(core)).toBe('{"preferences":{"b":3,"a":2}}');
  });
});

describe('a whole consolidation', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const anyMemories = fc.tuple(
    ...ids.map((id) =>
      fc
        .record({
          entityType: fc.constantFrom('pattern', 'belief'),
          pinned: fc.boolean(),
          discoveredAt: fc.constantFrom(daysAgo(20), daysAgo(120)),
          source: fc.constantFrom('implementation', 'explicit_user_feedback'),
        })
        .map((fields) => memory(id, fields)),
    ),
  );
  const anyPairs = fc.uniqueArray(
    fc.record({
      a: fc.constantFrom(...ids),
      b: fc.constantFrom(...ids),
      score: fc.constantFrom(0.75, 0.9, 0.95),
      mergeable: fc.boolean(),
    }),
    { selector: ({ a, b }) => [a, b].sort().join(), maxLength: 5 },
  );
  const proven = { uses: 20, helpful: 20, notHelpful: 0, exposed: 0, effectiveness: 1 };

  function consolidate(start: State, pairs: readonly ReturnType<typeof pair>[], used: readonly string[]) {
    const stats = new Map(used.map((id) => [id, proven]));
    const input = { stats, policy, now, users: 1, installedAt: daysAgo(400), cited: new Set<string>() };
    const stages = [
      (state: State) => planMerge({ state, pairs, policy, now }),
      (state: State) => planPromote({ ...input, state }),
      (state: State) => planForget({ ...input, state }),
    ];
    return stages.reduce<{ state: State; changes: readonly Change[] }>(
      ({ state, changes }, plan) => {
        const made = plan(state).changes;
        return { state: applyChanges(state, made), changes: [...changes, ...made] };
      },
      { state: start, changes: [] },
    );
  }

  it('is undone by its changes backwards, and a second one finds nothing to do', () => {
    fc.assert(
      fc.property(anyMemories, anyPairs, fc.subarray(ids), (memories, pairs, used) => {
        const start = stateOf({ memories, relations: [relation('r', 'a', 'b'), relation('q', 'c', 'x')] });
        const { state, changes } = consolidate(start, pairs, used);
        const back = [...changes].reverse().map((one) => ({ ...one, before: one.after, after: one.before }));
        const { core, ...records } = applyChanges(state, back);
        expect(records).toEqual({ ...start, core: undefined });
        expect(Object.values(core).filter((section) => JSON.stringify(section) !== '{}')).toEqual([]);
        expect(consolidate(state, pairs, used).changes).toEqual([]);
      }),
    );
  });

  it('gives every change the record that it found as before', () => {
    fc.assert(
      fc.property(anyMemories, anyPairs, (memories, pairs) => {
        const start = stateOf({ memories, relations: [relation('r', 'a', 'b')] });
        const { changes } = consolidate(start, pairs, []);
        const first = new Map([...changes].reverse().map(({ target, before }) => [target, before]));
        for (const one of memories) {
          const target = `memories/${one.id}`;
          if (first.has(target)) expect(first.get(target)).toEqual(one);
        }
      }),
    );
  });
});
