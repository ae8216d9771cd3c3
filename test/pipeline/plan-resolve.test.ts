import { describe, expect, it } from 'vitest';
import type { Candidate, ImportedFile, Verdict } from '../../src/domain/candidate.ts';
import { relationId } from '../../src/domain/identity.ts';
import { isLive, type Memory } from '../../src/domain/memory.ts';
import { defaultPolicy as policy } from '../../src/domain/policy.ts';
import type { Review, State } from '../../src/domain/state.ts';
import { gateAudit } from '../../src/pipeline/gate-audit.ts';
import type { GateAnswer } from '../../src/pipeline/gate-decision.ts';
import { reviewId } from '../../src/pipeline/merge-reviews.ts';
import { planImport } from '../../src/pipeline/plan-import.ts';
import { planMerge } from '../../src/pipeline/plan-merge.ts';
import { planResolve } from '../../src/pipeline/plan-resolve.ts';
import { scoreFresh } from '../../src/pipeline/score-pairs.ts';
import { type Screen, screenMasked } from '../../src/pipeline/screen-masked.ts';
import { applyChanges } from '../support/apply-changes.ts';
import { candidate, daysAgo, file, memory, now, pair, session, stateOf } from './samples.ts';

const blocking: Screen = () => ({ verdict: 'blocked', reason: 'privilege: standing authority' });

function resolve(
  state: State,
  answer: Omit<GateAnswer, 'decidedBy'> & Partial<GateAnswer>,
  screen: Screen = screenMasked,
) {
  const result = planResolve(state, { decidedBy: 'human', ...answer }, { policy, screen, now });
  if (!result.ok) return { failure: result.failure.code, after: state, changes: [] };
  return {
    failure: undefined,
    after: applyChanges(state, result.value.changes),
    changes: result.value.changes,
  };
}

/** The memories after an import of these candidates, as the command does it. */
function imported(state: State, candidates: readonly Candidate[]) {
  const known = [...state.memories.values()].filter(({ id }) => !candidates.some((one) => one.id === id));
  const pairs = scoreFresh(candidates, known, { above: policy.relevance.similarAbove });
  const files = [file('later', candidates)];
  const plan = planImport({
    state,
    files,
    pairs,
    aligned: new Set(),
    policy,
    now,
    screen: screenMasked,
  });
  return { after: applyChanges(state, plan.changes), verdict: plan.judged[0]?.verdict };
}

const old = memory('old', { summary: 'the port is 8080', admittedAt: daysAgo(9) });
const fresh = memory('fresh', { summary: 'the port is 3000', admittedAt: daysAgo(2) });
const question = (kind: Review['kind'], fields: Partial<Review> = {}): Review => ({
  v: 1,
  id: reviewId('old', 'fresh'),
  rev: 1,
  kind,
  a: 'fresh',
  b: 'old',
  similarity: 0.8,
  reason: 'port: number: 3000 / 8080',
  at: daysAgo(2),
  updatedAt: daysAgo(2),
  ...fields,
});
const contradicting = stateOf({ memories: [old, fresh], reviews: [question('contradiction')] });
const review = question('contradiction').id;
const again = (summary: string) => candidate('again', { summary, provenance: [session('s9', now)] });

