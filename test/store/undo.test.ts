import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/failure.ts';
import { sortedText } from '../../src/domain/json.ts';
import type { Operation, Plan } from '../../src/domain/plan.ts';
import { defaultPolicy } from '../../src/domain/policy.ts';
import type { State } from '../../src/domain/state.ts';
import { planForget, planNamedForget } from '../../src/pipeline/plan-forget.ts';
import { planImport } from '../../src/pipeline/plan-import.ts';
import { planLearn } from '../../src/pipeline/plan-learn.ts';
import { planMerge } from '../../src/pipeline/plan-merge.ts';
import { planEdit, planPin, planUnpin } from '../../src/pipeline/plan-pin.ts';
import { planNamedPromote } from '../../src/pipeline/plan-promote.ts';
import { planRelate } from '../../src/pipeline/plan-relate.ts';
import { planRestore } from '../../src/pipeline/plan-restore.ts';
import { planUndo } from '../../src/pipeline/plan-undo.ts';
import { scoreAll } from '../../src/pipeline/score-pairs.ts';
import { applyTo, currentOf, emptyTables, stateOf } from '../../src/store/tables.ts';
import { candidate, file, memory, now } from '../pipeline/samples.ts';

/** A journal in memory over the tables of the store. */
function createHome() {
  const tables = emptyTables();
  const operations: Operation[] = [];
  const commit = (plan: Plan, group?: string): Operation => {
    const changes = plan.changes.filter(({ before, after }) => sortedText(before) !== sortedText(after));
    const seq = operations.length + 1;
    const id = `o-${String(seq).padStart(4, '0')}`;
    const operation: Operation = {
      v: 1,
      seq,
      id,
      group: group ?? id,
      at: now,
      command: plan.command,
      changes,
    };
    if (changes.length > 0) operations.push(operation);
    applyTo(tables, JSON.parse(JSON.stringify(changes)));
    return operation;
  };
  const undo = (called?: string) =>
    planUndo({ operations, called, current: currentOf(stateOf(tables)), now, undoDays: 180 });
  return { state: () => stateOf(tables), operations, commit, undo };
}

const without = new Set(['rev', 'updatedAt']);

/** The state without what every revision changes, and without lifted tombstones; empty sections of core are none. */
function plain(state: State): string {
  const collections = Object.entries(state).flatMap(([name, table]) =>
    table instanceof Map
      ? [...table].map(([id, record]): [string, unknown] => [`${name}/${id}`, record])
      : [],
  );
  const kept = collections.filter(([, record]) => !JSON.stringify(record).includes('"liftedAt"'));
  const text = JSON.stringify({ ...Object.fromEntries(kept), core: state.core }, (key, value) =>
    without.has(key) ? undefined : value,
  );
  return sortedText(JSON.parse(text));
}

const ids = ['m-1', 'm-2', 'm-3', 'm-4', 'm-5'];
const sayings = [
  'Use tabs for indentation',
  'Use tabs for the indentation',
  'Deploy with make ship',
  'Never push on Fridays',
  'Keep migrations reversible',
];
const screen = () => ({ verdict: 'pass', reasons: [] }) as const;

const judging = (state: State) => ({
  state,
  pairs: [],
  aligned: new Set<string>(),
  policy: defaultPolicy,
  now,
  screen,
});
const forgetting = (state: State) => ({
  state,
  stats: new Map(),
  policy: defaultPolicy,
  now,
  installedAt: '2025-01-01T00:00:00.000Z',
  cited: new Set<string>(),
});

/** Everything that a person or a run does to a state, by number: which memory, and which text. */
const deeds: readonly ((state: State, which: number) => Plan | undefined)[] = [
  (state, which) =>
    planLearn({
      ...judging(state),
      candidate: candidate(`c-${which}`, { summary: sayings[which] ?? '' }),
      relations: [],
    }),
  (state, which) => planImport({ ...judging(state), files: [file(`f-${which}`, [candidate(`c-${which}`)])] }),
  (state, which) => {
    const [found] = [...state.memories.values()].slice(which);
    return (
      found && planEdit(found, { summary: `edited ${which}`, polarity: 'avoid', taskPattern: 'a b' }, now)
    );
  },
  (state, which) => okay(planPin(state, [...state.memories.keys()][which] ?? '', now)),
  (state, which) => okay(planUnpin(state, [...state.memories.keys()][which] ?? '', now)),
  (state, which) => okay(planRelate(state, { from: 'm-1', type: 'related_to', to: ids[which] ?? '' }, now)),
  (state, which) =>
    okay(planNamedForget(forgetting(state), { query: [...state.memories.keys()][which] ?? '' })),
  (state) => planForget(forgetting(state)),
  (state) => okay(planRestore(state, { day: now.slice(0, 10) }, now)),
  (state, which) =>
    okay(planNamedPromote({ ...forgetting(state), users: 1 }, [...state.memories.keys()][which] ?? '')),
  (state) =>
    planMerge({
      state,
      pairs: scoreAll([...state.memories.values()], { above: 0.7 }),
      policy: defaultPolicy,
      now,
    }),
];

