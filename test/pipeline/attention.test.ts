import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/failure.ts';
import { defaultPolicy } from '../../src/domain/policy.ts';
import { emptyState, type State } from '../../src/domain/state.ts';
import { addDays } from '../../src/domain/time.ts';
import { attentionFactor, attentionTopics, sessionsSinceFocus } from '../../src/pipeline/attention.ts';
import { planFocus, planResetAttention } from '../../src/pipeline/plan-attention.ts';
import { planTaxonomy } from '../../src/pipeline/plan-taxonomy.ts';
import { applyChanges } from '../support/apply-changes.ts';
import { now } from './samples.ts';

const policy = defaultPolicy.attention;
const focus = (state: State, topic: string, at = now): State =>
  applyChanges(state, unwrap(planFocus({ state, topic, policy, now: at })).changes);
const topicsIn = (state: State, sessions = 0) => attentionTopics(state, sessions, policy);

/** Sessions in which a tool was used, the first time at these days from now. */
function worked(state: State, ...days: readonly number[]): State {
  const tags = days.flatMap((day) =>
    ['tool:Edit', 'tool:Bash'].map((name, at) => ({
      ...{ name, user: 'ada', sessionId: `s${day}` },
      at: addDays(now, day + at),
    })),
  );
  return applyChanges(state, planTaxonomy({ state, tags, memories: [], policy: defaultPolicy, now }).changes);
}

describe('planFocus', () => {
  it('gives a new focus 0.95 and the others 0.7 of what they had', () => {
    const first = focus(emptyState, 'Billing');
    const second = focus(first, 'search  index');
    expect(topicsIn(first)).toEqual({ billing: 0.95 });
    expect(topicsIn(second)).toEqual({ 'search index': 0.95, billing: 0.665 });
    expect(topicsIn(focus(second, 'billing'))).toEqual({ billing: 0.95, 'search index': 0.665 });
    expect(second.attention.get('attention')).toMatchObject({ rev: 2, at: now });
  });

  it('leaves no topic below 0.05, and keeps the twenty strongest', () => {
    const many = Array.from({ length: 30 }, (_, at) => `topic ${at}`).reduce(
      (state, topic) => focus(state, topic),
      emptyState,
    );
    const weights = Object.values(topicsIn(many)).sort((a, b) => a - b);
    expect(weights).toHaveLength(20);
    expect(weights.slice(0, 2)).toEqual([0.05, 0.05]);
    expect(topicsIn(many)).toMatchObject({ 'topic 29': 0.95, 'topic 28': 0.665 });
  });

  it('counts what sessions took before it lays the others down', () => {
    const state = worked(focus(emptyState, 'billing'), 1, 2);
    expect(topicsIn(focus(state, 'search', addDays(now, 3)))).toEqual({
      search: 0.95,
      billing: Number((0.95 ** 3 * 0.7).toFixed(6)),
    });
  });

  it('changes nothing when it is the focus already, until a session has passed', () => {
    const state = focus(emptyState, 'billing');
    expect(unwrap(planFocus({ state, topic: ' BILLING ', policy, now })).changes).toEqual([]);
    expect(
      unwrap(planFocus({ state: worked(state, 1), topic: 'billing', policy, now })).changes,
    ).toHaveLength(1);
  });

  it.each(['', '   ', 'x'.repeat(81)])('refuses %j', (topic) => {
    expect(planFocus({ state: emptyState, topic, policy, now })).toMatchObject({
      ok: false,
      failure: { code: 'usage.value' },
    });
  });

  it('stores no secret', () => {
    const topics = topicsIn(focus(emptyState, `ghp_${'a1B2'.repeat(9)}`));
    expect(Object.keys(topics)).toEqual(['[redacted:github-token]']);
  });
});

describe('planResetAttention', () => {
  it('takes every topic away, once', () => {
    const state = focus(focus(emptyState, 'a'), 'b');
    const after = applyChanges(state, planResetAttention(state).changes);
    expect(topicsIn(after)).toEqual({});
    expect(planResetAttention(after).changes).toEqual([]);
  });
});

describe('attentionTopics', () => {
  it.each([
    [0, 0.95],
    [1, 0.9025],
    [10, 0.5688],
    [57, 0.051],
    [58, 0.05],
    [1000, 0.05],
  ])('after %d sessions the focus weighs %d', (sessions, weight) => {
    expect(topicsIn(focus(emptyState, 'a'), sessions).a).toBeCloseTo(weight, 4);
  });

  it('counts the sessions that began after the focus was set', () => {
    const set = focus(emptyState, 'a');
    expect(sessionsSinceFocus(worked(emptyState, 1, 2))).toBe(0);
    expect(sessionsSinceFocus(set)).toBe(0);
    expect(sessionsSinceFocus(worked(set, -3, -1, 0, 2, 5))).toBe(2);
  });
});

describe('attentionFactor', () => {
  const topics = { billing: 0.95, 'search index': 0.5, typescript: 0.2 };

  it.each([
    ['The port is 8080', {}, 1],
    ['Bill in cents; the billing job rounds up', {}, 1.475],
    ['Billings are sent at night', {}, 1.475],
    ['The search page is slow', {}, 1],
    ['Indexes are rebuilt by the search job', {}, 1.25],
    ['Prefer readonly', { appliesTo: ['typescript'] }, 1.1],
    ['Prefer readonly', { tags: ['language:typescript'] }, 1.1],
    ['Billing in TypeScript', {}, 1.475],
  ])('%s %j: %d', (text, fields, factor) => {
    expect(attentionFactor({ text, ...fields }, topics, 0.5)).toBeCloseTo(factor, 10);
  });

  it('is 1 without a focus', () => {
    expect(attentionFactor({ text: 'Billing' }, {}, 0.5)).toBe(1);
  });

  it('lies between 1 and 1 + lift: nothing is hidden', () => {
    const weights = fc.dictionary(fc.string(), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(fc.string(), weights, (text, any) => {
        const factor = attentionFactor({ text }, any, 0.5);
        expect(factor).toBeGreaterThanOrEqual(1);
        expect(factor).toBeLessThanOrEqual(1.5);
      }),
    );
  });
});
