import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edge } from '../../src/domain/association.ts';
import { entry, indexOf, talk } from './recall-items.ts';
import { now, relation } from './samples.ts';

const word = (term: string, weight = 1) => ({ alternatives: [{ term, weight }] });
const among = { owners: ['global'], limit: 10 };

describe('search', () => {
  const index = indexOf([
    entry('b', 'redis cache'),
    entry('a', 'redis redis queue worker'),
    entry('c', 'postgres', { owner: 'project:x' }),
  ]);

  it('is BM25 with k1 1.2 and b 0.75', () => {
    const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));
    const mean = 7 / 3;
    const part = (tf: number, length: number) => (tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * length) / mean));
    const hits = index.search([word('redi')], among);
    expect(hits.map(({ row }) => row)).toEqual([0, 1]);
    expect(hits[0]?.score).toBeCloseTo(idf * part(2, 4), 12);
    expect(hits[1]?.score).toBeCloseTo(idf * part(1, 2), 12);
  });

  it('counts the best alternative of a word, and adds words', () => {
    const one = index.search([word('redi', 0.5)], among)[1]?.score ?? 0;
    const cache = index.search([word('cach')], among)[0]?.score ?? 0;
    const both = {
      alternatives: [
        { term: 'redi', weight: 0.5 },
        { term: 'cach', weight: 1 },
      ],
    };
    expect(cache).toBeGreaterThan(one);
    expect(index.search([both], among).find(({ row }) => row === 1)?.score).toBeCloseTo(cache, 12);
    expect(index.search([word('redi', 0.5), word('cach')], among)[0]?.score).toBeCloseTo(one + cache, 12);
  });

  it('shows nobody what is not theirs, and nothing for nothing', () => {
    expect(index.search([word('postgr')], among)).toEqual([]);
    expect(index.search([word('postgr')], { owners: ['project:x'], limit: 1 })).toHaveLength(1);
    expect(index.search([], among)).toEqual([]);
    expect(indexOf([]).search([word('redi')], among)).toEqual([]);
    expect(index.owners()).toEqual(['global', 'project:x']);
  });

  it('orders equal scores by id and does not depend on the order of its documents', () => {
    const texts = fc.array(fc.constantFrom('redis', 'cache', 'queue', 'redis cache', 'cache queue'), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(texts, (list) => {
        const entries = list.map((text, at) => entry(`m${at + 10}`, text));
        const words = [word('redi'), word('cach')];
        const ids = (of: typeof entries) => {
          const made = indexOf(of);
          const hits = made.search(words, { owners: ['global'], limit: 99 });
          return made.items(hits.map(({ row }) => row)).map(({ id }) => id);
        };
        expect(ids([...entries].reverse())).toEqual(ids(entries));
      }),
    );
  });
});

describe('the rest of the index', () => {
  it('finds pieces in folded text, whoever may see it', () => {
    const index = indexOf([entry('a', 'Größe der HikariPool'), entry('b', 'hikari', { owner: 'user:eve' })]);
    expect(index.containing('kariP', among)).toEqual([0]);
    expect(index.containing('GRÖSSE', among)).toEqual([0]);
  });

  it('knows its terms', () => {
    const index = indexOf([entry('a', 'cache the cache'), entry('b', 'queue')]);
    expect(index.documentsWith('cach')).toBe(1);
    expect(index.documentsWith('nothing')).toBe(0);
    expect([...index.termsOf(0)]).toEqual([['cach', 2]]);
  });

  it('finds a memory by id before alias', () => {
    const index = indexOf([{ ...entry('a', 'one'), aliases: ['b', 'old'] }, entry('b', 'two')]);
    expect([index.rowOf('a'), index.rowOf('b'), index.rowOf('old'), index.rowOf('new')]).toEqual([
      0,
      1,
      0,
      undefined,
    ]);
  });
});

describe('neighbours', () => {
  it('are two before and one after in the session, by order and not by id', () => {
    const lines = [4, 3, 2, 1].map((order) => entry(`m${order}`, 'x', { sessionId: 's', order: 10 - order }));
    const index = indexOf([
      ...lines,
      entry('other', 'x', { sessionId: 't', order: 5 }),
      entry('none', 'x', { sessionId: 's' }),
    ]);
    const named = (id: string) =>
      index
        .neighbours(index.rowOf(id) ?? -1)
        .map(({ row, kind, measure }) => `${kind} ${measure} ${index.items([row])[0]?.id}`);
    expect(named('m2')).toEqual(['previous 1 m3', 'previous 2 m4', 'next 1 m1']);
    expect(named('m4')).toEqual(['next 1 m3']);
    expect(named('none')).toEqual([]);
  });

  it('are related both ways once, and together with weight and time; aliases count, strangers do not', () => {
    const edge: Edge = {
      v: 1,
      id: 'e',
      rev: 1,
      kind: 'memories',
      a: 'a',
      b: 'old',
      weight: 0.4,
      count: 1,
      at: now,
      sessions: [],
      updatedAt: now,
    };
    const entries = [entry('a', 'one'), { ...entry('b', 'two'), aliases: ['old'] }, entry('c', 'three')];
    const relations = [
      relation('r1', 'a', 'c'),
      relation('r2', 'c', 'a'),
      relation('r3', 'a', 'gone'),
      { ...relation('r4', 'a', 'b'), type: 'contradicts' as const },
    ];
    const index = indexOf(entries, { relations, edges: [edge, { ...edge, id: 'f', kind: 'tags' }] });
    expect(index.neighbours(0)).toEqual([
      { kind: 'related', row: 2, measure: 1 },
      { kind: 'together', row: 1, measure: 0.4, at: now },
    ]);
    expect(index.neighbours(2)).toEqual([{ kind: 'related', row: 0, measure: 1 }]);
  });

  it('of a talk are its turns', () => {
    const index = indexOf(talk('s', ['A: one', 'B: two']));
    expect(index.neighbours(1)).toEqual([{ kind: 'previous', measure: 1, row: 0 }]);
  });
});
