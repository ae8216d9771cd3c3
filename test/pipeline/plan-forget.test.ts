import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tombstoneId } from '../../src/domain/identity.ts';
import type { Memory } from '../../src/domain/memory.ts';
import { defaultPolicy as policy } from '../../src/domain/policy.ts';
import type { State } from '../../src/domain/state.ts';
import type { UsageStats } from '../../src/domain/usage.ts';
import {
  type ForgetInput,
  type ForgetQuery,
  planForget,
  planNamedForget,
} from '../../src/pipeline/plan-forget.ts';
import { planImport } from '../../src/pipeline/plan-import.ts';
import { planRestore } from '../../src/pipeline/plan-restore.ts';
import { screenMasked } from '../../src/pipeline/screen-masked.ts';
import { applyChanges } from '../support/apply-changes.ts';
import { candidate, daysAgo, file, memory, now, relation, session, stateOf } from './samples.ts';

const used = (fields: Partial<UsageStats>): UsageStats => ({
  uses: 0,
  helpful: 0,
  notHelpful: 0,
  exposed: 0,
  ...fields,
});
const input = (state: State, fields: Partial<ForgetInput> = {}): ForgetInput => ({
  state,
  stats: new Map(),
  policy,
  now,
  installedAt: daysAgo(400),
  cited: new Set(),
  ...fields,
});
/** Beside it lies one that stays, so that the store is never emptied. */
const anchor = memory('z', { pinned: true });
const beside = (...memories: readonly Memory[]) => stateOf({ memories: [...memories, anchor] });
const isForgotten = (
  fields: Partial<Memory>,
  stats?: UsageStats,
  more: Partial<ForgetInput> = {},
): boolean => {
  const state = beside(memory('m', fields));
  const plan = planForget(input(state, { ...(stats ? { stats: new Map([['m', stats]]) } : {}), ...more }));
  return plan.forgotten.some((one) => one.memory.id === 'm');
};
/** Used and strong enough in everything but what a case says. */
const sound = { base: 1, decayRate: 0 };

describe('planForget: stale, at each boundary', () => {
  it.each([
    ['never used, 0 days old', { discoveredAt: now, admittedAt: now }, undefined, false],
    ['never used, 89.99 days old', { discoveredAt: daysAgo(89.99) }, undefined, false],
    ['never used, 90 days old', { discoveredAt: daysAgo(90) }, undefined, false],
    ['never used, 90.01 days old', { discoveredAt: daysAgo(90.01) }, undefined, true],
    ['last used 90 days ago', {}, used({ uses: 1, lastUsedAt: daysAgo(90) }), false],
    ['last used 90.01 days ago', {}, used({ uses: 1, lastUsedAt: daysAgo(90.01) }), true],
    ['admitted 29.99 days ago', { admittedAt: daysAgo(29.99) }, undefined, false],
    ['admitted 30 days ago', { admittedAt: daysAgo(30) }, undefined, true],
    ['admitted 30.01 days ago', { admittedAt: daysAgo(30.01) }, undefined, true],
    ['2 uses', sound, used({ uses: 2, lastUsedAt: daysAgo(95) }), true],
    ['3 uses', sound, used({ uses: 3, lastUsedAt: daysAgo(95) }), false],
    ['4 uses', sound, used({ uses: 4, lastUsedAt: daysAgo(95) }), false],
    ['effectiveness 0.2999', sound, used({ uses: 9, lastUsedAt: daysAgo(95), effectiveness: 0.2999 }), true],
    ['effectiveness 0.3', sound, used({ uses: 9, lastUsedAt: daysAgo(95), effectiveness: 0.3 }), false],
    ['effectiveness 0.3001', sound, used({ uses: 9, lastUsedAt: daysAgo(95), effectiveness: 0.3001 }), false],
    ['effectiveness unknown', sound, used({ uses: 9, lastUsedAt: daysAgo(95) }), false],
    ['strength 0.0499', { base: 0.0499, decayRate: 0 }, used({ uses: 9, lastUsedAt: daysAgo(95) }), true],
    ['strength 0.05', { base: 0.05, decayRate: 0 }, used({ uses: 9, lastUsedAt: daysAgo(95) }), false],
    ['discovered tomorrow', { discoveredAt: daysAgo(-1) }, undefined, false],
  ])('%s: %s', (_, fields, stats, expected) => expect(isForgotten(fields, stats)).toBe(expected));
});

