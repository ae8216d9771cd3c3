import { describe, expect, it } from 'vitest';
import { type Tag, tagId } from '../../src/domain/association.ts';
import { defaultPolicy as policy } from '../../src/domain/policy.ts';
import { emptyState, type State } from '../../src/domain/state.ts';
import { planReconcile } from '../../src/pipeline/plan-reconcile.ts';
import { tagKey } from '../../src/pipeline/tag-key.ts';
import { buildLexicon } from '../../src/text/synonyms.ts';
import { applyChanges } from '../support/apply-changes.ts';
import { daysAgo, now } from './samples.ts';

const tag = (name: string, count: number, fields: Partial<Tag> = {}): Tag => ({
  v: 1,
  id: tagId(fields.user ?? 'ada', name),
  rev: 1,
  name,
  user: 'ada',
  status: 'pending_review',
  sessions: Array.from({ length: count }, (_, at) => ({ sessionId: `s${at}`, at: daysAgo(count - at) })),
  count,
  base: 0.7,
  decayRate: 0.05,
  anchoredAt: daysAgo(1),
  discoveredAt: daysAgo(count),
  updatedAt: daysAgo(1),
  ...fields,
});

const stateWith = (...tags: readonly Tag[]): State => ({
  ...emptyState,
  tags: new Map(tags.map((one) => [one.id, one])),
});
const activeIn = (state: State) =>
  [...state.tags.values()].filter(({ status }) => status === 'active').map(({ name }) => name);
const reconciled = (...tags: readonly Tag[]) => {
  const state = stateWith(...tags);
  return activeIn(applyChanges(state, planReconcile({ state, policy, now }).changes));
};

describe('planReconcile', () => {
  it.each([
    [2, []],
    [3, ['tool:Edit']],
    [4, ['tool:Edit']],
  ])('makes a tag active that appeared in three sessions: %d', (count, active) => {
    expect(reconciled(tag('tool:Edit', count))).toEqual(active);
  });

  it('makes active what matches an active tag of the same person, also one that just became so', () => {
    const tags = [
      tag('pattern:error-handling', 3),
      tag('pattern:handled errors', 1),
      tag('pattern:testing', 1),
    ];
    expect(reconciled(...tags)).toEqual(['pattern:error-handling', 'pattern:handled errors']);
    const foreign = tag('pattern:handled errors', 1, { user: 'bob' });
    expect(reconciled(tag('pattern:error-handling', 1, { status: 'active' }), foreign)).toEqual([
      'pattern:error-handling',
    ]);
  });

  it('says why, and has nothing to do the second time', () => {
    const state = stateWith(tag('tool:Edit', 3), tag('tool:edit', 1));
    const { changes } = planReconcile({ state, policy, now });
    expect(changes.map(({ reason }) => reason)).toEqual([
      {
        rule: 'reconcile.repeats',
        text: 'tool:Edit appeared in 3 sessions.',
        evidence: ['s0', 's1', 's2'],
        numbers: { sessions: 3, needed: 3 },
      },
      {
        rule: 'reconcile.matches',
        text: 'tool:edit matches tool:Edit, which is active.',
        evidence: [tagId('ada', 'tool:Edit')],
        numbers: {},
      },
    ]);
    expect(planReconcile({ state: applyChanges(state, changes), policy, now }).changes).toEqual([]);
  });
});

describe('tagKey', () => {
  it.each([
    ['package:Lodash', 'package:lodash'],
    ['tool:run_command', 'tool:run-command'],
    ['command:npm  test', 'command:npm test'],
    ['package:lodash', 'package:lоdash'],
    ['pattern:error-handling', 'pattern:handle errors'],
    ['task:fix the database migration', 'task:fix db migrations'],
  ])('%s matches %s', (one, other) => {
    expect(tagKey(one)).toBe(tagKey(other));
  });

  it.each([
    ['command:npm test', 'command:npm tests'],
    ['command:npm test', 'command:pnpm test'],
    ['tool:Edit', 'command:edit'],
    ['language:c', 'language:c++'],
    ['pattern:testing', 'pattern:middleware'],
    ['task:', 'task:fix'],
  ])('%s does not match %s', (one, other) => {
    expect(tagKey(one)).not.toBe(tagKey(other));
  });

  it('knows the words of the person', () => {
    const lexicon = buildLexicon([['blorp', 'refund']]);
    expect(tagKey('task:blorp orders', lexicon)).toBe(tagKey('task:refund orders', lexicon));
    expect(tagKey('task:blorp orders')).not.toBe(tagKey('task:refund orders'));
  });
});
