import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { defaultPolicy } from '../../src/domain/policy.ts';
import { emptyState, type State } from '../../src/domain/state.ts';
import { groupCaptions } from '../../src/pipeline/group-captions.ts';
import { planMergePatterns, requirePattern } from '../../src/pipeline/merge-patterns.ts';
import { planPatterns } from '../../src/pipeline/plan-patterns.ts';
import { applyChanges } from '../support/apply-changes.ts';
import { memory, now, session } from './samples.ts';

const learning = (id: string, taskPattern: string | undefined, fields: Partial<Memory> = {}): Memory =>
  memory(id, { scope: 'project', project: 'p', ...(taskPattern ? { taskPattern } : {}), ...fields });

const stateOf = (memories: readonly Memory[]): State => ({
  ...emptyState,
  memories: new Map(memories.map((one) => [one.id, one])),
});

const resolve = (state: State, runs: Parameters<typeof planPatterns>[1]['runs'] = []): State =>
  applyChanges(state, planPatterns(state, { runs, policy: defaultPolicy.patterns, now }).changes);

const groupsIn = (state: State): string[][] => {
  const ids = new Set([...state.memories.values()].map(({ patternId }) => patternId));
  return [...ids]
    .map((id) =>
      [...state.memories.values()]
        .filter(({ patternId }) => patternId === id)
        .map((one) => one.id)
        .sort(),
    )
    .sort();
};

describe('groups of captions', () => {
  it('do not hang on the order, and hold everything once', () => {
    const texts = [
      'fix hooks',
      'repair the hooks',
      'deploy to staging',
      'deploy staging',
      'write docs',
      'x',
      'x',
    ];
    const items = texts.map((text, at) => ({ id: `i${at}`, text }));
    const expected = groupCaptions(items, { from: 0.42 });
    expect(expected.flat().sort()).toEqual(items.map(({ id }) => id));
    expect(expected).toContainEqual(['i0', 'i1']);
    expect(expected).toContainEqual(['i5', 'i6']);
    fc.assert(
      fc.property(fc.shuffledSubarray(items, { minLength: items.length }), (shuffled) => {
        expect(groupCaptions(shuffled, { from: 0.42 })).toEqual(expected);
      }),
    );
  });

  it('are none for nothing', () => {
    expect(groupCaptions([], { from: 0.42 })).toEqual([]);
  });
});

describe('task patterns', () => {
  const named = [
    learning('m-1', 'hook pipeline debugging', { provenance: [session('s-1')] }),
    learning('m-2', 'Debugging the hook pipeline', { provenance: [session('s-2')] }),
    learning('m-3', 'release checklist', { provenance: [session('s-2')] }),
    learning('m-4', undefined, { provenance: [{ ...session('s-3'), runId: 'r-1' }] }),
  ];
  const run = { id: 'r-1', query: 'please debug the hook pipeline again' };

  it('gather learnings by their captions and, without one, by the prompt that taught them', () => {
    const after = resolve(stateOf(named), [run as never]);
    expect(groupsIn(after)).toEqual([['m-1', 'm-2', 'm-4'], ['m-3']]);
    const [pattern] = [...after.patterns.values()].filter(({ sessions }) => sessions.length === 3);
    expect(pattern).toMatchObject({ project: 'p', sessions: ['s-1', 's-2', 's-3'] });
  });

  it('come out the same in any order, and a second time nothing changes', () => {
    const expected = groupsIn(resolve(stateOf(named), [run as never]));
    fc.assert(
      fc.property(fc.shuffledSubarray(named, { minLength: named.length }), (shuffled) => {
        const once = resolve(stateOf(shuffled), [run as never]);
        expect(groupsIn(once)).toEqual(expected);
        expect(
          planPatterns(once, { runs: [run as never], policy: defaultPolicy.patterns, now }).changes,
        ).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('keep a link that stands, whatever the caption says', () => {
    const first = resolve(stateOf(named.slice(0, 1)));
    const [id = ''] = [...first.patterns.keys()];
    const linked = learning('m-9', 'release checklist', { patternId: id });
    const after = resolve({ ...first, memories: new Map([...first.memories, ['m-9', linked]]) });
    expect(after.memories.get('m-9')?.patternId).toBe(id);
    expect([...after.patterns.keys()]).toEqual([id]);
  });

  it('belong to one project', () => {
    const other = learning('m-8', 'hook pipeline debugging', { project: 'q' });
    expect(groupsIn(resolve(stateOf([...named.slice(0, 2), other])))).toEqual([['m-1', 'm-2'], ['m-8']]);
  });

  it('of shared and blocked memories there are none', () => {
    const memories = [memory('m-1', { taskPattern: 'a b' }), learning('m-2', 'a b', { status: 'blocked' })];
    expect(resolve(stateOf(memories)).patterns.size).toBe(0);
  });

  it('become one when a person says so; its name then leads there', () => {
    const before = resolve(stateOf(named.slice(0, 3)));
    const from = requirePattern(before, 'release checklist');
    const into = requirePattern(before, 'HOOK pipeline debugging');
    if (!from.ok || !into.ok) throw new Error('the patterns are there');
    const plan = planMergePatterns(before, { from: from.value, into: into.value }, now);
    if (!plan.ok) throw new Error(plan.failure.message);
    const after = applyChanges(before, plan.value.changes);
    expect(groupsIn(after)).toEqual([['m-1', 'm-2', 'm-3']]);
    expect(requirePattern(after, 'release checklist')).toMatchObject({ value: { id: into.value.id } });
    const later = applyChanges(after, []);
    const more = resolve({
      ...later,
      memories: new Map([...later.memories, ['m-7', learning('m-7', 'release checklist')]]),
    });
    expect(more.memories.get('m-7')?.patternId).toBe(into.value.id);
    expect(planMergePatterns(after, { from: into.value, into: into.value }, now).ok).toBe(false);
    expect(requirePattern(after, 'nothing like it').ok).toBe(false);
  });
});