describe('planResolve: two memories', () => {
  it.each([
    ['keep-new', 'superseded', 'active'],
    ['keep-existing', 'active', 'rejected'],
    ['keep-both', 'active', 'active'],
  ] as const)('%s', (decision, oldStatus, freshStatus) => {
    const { after } = resolve(contradicting, { id: review, decision });
    expect(after.memories.get('old')).toMatchObject({
      status: oldStatus,
      gate: { reviewedBy: 'human', decision },
    });
    expect(after.memories.get('fresh')?.status).toBe(freshStatus);
    expect(after.reviews.get(review)).toMatchObject({ decision, reviewedBy: 'human', rev: 2 });
    expect(gateAudit(after, now).conflicts).toEqual([]);
    expect(after.relations.has(relationId('fresh', 'supersedes', 'old'))).toBe(decision === 'keep-new');
  });

  it.each([
    ['keep-new', 'The port is 8080.'],
    ['keep-existing', 'The port is 3000.'],
    ['keep-both', 'The port is 3000.'],
    ['keep-both', 'The port is 8080.'],
    ['keep-new', 'the port is 9090'],
  ] as const)('no later import overturns %s: %s', (decision, summary) => {
    const { after } = resolve(contradicting, { id: review, decision });
    const status = (state: State) => ['old', 'fresh'].map((id) => state.memories.get(id)?.status);
    expect(status(imported(after, [again(summary)]).after)).toEqual(status(after));
  });

  it.each(['keep-new', 'keep-existing', 'keep-both'] as const)('no later merge overturns %s', (decision) => {
    const alike = stateOf({
      memories: [memory('old'), memory('fresh', { admittedAt: daysAgo(1) })],
      reviews: [question('similar')],
    });
    const { after } = resolve(alike, { id: review, decision });
    const plan = planMerge({ state: after, pairs: [pair('old', 'fresh', 0.99)], policy, now });
    expect(plan.changes).toEqual([]);
  });

  it('keeps what was decided when one of the two is merged into another', () => {
    const { after } = resolve(
      {
        ...contradicting,
        memories: new Map([
          ...contradicting.memories,
          ['twin', { ...fresh, id: 'twin', name: 'pattern:fresh port of the service' }],
        ]),
      },
      { id: review, decision: 'keep-both' },
    );
    const merged = applyChanges(
      after,
      planMerge({ state: after, pairs: [pair('twin', 'fresh', 0.99)], policy, now }).changes,
    );
    expect([...merged.reviews.values()]).toMatchObject([
      { kind: 'contradiction', decision: 'keep-both', reviewedBy: 'human' },
    ]);
  });

  it('merges two that are alike', () => {
    const [a, b] = [
      memory('old', { summary: 'Run the linter' }),
      memory('fresh', { summary: 'Run lint first' }),
    ];
    const state = stateOf({ memories: [a, b], reviews: [question('similar')] });
    const { after } = resolve(state, { id: review, decision: 'merge' });
    expect([...after.memories.values()]).toMatchObject([
      { support: 2, gate: { reviewedBy: 'human', decision: 'merge' } },
    ]);
    expect(after.reviews.size).toBe(0);
  });

  it.each<[string, State, GateAnswer['decision'], string]>([
    ['contradictions never become one', contradicting, 'merge', 'review.contradiction'],
    [
      'two types',
      stateOf({
        memories: [memory('old'), memory('fresh', { entityType: 'stack' })],
        reviews: [question('similar')],
      }),
      'merge',
      'review.kinds',
    ],
    ['one is gone', stateOf({ memories: [old], reviews: [question('similar')] }), 'keep-new', 'review.gone'],
    ['not about two', contradicting, 'approve', 'review.decision'],
  ])('refuses: %s', (_, state, decision, code) => {
    expect(resolve(state, { id: review, decision }).failure).toBe(code);
  });
});

describe('planResolve: one memory', () => {
  const one = (fields: Partial<Memory>) => stateOf({ memories: [memory('m', fields)] });

  it.each<[string, Partial<Memory>, GateAnswer['decision'], Partial<Memory>]>([
    ['approves what waits', { status: 'pending' }, 'approve', { status: 'active' }],
    ['approves what was blocked', { status: 'blocked' }, 'approve', { status: 'active' }],
    [
      'approves what was superseded',
      { status: 'superseded', supersededBy: 'x' },
      'approve',
      { status: 'active' },
    ],
    ['leaves confirmed what is', { status: 'confirmed' }, 'approve', { status: 'confirmed' }],
    ['rejects', { status: 'active' }, 'reject', { status: 'rejected' }],
    ['edits', { status: 'pending' }, 'edit', { status: 'active', summary: 'run the tests' }],
  ])('%s', (_, fields, decision, expected) => {
    const { after } = resolve(one(fields), { id: 'm', decision, text: ' run the tests ' });
    expect(after.memories.get('m')).toMatchObject({
      ...expected,
      rev: 2,
      gate: { reviewedBy: 'human', decision, decidedAt: now },
    });
    expect(after.memories.get('m')).not.toHaveProperty('supersededBy');
  });

  it('says what an edit contradicts', () => {
    const state = stateOf({
      memories: [memory('m', { summary: 'use npm' }), memory('n', { summary: 'never use yarn' })],
    });
    const { after } = resolve(state, { id: 'm', decision: 'edit', text: 'use yarn' });
    expect(gateAudit(after, now).conflicts).toMatchObject([{ reason: expect.stringContaining('polarity') }]);
    expect([...after.memories.values()].every(isLive)).toBe(true);
  });

  it.each<[string, Partial<Memory>, Partial<GateAnswer>, Screen, string]>([
    ['an agent lifts no block', { status: 'blocked' }, { decision: 'approve' }, screenMasked, 'gate.blocked'],
    [
      'nor by an edit',
      { status: 'blocked' },
      { decision: 'edit', text: 'fine' },
      screenMasked,
      'gate.blocked',
    ],
    [
      'an agent approves nothing that the screen stops',
      { status: 'pending' },
      { decision: 'approve' },
      blocking,
      'gate.screen',
    ],
    [
      'an agent undoes no decision of a human',
      { gate: { reviewedBy: 'human' } },
      { decision: 'reject' },
      screenMasked,
      'gate.human',
    ],
  ])('%s', (_, fields, answer, screen, code) => {
    const decision = answer.decision ?? 'approve';
    const text = answer.text === undefined ? {} : { text: answer.text };
    expect(resolve(one(fields), { id: 'm', decision, decidedBy: 'agent', ...text }, screen).failure).toBe(
      code,
    );
    expect(
      resolve(one(fields), { id: 'm', decision, decidedBy: 'human', ...text }, screen).failure,
    ).toBeUndefined();
  });

  it.each<[GateAnswer['decision'], string | undefined, string]>([
    ['edit', undefined, 'gate.text'],
    ['edit', '  ', 'gate.text'],
    ['keep-both', undefined, 'gate.decision'],
  ])('refuses %s with text %s', (decision, text, code) => {
    expect(resolve(one({}), { id: 'm', decision, ...(text === undefined ? {} : { text }) }).failure).toBe(
      code,
    );
  });

  it('knows nothing of what is not there', () => {
    expect(resolve(stateOf({}), { id: 'm-unknown', decision: 'approve' }).failure).toBe('gate.unknown');
  });
});

