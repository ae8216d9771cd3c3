import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../src/domain/candidate.ts';
import { relationId } from '../../src/domain/identity.ts';
import type { Memory } from '../../src/domain/memory.ts';
import { defaultPolicy as policy } from '../../src/domain/policy.ts';
import type { State } from '../../src/domain/state.ts';
import type { ImportInput } from '../../src/pipeline/import-desk.ts';
import type { Judge } from '../../src/pipeline/judge-consistency.ts';
import { reviewId } from '../../src/pipeline/merge-reviews.ts';
import { planImport } from '../../src/pipeline/plan-import.ts';
import { scoreFresh } from '../../src/pipeline/score-pairs.ts';
import type { Screen } from '../../src/pipeline/screen-masked.ts';
import { screenMasked } from '../../src/pipeline/screen-masked.ts';
import { applyChanges } from '../support/apply-changes.ts';
import { candidate, daysAgo, file, memory, now, session, stateOf } from './samples.ts';

const stated = 'explicit_user_feedback';
const inferred = { source: 'mistake', severity: 'high' } as const;
const human = { reviewedBy: 'human' };

/** Imports candidates by what they say, as the command does. */
function importInto(state: State, candidates: readonly Candidate[], fields: Partial<ImportInput> = {}) {
  const files = candidates.map((one, at) => file(`f${at}-${one.id}`, [one]));
  const fresh = [...new Map(candidates.map((one) => [one.id, one])).values()];
  const known = [...state.memories.values()].filter(({ id }) => !fresh.some((one) => one.id === id));
  const pairs = scoreFresh(fresh, known, { above: policy.relevance.similarAbove });
  const plan = planImport({
    state,
    files,
    pairs,
    aligned: new Set(),
    policy,
    now,
    screen: screenMasked,
    ...fields,
  });
  return {
    plan,
    after: applyChanges(state, plan.changes),
    verdicts: plan.judged.map(({ verdict }) => verdict),
  };
}

const port = (value: string, fields: Partial<Memory> = {}) =>
  memory('old', { summary: `the port is ${value}`, provenance: [session('s0', daysAgo(10))], ...fields });

