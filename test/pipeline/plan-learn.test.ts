import { describe, expect, it } from 'vitest';
import { defaultPolicy as policy } from '../../src/domain/policy.ts';
import { emptyState, type State } from '../../src/domain/state.ts';
import { type LearnInput, planLearn } from '../../src/pipeline/plan-learn.ts';
import { planEdit, planPin, planUnpin } from '../../src/pipeline/plan-pin.ts';
import { planRelate, planUnrelate } from '../../src/pipeline/plan-relate.ts';
import { screenMasked } from '../../src/pipeline/screen-masked.ts';
import { applyChanges } from '../support/apply-changes.ts';
import { candidate, memory, now, pair, relation, stateOf } from './samples.ts';

const learn = (fields: Partial<LearnInput>) =>
  planLearn({
    state: emptyState,
    candidate: candidate('c', { provenance: [{ origin: 'person', at: now }] }),
    relations: [],
    pairs: [],
    aligned: new Set(),
    policy,
    now,
    screen: screenMasked,
    ...fields,
  });

describe('planLearn', () => {
  it('answers saved with score, threshold and each term', () => {
    const plan = learn({ relations: [{ type: 'applies_to', to: 'react' }] });
    expect(plan.answer).toMatchObject({ verdict: 'saved', score: 5, threshold: 5, memoryId: 'c' });
    expect(plan.answer.terms.map(({ term }) => term)).toEqual(['severity medium', 'said by the user']);
    expect(plan.changes.map(({ target }) => target.split('/')[0])).toEqual([
      'memories',
      'imported',
      'relations',
    ]);
  });

  it('answers not saved, and makes no relation', () => {
    const plan = learn({
      candidate: candidate('c', { severity: 'low' }),
      relations: [{ type: 'applies_to', to: 'x' }],
    });
    expect(plan.answer).toMatchObject({ verdict: 'below-threshold', score: 4 });
    expect(plan.changes.map(({ target }) => target.split('/')[0])).toEqual(['imported']);
  });

  it('adds support and relations to the memory that it repeats', () => {
    const state = stateOf({ memories: [memory('m')] });
    const links = [
      { type: 'applies_to', to: 'react' } as const,
      { type: 'applies_to', to: 'react' } as const,
    ];
    const plan = learn({ state, pairs: [pair('c', 'm', 0.9)], relations: links });
    expect(plan.answer).toMatchObject({ verdict: 'duplicate', memoryId: 'm' });
    const after = applyChanges(state, plan.changes);
    expect(after.memories.get('m')?.support).toBe(2);
    expect([...after.relations.values()]).toMatchObject([
      { from: 'm', type: 'applies_to', to: 'react', rev: 1 },
    ]);
  });

  it('repeats its answer and changes nothing when the same comes at the same moment', () => {
    const state = applyChanges(emptyState, learn({}).changes);
    expect(learn({ state })).toMatchObject({ answer: { verdict: 'saved' }, changes: [] });
  });
});

describe('planRelate and planUnrelate', () => {
  const state = stateOf({ memories: [memory('a'), memory('b', { aliases: ['old-b'] })] });
  const relate = (from: string, to: string, type: 'related_to' | 'applies_to' = 'related_to') => {
    const plan = planRelate(state, { from, type, to }, now);
    return plan.ok ? plan.value.changes.map(({ after }) => after) : plan.failure.code;
  };

  it.each([
    ['ids', 'a', 'b', [{ from: 'a', to: 'b' }]],
    ['names and aliases', 'pattern:a', 'old-b', [{ from: 'a', to: 'b' }]],
    ['itself', 'a', 'a', 'relation.self'],
    ['nobody', 'x', 'b', 'memory.unknown'],
    ['a memory that is none', 'a', 'x', 'memory.unknown'],
  ])('%s', (_, from, to, expected) => {
    const made = relate(from, to);
    if (typeof expected === 'string') expect(made).toBe(expected);
    else expect(made).toMatchObject(expected);
  });

  it('links a memory to a named thing', () => {
    expect(relate('a', 'react', 'applies_to')).toMatchObject([
      { from: 'a', type: 'applies_to', to: 'react' },
    ]);
  });

  it('links once, and takes a link away once', () => {
    const link = { from: 'a', type: 'related_to', to: 'b' } as const;
    const changesOf = (plan: ReturnType<typeof planRelate>) => (plan.ok ? plan.value.changes : []);
    const linked = applyChanges(state, changesOf(planRelate(state, link, now)));
    expect(planRelate(linked, link, now)).toMatchObject({ value: { changes: [] } });
    const apart = applyChanges(linked, changesOf(planUnrelate(linked, link)));
    expect(apart.relations.size).toBe(0);
    expect(planUnrelate(apart, link)).toMatchObject({ failure: { code: 'relation.missing' } });
  });
});

describe('planPin, planUnpin and planEdit', () => {
  const state = stateOf({ memories: [memory('a')], relations: [relation('r', 'a', 'b')] });
  const applied = (from: State, plan: ReturnType<typeof planPin>) =>
    plan.ok ? applyChanges(from, plan.value.changes) : from;

  it('pins and unpins, each once', () => {
    const pinned = applied(state, planPin(state, 'a', now));
    expect(pinned.memories.get('a')).toMatchObject({ pinned: true, rev: 2, updatedAt: now });
    expect(planPin(pinned, 'a', now)).toMatchObject({ value: { changes: [] } });
    expect(applied(pinned, planUnpin(pinned, 'pattern:a', now)).memories.get('a')).toMatchObject({
      pinned: false,
      rev: 3,
    });
    expect(planPin(state, 'x', now)).toMatchObject({ failure: { code: 'memory.unknown' } });
  });

  it('changes only what differs, and stamps it as reviewed by a person', () => {
    const plan = planEdit(
      memory('a'),
      { summary: 'better', severity: 'medium', taskPattern: 'fix tests' },
      now,
    );
    expect(plan.changes[0]?.after).toEqual({
      ...memory('a'),
      summary: 'better',
      taskPattern: 'fix tests',
      gate: { reviewedBy: 'human' },
      rev: 2,
      updatedAt: now,
    });
    expect(plan.changes[0]?.reason.text).toBe('A person edited summary, taskPattern.');
  });

  it('takes an optional field away', () => {
    const [change] = planEdit(memory('a', { polarity: 'avoid' }), { polarity: undefined }, now).changes;
    expect(change?.after).not.toHaveProperty('polarity');
  });

  it('does nothing when nothing differs', () => {
    expect(planEdit(memory('a'), { summary: 'summary of a', observations: [] }, now).changes).toEqual([]);
  });
});
