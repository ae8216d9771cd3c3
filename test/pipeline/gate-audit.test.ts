import { describe, expect, it } from 'vitest';
import type { ImportedFile, Verdict } from '../../src/domain/candidate.ts';
import type { Review } from '../../src/domain/state.ts';
import { gateAudit } from '../../src/pipeline/gate-audit.ts';
import { candidate, daysAgo, file, memory, now, stateOf } from './samples.ts';

const judgedFile = (id: string, verdict: Verdict, days: number): ImportedFile => ({
  v: 1,
  id,
  source: 'sessions',
  at: daysAgo(days),
  importedAt: daysAgo(days),
  judged: [
    {
      candidate: candidate(`c-${verdict}`),
      verdict,
      score: 5,
      threshold: 5,
      terms: [],
      reason: `why ${days}`,
    },
  ],
});
const review = (id: string, kind: Review['kind'], fields: Partial<Review> = {}): Review => ({
  v: 1,
  id,
  rev: 1,
  kind,
  a: 'a',
  b: 'b',
  similarity: 0.8,
  reason: 'x',
  at: daysAgo(1),
  updatedAt: daysAgo(1),
  ...fields,
});
const pairOf = [memory('a', { admittedAt: daysAgo(1) }), memory('b', { admittedAt: daysAgo(2) })];

describe('gateAudit', () => {
  it('is empty where nothing waits', () => {
    expect(gateAudit(stateOf({ memories: pairOf, imported: [judgedFile('f', 'saved', 1)] }), now)).toEqual({
      blocked: [],
      held: [],
      conflicts: [],
      pendingReviews: [],
      pendingMemories: [],
      waiting: [],
      blockedRecently: 0,
    });
  });

  it.each([
    ['six days ago', 6, 1],
    ['seven days ago', 7, 1],
    ['eight days ago', 8, 0],
  ])('counts as recent what was blocked %s', (_, days, recent) => {
    const audit = gateAudit(stateOf({ imported: [judgedFile('f', 'blocked', days)] }), now);
    expect([audit.blocked.length, audit.blockedRecently]).toEqual([1, recent]);
  });

  it('lists a fact once, with what was said last', () => {
    const imported = [
      judgedFile('f', 'blocked', 9),
      judgedFile('g', 'blocked', 2),
      judgedFile('h', 'needs-review', 2),
    ];
    const audit = gateAudit(stateOf({ imported }), now);
    expect(audit.blocked).toMatchObject([{ id: 'c-blocked', reason: 'why 2', file: 'g' }]);
    expect(audit.held).toMatchObject([{ id: 'c-needs-review' }]);
  });

  it('parts conflicts from likenesses, the earlier memory first', () => {
    const audit = gateAudit(
      stateOf({ memories: pairOf, reviews: [review('v1', 'similar'), review('v2', 'contradiction')] }),
      now,
    );
    expect(audit.conflicts).toMatchObject([{ id: 'v2', existing: { id: 'b' }, newer: { id: 'a' } }]);
    expect(audit.pendingReviews).toMatchObject([{ id: 'v1' }]);
  });

  it.each([
    ['decided', review('v1', 'contradiction', { decision: 'keep-both' }), pairOf],
    [
      'of a memory that does not hold',
      review('v1', 'contradiction'),
      [memory('a', { status: 'superseded' }), memory('b')],
    ],
    ['of a memory that is gone', review('v1', 'contradiction'), [memory('a')]],
  ])('leaves out a pair %s', (_, one, memories) => {
    expect(gateAudit(stateOf({ memories, reviews: [one] }), now).conflicts).toEqual([]);
  });

  it('lists what waits', () => {
    const state = stateOf({
      memories: [
        memory('p', { status: 'pending' }),
        memory('q', { status: 'blocked', gate: { reason: 'secret' } }),
      ],
      extracted: [file('f', [candidate('c'), candidate('d')]), file('g', [candidate('c')])],
    });
    const audit = gateAudit(state, now);
    expect(audit.waiting.map(({ id }) => id)).toEqual(['c', 'd']);
    expect(audit.pendingMemories.map(({ id }) => id)).toEqual(['p']);
    expect(audit.blocked).toMatchObject([{ id: 'q', reason: 'secret' }]);
  });
});