describe('the consistency judge: who holds', () => {
  it.each<[string, Partial<Memory>, Partial<Candidate>, string, string]>([
    ['a user over an inference', {}, {}, 'superseding', 'superseded'],
    ['a user over an earlier user', { source: stated }, {}, 'superseding', 'superseded'],
    [
      'a user not over a later user',
      { source: stated, provenance: [session('s0', now)] },
      {},
      'rejected',
      'active',
    ],
    [
      'neither of two users at once',
      { source: stated, provenance: [session('s0', daysAgo(1))] },
      {},
      'contradicts',
      'active',
    ],
    [
      'a user over an inference that is later',
      { provenance: [session('s0', now)] },
      {},
      'superseding',
      'superseded',
    ],
    ['no inference over a user', { source: stated }, inferred, 'rejected', 'active'],
    ['neither of two inferences', {}, inferred, 'contradicts', 'active'],
    [
      'neither with less than twice the support',
      { support: 2 },
      { ...inferred, provenance: [session('a'), session('b'), session('c')] },
      'contradicts',
      'active',
    ],
    [
      'an inference with twice the support',
      { support: 2 },
      { ...inferred, provenance: ['a', 'b', 'c', 'd'].map((id) => session(id)) },
      'superseding',
      'superseded',
    ],
    [
      'no inference over what a person approved',
      { gate: human },
      { ...inferred, provenance: ['a', 'b', 'c'].map((id) => session(id)) },
      'rejected',
      'active',
    ],
    ['no run over what a person approved', { gate: human }, {}, 'contradicts', 'active'],
    ['a user over a pending memory', { status: 'pending' }, {}, 'superseding', 'superseded'],
    ['nobody where an owner differs', { scope: 'project', project: 'p' }, {}, 'saved', 'active'],
    ['nobody where the memory does not hold', { status: 'consolidated' }, {}, 'saved', 'consolidated'],
  ])('%s', (_, old, fresh, verdict, status) => {
    const state = stateOf({ memories: [port('8080', old)] });
    const { verdicts, after } = importInto(state, [
      candidate('new', { summary: 'the port is 3000', ...fresh }),
    ]);
    expect(verdicts).toEqual([verdict]);
    expect(after.memories.get('old')?.status).toBe(status);
    expect(after.memories.has('new')).toBe(verdict !== 'rejected');
  });

  it('links what it supersedes and hides it', () => {
    const { plan, after } = importInto(stateOf({ memories: [port('8080')] }), [
      candidate('new', { summary: 'the port is 3000' }),
    ]);
    expect(after.memories.get('old')).toMatchObject({ status: 'superseded', supersededBy: 'new', rev: 2 });
    expect(after.relations.get(relationId('new', 'supersedes', 'old'))).toMatchObject({
      reason: 'port: number: 3000 / 8080',
    });
    expect(plan.judged[0]).toMatchObject({ memoryId: 'new', reason: expect.stringContaining('3000 / 8080') });
    expect(after.reviews.size).toBe(0);
  });

  it('links what it cannot settle and asks a person', () => {
    const { after } = importInto(stateOf({ memories: [port('8080')] }), [
      candidate('new', { summary: 'the port is 3000', ...inferred }),
    ]);
    expect(after.relations.get(relationId('new', 'contradicts', 'old'))?.reason).toBe(
      'port: number: 3000 / 8080',
    );
    expect(after.reviews.get(reviewId('new', 'old'))).toMatchObject({
      kind: 'contradiction',
      a: 'new',
      b: 'old',
    });
  });

  it('takes what a superseded memory had in core memory out of it', () => {
    const old = port('8080', { promotedAt: daysAgo(2), promotedTo: 'core/stablePatterns/port' });
    const core = { stablePatterns: { port: { statement: old.summary, memoryId: 'old' } } };
    const { after } = importInto(stateOf({ memories: [old], core }), [
      candidate('new', { summary: 'the port is 3000' }),
    ]);
    expect(after.memories.get('old')?.promotedTo).toBeUndefined();
  });

  it('revives a superseded memory when the user goes back to it', () => {
    const first = importInto(stateOf({ memories: [port('8080')] }), [
      candidate('new', { summary: 'the port is 3000', provenance: [session('s1', daysAgo(3))] }),
    ]);
    const { after, verdicts } = importInto(first.after, [
      candidate('again', { summary: 'The port is 8080.', provenance: [session('s2', daysAgo(1))] }),
    ]);
    expect(verdicts).toEqual(['superseding']);
    expect(after.memories.get('old')).toMatchObject({ status: 'active', source: stated });
    expect(after.memories.get('old')).not.toHaveProperty('supersededBy');
    expect(after.memories.get('new')).toMatchObject({ status: 'superseded', supersededBy: 'old' });
  });

  it('does not revive one when it is only met again, or when a person retired it', () => {
    const old = port('8080', { status: 'superseded', supersededBy: 'won' });
    const won = memory('won', { summary: 'the port is 3000', source: stated });
    const again = (fields: Partial<Candidate>) =>
      candidate('again', { summary: 'The port is 8080.', ...fields });
    const met = importInto(stateOf({ memories: [old, won] }), [again(inferred)]);
    expect(met.after.memories.get('old')).toMatchObject({ status: 'superseded', support: 2 });
    const decided = importInto(stateOf({ memories: [{ ...old, gate: human }, won] }), [again({})]);
    expect(decided.after.memories.get('old')?.status).toBe('superseded');
    expect(decided.after.memories.get('won')?.status).toBe('active');
  });

  it('rejects in other words and under another type what a person turned down', () => {
    const state = stateOf({
      memories: [memory('old', { summary: 'Delete the temp folder', status: 'rejected', gate: human })],
    });
    const again = candidate('new', { summary: 'Remove the temporary directory', entityType: 'preference' });
    const { verdicts, after } = importInto(state, [again]);
    expect(verdicts).toEqual(['rejected']);
    expect(after.memories.size).toBe(1);
  });

  it('asks no more about a pair on which a person has decided', () => {
    const review = {
      v: 1,
      id: reviewId('kept', 'old'),
      rev: 2,
      kind: 'contradiction',
      a: 'kept',
      b: 'old',
      similarity: 0.4,
      reason: 'x',
      decision: 'keep-both',
      reviewedBy: 'human',
      at: now,
      updatedAt: now,
    } as const;
    const kept = memory('kept', { summary: 'the port is 3000' });
    const state = stateOf({ memories: [port('8080'), kept], reviews: [review] });
    const { after, verdicts } = importInto(state, [candidate('again', { summary: 'The port is 3000!' })]);
    expect(verdicts).toEqual(['duplicate']);
    expect(after.memories.get('old')?.status).toBe('active');
    expect(after.reviews.get(review.id)).toEqual(review);
  });

  it('finds a neighbour that shares no word', () => {
    const state = stateOf({ memories: [memory('old', { summary: 'Use tabs' })] });
    expect(importInto(state, [candidate('new', { summary: 'Use spaces' })]).verdicts).toEqual([
      'superseding',
    ]);
  });

  it('sees the fifteen nearest and no more', () => {
    const near = (count: number) =>
      [...Array(count).keys()].map((at) =>
        memory(`n${at}`, { summary: `the port is 3000 ${'on host '.repeat(1)}${at + 20}x` }),
      );
    const asked: number[] = [];
    const judge: Judge = ({ neighbours }) => {
      asked.push(neighbours.length);
      return { conflicts: [] };
    };
    importInto(stateOf({ memories: near(14) }), [candidate('new', { summary: 'the port is 3000' })], {
      judge,
    });
    importInto(stateOf({ memories: near(40) }), [candidate('new', { summary: 'the port is 3000' })], {
      judge,
    });
    expect(asked).toEqual([14, 15]);
  });
});

