import { describe, expect, it } from 'vitest';
import type { Edge } from '../../src/domain/association.ts';
import type { IndexEntry } from '../../src/domain/recall.ts';
import { defaultRecallPolicy } from '../../src/domain/recall-policy.ts';
import type { IndexLinks } from '../../src/pipeline/memory-index.ts';
import { spreadHits } from '../../src/pipeline/spread.ts';
import { entry, indexOf, talk } from './recall-items.ts';
import { daysAgo, now, relation } from './samples.ts';

const view = { owners: ['global'], now, policy: defaultRecallPolicy.spread };

/** What each document gains when the first has ten points and the others none of their own. */
function liftsOf(entries: readonly IndexEntry[], links: Partial<IndexLinks> = {}): Record<string, number> {
  const index = indexOf(entries, links);
  const spread = spreadHits(index, [{ row: 0, score: 10 }], view);
  return Object.fromEntries(
    spread.map(({ item, score, own }) => [item.id, Number((score - own).toFixed(6))]),
  );
}

describe('spreading in a talk', () => {
  it('lifts what follows, and what stands before a little', () => {
    expect(liftsOf(talk('s', ['A: one', 'B: two', 'A: three', 'B: four']))).toEqual({
      's-000': 0,
      's-001': 2,
      's-002': 1,
    });
    const index = indexOf(talk('s', ['A: one', 'B: two']));
    const [before] = spreadHits(index, [{ row: 1, score: 10 }], view).filter(({ row }) => row === 0);
    expect(before?.lifts).toEqual([{ id: 's-001', kind: 'next', points: 0.5 }]);
  });

  it.each([
    ['A: Which one?', 6],
    ['A: I wonder. Which one', 2],
    ['A: Which one? Tell me. Please.', 2],
  ])('%s lifts its answer by %d', (question, points) => {
    expect(liftsOf(talk('s', [question, 'B: the blue one']))['s-001']).toBe(points);
  });

  it('lets the three best of a session speak for all of it', () => {
    const index = indexOf(talk('s', ['A: a', 'A: b', 'A: c', 'A: d', 'A: e', 'A: f', 'A: g', 'A: h']));
    const hits = [0, 1, 2, 7].map((row) => ({ row, score: 10 - row }));
    const last = spreadHits(index, hits, view).find(({ row }) => row === 7);
    expect(last?.lifts).toEqual([{ id: 's-000', kind: 'session', points: 0.4 * 9 }]);
  });

  it('does little among things merely learned in one session, but for questions', () => {
    expect(liftsOf(talk('s', ['one', 'two']))['s-001']).toBeCloseTo(0.2);
    expect(liftsOf(talk('s', ['which one?', 'two']))['s-001']).toBe(6);
  });

  it('leaves other sessions and other owners alone', () => {
    const foreign = talk('s', ['A: which one?', 'B: mine']).map(({ item, ...rest }, at) => ({
      ...rest,
      item: at === 1 ? { ...item, owner: 'user:eve' } : item,
    }));
    expect(liftsOf([...foreign, ...talk('t', ['A: else'])])).toEqual({ 's-000': 0 });
  });
});

describe('spreading along links', () => {
  const entries = [entry('a', 'one'), entry('b', 'two'), entry('c', 'three')];
  const edge = (weight: number, at: string): Edge => ({
    v: 1,
    id: 'e',
    rev: 1,
    kind: 'memories',
    a: 'a',
    b: 'b',
    weight,
    count: 1,
    at,
    sessions: [],
    updatedAt: at,
  });

  it('lifts what is related', () => {
    expect(liftsOf(entries, { relations: [relation('r', 'a', 'b')] })).toEqual({ a: 0, b: 2 });
  });

  it('lifts what is used together by the weight that is left', () => {
    expect(liftsOf(entries, { edges: [edge(0.5, now)] }).b).toBe(1);
    expect(liftsOf(entries, { edges: [edge(0.5, daysAgo(100))] }).b).toBeCloseTo(0.99 ** 100, 6);
    expect(liftsOf(entries, { edges: [edge(7, now)] }).b).toBe(2);
  });

  it('takes the best of many, so that a hub is not lifted by everything', () => {
    const many = [...Array(20).keys()].map((at) => entry(`m${at + 10}`, 'x'));
    const index = indexOf([...many, entry('hub', 'y')], {
      relations: many.map(({ item }) => relation(`r${item.id}`, 'hub', item.id)),
    });
    const spread = spreadHits(
      index,
      many.map((_, at) => ({ row: at + 1, score: 10 })),
      view,
    );
    expect(spread.find(({ item }) => item.id === 'hub')?.lifts).toHaveLength(1);
  });
});