const okay = (result: { ok: true; value: Plan } | { ok: false }): Plan | undefined =>
  result.ok ? result.value : undefined;

const seed = (): Plan => ({
  command: 'seed',
  changes: ids.map((id, at) => ({
    target: `memories/${id}`,
    before: null,
    after: JSON.parse(JSON.stringify(memory(id, { summary: sayings[at] ?? '', pinned: id === 'm-5' }))),
    reason: { rule: 'seed', text: '', evidence: [], numbers: {} },
  })),
});

const deed = fc.tuple(fc.nat(deeds.length - 1), fc.nat(4));

describe('undo', () => {
  it('of what was just done gives the state before it, and undo of that undo the state after', () => {
    fc.assert(
      fc.property(fc.array(deed, { minLength: 1, maxLength: 12 }), (steps) => {
        const home = createHome();
        home.commit(seed());
        for (const [kind, which] of steps) {
          const plan = deeds[kind]?.(home.state(), which);
          if (!plan || plan.changes.length === 0) continue;
          const before = plain(home.state());
          if (home.commit(plan).changes.length === 0) continue;
          const after = plain(home.state());
          home.commit(unwrap(home.undo()));
          expect(plain(home.state()), plan.command).toBe(before);
          home.commit(unwrap(home.undo()));
          expect(plain(home.state()), plan.command).toBe(after);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('of a run takes back all of its operations, and one after the other the same', () => {
    fc.assert(
      fc.property(fc.array(deed, { minLength: 1, maxLength: 8 }), (steps) => {
        const [whole, single] = [createHome(), createHome()];
        for (const home of [whole, single]) home.commit(seed());
        const before = plain(whole.state());
        const done: string[] = [];
        for (const [kind, which] of steps) {
          const plan = deeds[kind]?.(whole.state(), which);
          if (!plan || plan.changes.length === 0) continue;
          if (whole.commit(plan, 'g-run').changes.length > 0) done.push(single.commit(plan).id);
        }
        if (done.length === 0) return;
        whole.commit(unwrap(whole.undo('g-run')));
        expect(plain(whole.state())).toBe(before);
        for (const id of done.reverse()) single.commit(unwrap(single.undo(id)));
        expect(plain(single.state())).toBe(before);
      }),
      { numRuns: 100 },
    );
  });

  it('is refused with the name of the later operation', () => {
    const home = createHome();
    home.commit(seed());
    const pin = home.commit(unwrap(planPin(home.state(), 'm-1', now)));
    const edit = home.commit(
      planEdit(home.state().memories.get('m-1') ?? memory('m-1'), { summary: 'x' }, now),
    );
    const refused = home.undo(pin.id);
    expect(refused.ok ? '' : refused.failure.hint).toBe(`undo ${edit.id} (edit) first`);
    home.commit(unwrap(home.undo(edit.id)));
    home.commit(unwrap(home.undo(pin.id)));
    expect(home.state().memories.get('m-1')).toMatchObject({ pinned: false, summary: sayings[0] });
  });

  it.each([
    ['a run of several by its group', 'g-1', ['o-0002', 'o-0003']],
    ['one operation of a run by its id', 'o-0002', ['o-0002']],
    ['nothing by digits that several share', 'o-000', []],
    ['nothing by an unknown name', 'g-2', []],
    ['the last run when nothing is named', undefined, ['o-0002', 'o-0003']],
  ])('takes back %s', (_, called, undone) => {
    const home = createHome();
    home.commit(seed());
    for (const id of ['m-1', 'm-2']) home.commit(unwrap(planPin(home.state(), id, now)), 'g-1');
    const plan = home.undo(called);
    expect(plan.ok ? plan.value.undone.map(({ id }) => id) : []).toEqual(undone);
  });

  it.each([
    [180, true],
    [179.999, true],
    [180.001, false],
  ])('reaches back 180 days: %d days', (days, isDone) => {
    const home = createHome();
    const { operations } = home;
    home.commit(seed());
    const later = new Date(Date.parse(now) + days * 86_400_000).toISOString();
    const plan = planUndo({
      operations,
      called: undefined,
      current: currentOf(home.state()),
      now: later,
      undoDays: 180,
    });
    expect(plan.ok ? 'done' : plan.failure.code).toBe(isDone ? 'done' : 'undo.old');
  });
});

describe('twice is once', () => {
  it.each([
    ['import', (state: State) => planImport({ ...judging(state), files: [file('f', [candidate('c-1')])] })],
    ['forget', (state: State) => planForget(forgetting(state))],
    ['merge', deeds.at(-1) ?? (() => undefined)],
  ] as const)('for %s', (_, planOf) => {
    const home = createHome();
    home.commit(seed());
    home.commit(planOf(home.state(), 0) ?? seed());
    const once = plain(home.state());
    home.commit(planOf(home.state(), 0) ?? seed());
    expect(plain(home.state())).toBe(once);
    expect(home.operations).toHaveLength(2);
  });
});