describe('planForget: what the automatic policy never takes', () => {
  const eager = { ...policy, forget: { ...policy.forget, staleAfterDays: 5 } };
  it.each([
    ['stale', {}, {}, true],
    ['critical', { critical: true }, {}, false],
    ['pinned', { pinned: true }, {}, false],
    ['promoted', { promotedAt: daysAgo(50) }, {}, false],
    ['stated by the user', { source: 'explicit_user_feedback' }, {}, false],
    ['cited', {}, { cited: new Set(['m']) }, false],
    ['installed 29.99 days ago', {}, { installedAt: daysAgo(29.99) }, false],
    ['installed 30 days ago', {}, { installedAt: daysAgo(30) }, false],
    ['installed 30.01 days ago', {}, { installedAt: daysAgo(30.01) }, true],
    ['superseded', { status: 'superseded' }, {}, true],
    ['rejected', { status: 'rejected' }, {}, false],
    ['pending', { status: 'pending' }, {}, false],
  ])('%s', (_, fields, more, expected) =>
    expect(isForgotten(fields as Partial<Memory>, undefined, more)).toBe(expected),
  );

  it.each([
    [29.99, false],
    [30, false],
    [30.01, true],
  ])('used %d days ago, under a policy that is more eager', (days, expected) => {
    expect(isForgotten({}, used({ uses: 1, lastUsedAt: daysAgo(days) }), { policy: eager })).toBe(expected);
  });

  it('forgets nothing, and says so, when the policy is empty or would empty the store', () => {
    const empty = { ...policy, forget: { ...policy.forget, staleAfterDays: 0 } };
    const plan = planForget(input(beside(memory('m')), { policy: empty }));
    expect(plan).toMatchObject({ changes: [], forgotten: [], warnings: [expect.stringContaining('no age')] });
    const all = planForget(input(stateOf({ memories: [memory('m'), memory('n')] })));
    expect(all).toMatchObject({ changes: [], warnings: [expect.stringContaining('empty the store')] });
  });

  it('keeps and forgets each memory exactly once', () => {
    const anyMemory = fc.record({
      discoveredAt: fc.integer({ min: 0, max: 200 }).map(daysAgo),
      pinned: fc.boolean(),
      critical: fc.boolean(),
      base: fc.constantFrom(0.01, 0.7, 1),
      source: fc.constantFrom('implementation', 'explicit_user_feedback'),
    });
    fc.assert(
      fc.property(fc.array(anyMemory, { maxLength: 8 }), (rows) => {
        const state = stateOf({ memories: rows.map((fields, index) => memory(`m${index}`, fields)) });
        const plan = planForget(input(state));
        const gone = plan.forgotten.map((one) => one.memory.id);
        expect([...gone, ...plan.kept.map(({ id }) => id)].sort()).toEqual([...state.memories.keys()].sort());
        const after = applyChanges(state, plan.changes);
        expect([...after.memories.keys()].sort()).toEqual(plan.kept.map(({ id }) => id).sort());
        expect(after.archive.size).toBe(gone.length);
      }),
    );
  });
});

