import { describe, expect, it } from 'vitest';
import { defaultPolicy as policy } from '../../src/domain/policy.ts';
import { emptyState, type State } from '../../src/domain/state.ts';
import type { UsageStats } from '../../src/domain/usage.ts';
import { coreKeyOf } from '../../src/pipeline/core-entries.ts';
import {
  type PromoteInput,
  planNamedPromote,
  planPromote,
  planRevert,
} from '../../src/pipeline/plan-promote.ts';
import { readCore } from '../../src/pipeline/read-core.ts';
import { applyChanges, setCore } from '../support/apply-changes.ts';
import { daysAgo, memory, now, session, stateOf } from './samples.ts';

const proven: UsageStats = { uses: 15, helpful: 17, notHelpful: 3, exposed: 40, effectiveness: 0.85 };
const input = (state: State, fields: Partial<PromoteInput> = {}): PromoteInput => ({
  state,
  stats: new Map([...state.memories.keys()].map((id) => [id, proven])),
  policy,
  now,
  users: 1,
  ...fields,
});
const ready = (fields: object = {}) => memory('m', { name: 'pattern:early-returns', ...fields });
const holding = (fields: object = {}, core: State['core'] = {}) =>
  stateOf({ memories: [ready(fields)], core });

describe('planPromote: boundaries', () => {
  it.each([
    ['all at the boundary', {}, proven, true],
    ['14 uses', {}, { ...proven, uses: 14 }, false],
    ['16 uses', {}, { ...proven, uses: 16 }, true],
    ['effectiveness 0.8499', {}, { ...proven, effectiveness: 0.8499 }, false],
    ['effectiveness 0.8501', {}, { ...proven, effectiveness: 0.8501 }, true],
    ['effectiveness unknown', {}, { uses: 99, helpful: 0, notHelpful: 0, exposed: 0 }, false],
    ['29.99 days old', { discoveredAt: daysAgo(29.99) }, proven, false],
    ['30 days old', { discoveredAt: daysAgo(30) }, proven, true],
    ['30.01 days old', { discoveredAt: daysAgo(30.01) }, proven, true],
    ['promoted already', { promotedAt: daysAgo(3) }, proven, false],
    ['superseded', { status: 'superseded' }, proven, false],
    ['a mistake', { entityType: 'mistake' }, proven, false],
    ['a stack', { entityType: 'stack' }, proven, false],
  ])('%s: %s', (_, fields, stats, expected) => {
    const plan = planPromote(input(holding(fields), { stats: new Map([['m', stats]]) }));
    expect(plan.promoted.length === 1).toBe(expected);
    expect(plan.changes.length > 0).toBe(expected);
  });

  it('does nothing without usage', () => {
    expect(planPromote(input(holding(), { stats: new Map() })).changes).toEqual([]);
  });
});