describe('it fails closed', () => {
  const failing = (): never => {
    throw new Error('out of order');
  };
  const nonsense: readonly [string, unknown][] = [
    ['undefined', undefined],
    ['text', 'all fine'],
    ['no list', { conflicts: 'none' }],
    ['a row that is none', { conflicts: [1] }],
    ['an id that was not asked about', { conflicts: [{ id: 'other', winner: 'new', reason: 'x' }] }],
    ['an unknown winner', { conflicts: [{ id: 'old', winner: 'both', reason: 'x' }] }],
    ['no reason', { conflicts: [{ id: 'old', winner: 'new', reason: ' ' }] }],
  ];

  it.each<[string, Partial<ImportInput>, string]>([
    ['a judge that throws', { judge: failing }, 'the consistency judge failed: out of order'],
    ['a screen that throws', { screen: failing }, 'the safety screen failed: out of order'],
    [
      'a screen of nonsense',
      { screen: (() => JSON.parse('{"verdict":"fine"}')) satisfies Screen },
      'the safety screen gave no verdict',
    ],
    ...nonsense.map(([name, answer]): [string, Partial<ImportInput>, string] => [
      `a judge of nonsense: ${name}`,
      { judge: () => answer },
      'the consistency judge gave no verdict',
    ]),
  ])('%s', (_, fields, reason) => {
    const state = stateOf({ memories: [port('8080')] });
    const { plan, after } = importInto(state, [candidate('new', { summary: 'the port is 3000' })], fields);
    expect(plan.judged[0]).toMatchObject({ verdict: 'pending', reason });
    expect(after.memories).toEqual(state.memories);
    expect([...after.extracted.values()].flatMap(({ candidates }) => candidates.map(({ id }) => id))).toEqual(
      ['new'],
    );
    const later = importInto({ ...after, extracted: new Map() }, [
      candidate('new', { summary: 'the port is 3000' }),
    ]);
    expect(later.verdicts).toEqual(['superseding']);
  });

  it.each([
    ['new', { source: stated }, inferred, 'rejected'],
    ['new', { gate: human }, {}, 'contradicts'],
    ['existing', {}, {}, 'contradicts'],
    ['unclear', {}, {}, 'contradicts'],
    ['new', {}, {}, 'superseding'],
  ])('no judge gives an inference the win over a person: %s', (winner, old, fresh, verdict) => {
    const judge: Judge = () => ({ conflicts: [{ id: 'old', winner, reason: 'they differ' }] });
    const state = stateOf({ memories: [port('8080', old)] });
    expect(
      importInto(state, [candidate('new', { summary: 'the port is 3000', ...fresh })], { judge }).verdicts,
    ).toEqual([verdict]);
  });
});

describe('the order of arrival', () => {
  const said = fc.record({
    summary: fc.constantFrom(
      'use pnpm',
      'never use pnpm',
      'the port is 8080',
      'the port is 3000',
      'Use tabs',
      'Use spaces',
      'The port is 8080!',
    ),
    source: fc.constantFrom(stated, 'mistake'),
    at: fc.integer({ min: 1, max: 5 }).map((days) => daysAgo(days)),
    sessionId: fc.constantFrom('s1', 's2', 's3'),
  });

  it('does not matter', () => {
    const arrivals = fc
      .array(said, { minLength: 2, maxLength: 7 })
      .chain((rows) =>
        fc.record({ rows: fc.constant(rows), mixed: fc.shuffledSubarray(rows, { minLength: rows.length }) }),
      );
    const candidatesOf = (
      rows: readonly { summary: string; source: string; at: string; sessionId: string }[],
    ) =>
      rows.map(({ summary, source, at, sessionId }) =>
        candidate(`c ${summary}`, {
          summary,
          source,
          severity: 'high',
          provenance: [session(sessionId, at)],
        }),
      );
    fc.assert(
      fc.property(arrivals, ({ rows, mixed }) => {
        const state = stateOf({ memories: [port('9090')] });
        const inFiles = (list: readonly Candidate[]) =>
          list.map((one) => file(`f ${one.id} ${JSON.stringify(one.provenance)} ${one.source}`, [one]));
        const run = (list: readonly Candidate[]) => {
          const fresh = [...new Map(list.map((one) => [one.id, one])).values()];
          const pairs = scoreFresh(fresh, [...state.memories.values()], { above: 0.6 });
          const unique = [...new Map(inFiles(list).map((one) => [one.id, one])).values()];
          return applyChanges(
            state,
            planImport({
              state,
              files: unique,
              pairs,
              aligned: new Set(),
              policy,
              now,
              screen: screenMasked,
            }).changes,
          );
        };
        const [first, second] = [run(candidatesOf(rows)), run(candidatesOf(mixed))];
        expect(second.memories).toEqual(first.memories);
        expect(second.relations).toEqual(first.relations);
        expect(second.reviews).toEqual(first.reviews);
      }),
      { numRuns: 60 },
    );
  });
});