describe('planForget: what it writes', () => {
  const state = stateOf({
    memories: [memory('m'), anchor],
    relations: [relation('r', 'z', 'm'), relation('q', 'z', 'elsewhere')],
    reviews: [
      {
        v: 1,
        id: 'v',
        rev: 1,
        kind: 'similar',
        a: 'm',
        b: 'z',
        similarity: 0.8,
        reason: '',
        at: now,
        updatedAt: now,
      },
    ],
  });
  const plan = planForget(input(state));

  it('archives first, then buries, then removes', () => {
    expect(plan.changes.map(({ target }) => target)).toEqual([
      'archive/2026-06-01/m',
      `tombstones/${tombstoneId('m')}`,
      'memories/m',
      'relations/r',
      'reviews/v',
    ]);
  });

  it('archives the whole record with its relations and the reason', () => {
    expect(plan.changes[0]?.after).toMatchObject({
      memory: memory('m'),
      relations: [relation('r', 'z', 'm')],
      at: now,
    });
    expect(plan.changes[0]?.reason).toMatchObject({
      rule: 'forget.stale',
      text: 'Learned 100 days ago and not used since: 0 of the 3 uses that would keep it.',
      numbers: { idleDays: 100, staleAfterDays: 90, uses: 0, effectiveness: 'unknown' },
    });
  });

  const after = applyChanges(state, plan.changes);
  const restored = planRestore(after, { ids: ['m'] }, now);
  const back = restored.ok ? applyChanges(after, restored.value.changes) : after;

  it('comes back byte-identical, with its relations, the tombstone lifted', () => {
    expect(JSON.stringify(back.memories.get('m'))).toBe(JSON.stringify(state.memories.get('m')));
    expect(back.relations).toEqual(state.relations);
    expect(back.tombstones.get(tombstoneId('m'))).toMatchObject({ rev: 2, liftedAt: now });
    expect(back.archive.size).toBe(1);
  });

  const ingest = (into: State) =>
    planImport({
      state: into,
      files: [file('f', [candidate('c', { summary: ' SUMMARY  of M', entityType: 'belief' })])],
      pairs: [],
      aligned: new Set(),
      policy,
      now,
      screen: screenMasked,
    }).judged[0]?.verdict;

  it('keeps the fact out until it is restored', () => {
    expect(ingest(after)).toBe('rejected');
    expect(ingest(back)).toBe('saved');
  });

  it('can be forgotten again on the same day', () => {
    const again = applyChanges(back, planForget(input(back)).changes);
    expect(again.tombstones.get(tombstoneId('m'))).toMatchObject({ rev: 3 });
    expect(again.tombstones.get(tombstoneId('m'))).not.toHaveProperty('liftedAt');
    expect(again.memories.has('m')).toBe(false);
  });

  it('restores a whole day, and refuses what is not there', () => {
    const day = planRestore(after, { day: '2026-06-01' }, now);
    expect(day).toMatchObject({ ok: true, value: { restored: [{ id: 'm' }] } });
    expect(planRestore(after, { day: '2026-05-31' }, now)).toMatchObject({
      ok: false,
      failure: { code: 'restore.none' },
    });
    expect(planRestore(after, { ids: ['x'] }, now)).toMatchObject({
      ok: false,
      failure: { code: 'restore.missing' },
    });
    expect(planRestore(back, { ids: ['m'] }, now)).toMatchObject({
      ok: false,
      failure: { code: 'restore.none' },
    });
  });

  it('brings a relation back with the later of its two ends', () => {
    const both = stateOf({
      memories: [memory('a'), memory('b'), anchor],
      relations: [relation('r', 'a', 'b')],
    });
    const named = (from: State, query: string) => unwrapped(planNamedForget(input(from), { query }), from);
    const bring = (from: State, id: string) => unwrapped(planRestore(from, { ids: [id] }, now), from);
    const gone = named(named(both, 'a'), 'b');
    const one = bring(gone, 'a');
    expect(one.relations.size).toBe(0);
    expect(bring(one, 'b').relations).toEqual(both.relations);
  });

  it('keeps the parts of a merged memory out by their ids', () => {
    const merged = beside(memory('m', { aliases: ['part'] }));
    const buried = applyChanges(merged, planForget(input(merged)).changes);
    const files = [file('f', [candidate('part', { summary: 'said otherwise' })])];
    const plan = planImport({
      state: buried,
      files,
      pairs: [],
      aligned: new Set(),
      policy,
      now,
      screen: screenMasked,
    });
    expect(plan.judged[0]?.verdict).toBe('rejected');
  });
});

type Planned = { ok: true; value: { changes: Parameters<typeof applyChanges>[1] } } | { ok: false };
const unwrapped = (plan: Planned, state: State): State =>
  plan.ok ? applyChanges(state, plan.value.changes) : state;