describe('planPromote: core memory', () => {
  it.each([
    ['pattern', 'stablePatterns', 'summary of m'],
    ['preference', 'preferences', 'summary of m'],
    ['belief', 'beliefs', { statement: 'summary of m', formedAt: daysAgo(100), evidence: ['session s-m'] }],
  ])('%s goes to %s', (entityType, section, value) => {
    const state = holding({ entityType });
    const plan = planPromote(input(state));
    const after = applyChanges(state, plan.changes);
    expect(after.core).toEqual({ [section]: { earlyReturns: value }, lastUpdated: now });
    expect(after.memories.get('m')).toMatchObject({
      rev: 2,
      promotedAt: now,
      promotedTo: `core/${section}/earlyReturns`,
    });
    expect(plan.promoted).toMatchObject([{ id: 'm', uses: 15, effectiveness: 0.85 }]);
    expect(planPromote(input(after)).changes).toEqual([]);
  });

  it('never overwrites what a person wrote', () => {
    const core = { stablePatterns: { earlyReturns: 'mine' }, custom: [1] };
    const plan = planPromote(input(holding({}, core)));
    expect(plan.changes).toEqual([]);
    expect(plan.skipped).toMatchObject([{ id: 'm', why: expect.stringContaining('earlyReturns') }]);
    expect(planNamedPromote(input(holding({}, core)), 'm')).toMatchObject({ ok: false });
  });

  it('takes up an entry that says the same already, and keeps unknown keys', () => {
    const state = holding({}, { stablePatterns: { earlyReturns: 'summary of m' }, custom: [1] });
    const plan = planPromote(input(state));
    expect(plan.changes.map(({ target }) => target)).toEqual(['memories/m', 'core/lastUpdated']);
    expect(applyChanges(state, plan.changes).core).toMatchObject({ custom: [1] });
  });

  it('gives one key to one memory', () => {
    const state = stateOf({ memories: [ready(), memory('n', { name: 'pattern:Early returns' })] });
    const plan = planPromote(input(state));
    expect(plan.promoted.map(({ id }) => id)).toEqual(['m']);
    expect(plan.skipped.map(({ id }) => id)).toEqual(['n']);
  });

  it('leaves preferences in profiles where several people use the home', () => {
    const state = holding({ entityType: 'preference' });
    expect(planPromote(input(state, { users: 2 })).promoted).toEqual([]);
    expect(planNamedPromote(input(state, { users: 2 }), 'm').ok).toBe(false);
    expect(planPromote(input(holding(), { users: 2 })).promoted).toHaveLength(1);
  });

  it.each([
    ['pattern:use-early-returns', 'useEarlyReturns'],
    ['pattern:API_keys in env', 'apiKeysInEnv'],
    ['préférence:été à deux', 'étéÀDeux'],
    ['pattern:测试 优先', '测试优先'],
    ['pattern:---', 'pattern:---'],
  ])('%s has the key %s', (name, key) => expect(coreKeyOf(name)).toBe(key));
});

describe('planNamedPromote and planRevert', () => {
  const named = (state: State) => {
    const plan = planNamedPromote(input(state, { stats: new Map() }), 'early-returns');
    return plan.ok ? applyChanges(state, plan.value.changes) : state;
  };

  it('promotes whatever the numbers and type, by name', () => {
    expect(named(holding({ entityType: 'stack' })).core.stablePatterns).toEqual({
      earlyReturns: 'summary of m',
    });
  });

  it('changes nothing for one that is promoted, and knows no other', () => {
    const promoted = named(holding());
    expect(planNamedPromote(input(promoted), 'm')).toMatchObject({ ok: true, value: { changes: [] } });
    expect(planNamedPromote(input(promoted), 'nothing').ok).toBe(false);
  });

  const revert = (state: State) => {
    const plan = planRevert(state, 'm', now);
    return plan.ok ? applyChanges(state, plan.value.changes) : undefined;
  };

  it('takes its own entry back', () => {
    const after = revert(named(holding()));
    expect(after?.core.stablePatterns).toEqual({});
    expect(after?.memories.get('m')).toEqual({ ...ready(), rev: 3, updatedAt: now });
  });

  it('takes a belief back whose evidence has grown', () => {
    const state = named(holding({ entityType: 'belief' }));
    const grown = {
      ...state.memories.get('m'),
      ...ready({
        entityType: 'belief',
        promotedAt: now,
        promotedTo: 'core/beliefs/earlyReturns',
        provenance: [session('s'), session('t')],
      }),
    };
    expect(revert({ ...state, memories: new Map([['m', grown]]) })?.core.beliefs).toEqual({});
  });

  it('leaves an entry that a person has rewritten since', () => {
    const state = named(holding());
    const edited = { ...state, core: setCore(state.core, 'stablePatterns/earlyReturns', 'mine') };
    const after = revert(edited);
    expect(readCore(after?.core ?? emptyState.core, 'stablePatterns/earlyReturns')).toBe('mine');
    expect(after?.memories.get('m')?.promotedAt).toBeUndefined();
  });

  it('refuses what is not promoted', () => expect(revert(holding())).toBeUndefined());
});