describe('planResolve: a candidate', () => {
  const held = candidate('c', {
    summary: 'the agent may push by force',
    source: 'mistake',
    provenance: [session('s1'), session('s2')],
  });
  const judgedFile = (verdict: Verdict): ImportedFile => ({
    v: 1,
    id: 'f',
    source: 'sessions',
    at: daysAgo(3),
    importedAt: daysAgo(3),
    judged: [
      { candidate: held, verdict, score: 5, threshold: 5, terms: [], reason: 'privilege: force-push' },
    ],
  });
  const waiting = stateOf({ extracted: [file('f', [held, candidate('d')])] });

  it.each([
    ['approve', 'active', 'saved'],
    ['reject', 'rejected', 'rejected'],
    ['edit', 'active', 'saved'],
  ] as const)('%s of what waits', (decision, status, verdict) => {
    const { after } = resolve(waiting, { id: 'c', decision, text: 'never push by force' });
    expect(after.memories.get('c')).toMatchObject({ status, support: 2, gate: { reviewedBy: 'human' } });
    expect(after.extracted.get('f')?.candidates.map(({ id }) => id)).toEqual(['d']);
    expect(after.imported.get('f')?.judged).toMatchObject([
      { verdict, reason: `a person decided: ${decision}` },
    ]);
    const later = imported(after, [
      candidate('e', { summary: 'The agent may push by force.' }),
      { ...held, provenance: [session('s7')] },
    ]);
    expect(later.after.memories.get('c')?.status).toBe(status);
    expect([...later.after.memories.values()].filter(isLive).length).toBeLessThanOrEqual(
      decision === 'edit' ? 2 : 1,
    );
  });

  it('reinstates what was blocked, and an agent cannot', () => {
    const state = stateOf({ imported: [judgedFile('blocked')] });
    expect(gateAudit(state, now)).toMatchObject({
      blocked: [{ id: 'c', reason: 'privilege: force-push' }],
      blockedRecently: 1,
    });
    const { after } = resolve(state, { id: 'c', decision: 'approve' });
    expect(after.memories.get('c')?.status).toBe('active');
    expect(after.imported.get('f')?.judged).toMatchObject([{ verdict: 'saved', memoryId: 'c' }]);
    expect(gateAudit(after, now).blocked).toEqual([]);
    expect(resolve(state, { id: 'c', decision: 'approve', decidedBy: 'agent' }).failure).toBe('gate.blocked');
    const review = stateOf({ imported: [judgedFile('needs-review')] });
    expect(resolve(review, { id: 'c', decision: 'approve', decidedBy: 'agent' }).failure).toBe(
      'gate.blocked',
    );
  });

  it('lets an agent judge what the screen passes, stamped as an agent', () => {
    const { after } = resolve(waiting, { id: 'c', decision: 'approve', decidedBy: 'agent' });
    expect(after.memories.get('c')?.gate).toMatchObject({ reviewedBy: 'agent' });
    expect(resolve(waiting, { id: 'c', decision: 'approve', decidedBy: 'agent' }, blocking).failure).toBe(
      'gate.screen',
    );
  });

  it('decides once for a candidate that waits and was judged in one file', () => {
    const state = stateOf({
      imported: [judgedFile('blocked')],
      extracted: [file('f', [{ ...held, provenance: [session('s5')] }])],
    });
    const { after, changes } = resolve(state, { id: 'c', decision: 'approve' });
    expect(new Set(changes.map(({ target }) => target)).size).toBe(changes.length);
    expect(after.imported.get('f')?.judged.map(({ verdict }) => verdict)).toEqual(['saved', 'saved']);
    expect(after.extracted.size).toBe(0);
    expect(after.memories.get('c')?.support).toBe(3);
  });
});

describe('every decision', () => {
  it.each<[State, GateAnswer['decision'], string]>([
    [contradicting, 'keep-new', review],
    [contradicting, 'keep-existing', review],
    [stateOf({ memories: [memory('m', { status: 'pending' })] }), 'approve', 'm'],
    [stateOf({ extracted: [file('f', [candidate('c')])] }), 'reject', 'c'],
  ])('%# can be taken back: before and after are whole, each record once', (state, decision, id) => {
    const { after, changes } = resolve(state, { id, decision });
    const back = changes.map((change) => ({ ...change, before: change.after, after: change.before }));
    expect(applyChanges(after, back)).toEqual(state);
    expect(new Set(changes.map(({ target }) => target)).size).toBe(changes.length);
  });
});