describe('planNamedForget', () => {
  const memories = [
    memory('a', { name: 'pattern:use-pnpm', summary: 'Use pnpm, never npm', scope: 'project', project: 'p' }),
    memory('b', { name: 'pattern:tabs', summary: 'Tabs, not spaces', discoveredAt: daysAgo(10) }),
    memory('c', { name: 'pattern:npm-ci', summary: 'Run npm ci in CI', pinned: true }),
  ];
  const state = stateOf({ memories });
  const forget = (query: ForgetQuery, from = state) => planNamedForget(input(from), query);
  const taken = (query: ForgetQuery) => {
    const plan = forget(query);
    return plan.ok ? plan.value.forgotten.map((one) => one.memory.id) : plan.failure.code;
  };

  it.each([
    ['by id', { query: 'a' }, ['a']],
    ['by name', { query: 'pattern:use-pnpm' }, ['a']],
    ['by name without type', { query: 'Tabs' }, ['b']],
    ['by text', { query: 'NPM' }, ['a', 'c']],
    ['by project', { project: 'p' }, ['a']],
    ['by time', { before: daysAgo(50) }, ['a', 'c']],
    ['by text and time', { query: 'npm', before: daysAgo(50), project: 'p' }, ['a']],
    ['by nothing', {}, 'forget.empty'],
    ['by blanks', { query: '  ' }, 'forget.empty'],
    ['by what is not there', { query: 'zebra' }, 'forget.none'],
    ['everything', { before: now }, 'forget.all'],
  ])('%s', (_, query, expected) => expect(taken(query)).toEqual(expected));

  it('takes what is protected, with a warning', () => {
    expect(forget({ query: 'c' })).toMatchObject({
      ok: true,
      value: { warnings: ['pattern:npm-ci is pinned'] },
    });
  });

  it('takes the own entry of a promoted memory out of core memory, and restore puts it back', () => {
    const promoted = memory('d', { promotedAt: daysAgo(5), promotedTo: 'core/stablePatterns/d' });
    const before = stateOf({
      memories: [promoted, anchor],
      core: { stablePatterns: { d: 'summary of d', other: 1 } },
    });
    const after = unwrapped(forget({ query: 'd' }, before), before);
    expect(after.core.stablePatterns).toEqual({ other: 1 });
    const back = unwrapped(planRestore(after, { ids: ['d'] }, now), after);
    expect(back.core.stablePatterns).toEqual({ other: 1, d: 'summary of d' });
  });
});

describe('planNamedForget --session', () => {
  const both = [session('s', daysAgo(9)), session('t', daysAgo(8))];
  const low = { source: 'implementation', severity: 'low' } as const;
  const state = stateOf({
    memories: [
      memory('own', { provenance: [session('s'), session('s', daysAgo(2), 7)] }),
      memory('shared', { provenance: both, support: 2 }),
      memory('other', { provenance: [session('t')] }),
    ],
    extracted: [
      file('w', [candidate('x', { provenance: [session('s')] }), candidate('y', { provenance: both })]),
    ],
    imported: [
      {
        v: 1,
        id: 'i',
        source: 'sessions',
        at: now,
        importedAt: now,
        judged: [
          {
            candidate: candidate('q', { ...low, provenance: [session('s')] }),
            verdict: 'below-threshold',
            score: 1,
            threshold: 5,
            terms: [],
            reason: '',
          },
        ],
      },
    ],
  });
  const plan = planNamedForget(input(state), { session: 's' });
  const after = unwrapped(plan, state);

  it('takes back what only it taught and lowers the support of what it shared', () => {
    expect([...after.memories.keys()]).toEqual(['shared', 'other']);
    expect(after.memories.get('shared')).toMatchObject({
      support: 1,
      provenance: [both[1]],
      rev: 2,
      updatedAt: now,
    });
    expect(after.memories.get('other')).toEqual(state.memories.get('other'));
    expect(after.archive.get('2026-06-01/own')?.memory).toEqual(state.memories.get('own'));
  });

  it('takes its candidates back too: they neither wait nor count', () => {
    expect(after.extracted.get('w')?.candidates).toMatchObject([{ id: 'y', provenance: [both[1]] }]);
    expect(after.imported.get('i')?.judged[0]?.verdict).toBe('rejected');
  });

  it('finds nothing in a session that taught nothing', () => {
    expect(planNamedForget(input(state), { session: 'nobody' })).toMatchObject({
      failure: { code: 'forget.none' },
    });
  });
});
