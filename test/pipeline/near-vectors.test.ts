import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/domain/policy.ts';
import type { IndexEntry, RecallItem } from '../../src/domain/recall.ts';
import { isMemoryNear } from '../../src/pipeline/injection-floor.ts';
import { createMemoryIndex } from '../../src/pipeline/memory-index.ts';
import {
  embeddedText,
  isSameTable,
  missingTexts,
  tableOf,
  textHash,
  vectorsByHash,
} from '../../src/pipeline/memory-vectors.ts';
import { nearVectors, vectorPool } from '../../src/pipeline/near-vectors.ts';
import { rankRecall } from '../../src/pipeline/rank-recall.ts';

const at = '2026-06-01T00:00:00.000Z';

const itemOf = (id: string, summary: string, fields: Partial<RecallItem> = {}): RecallItem => ({
  id,
  name: id,
  entityType: 'pattern',
  summary,
  observations: [],
  scope: 'global',
  owner: 'global',
  base: 1,
  decayRate: 0,
  anchoredAt: at,
  trust: 1,
  discoveredAt: at,
  citations: [],
  pinned: false,
  critical: false,
  ...fields,
});

const entryOf = (item: RecallItem): IndexEntry => ({ item, text: item.summary, aliases: [] });
const indexOf = (items: readonly RecallItem[]) =>
  createMemoryIndex(items.map(entryOf), { relations: [], edges: [] });

/** Vectors of length 1 at these angles, in degrees. */
const angle = (degrees: number): Float32Array =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180));

function tableAt(items: readonly RecallItem[], degrees: readonly number[]) {
  const table = tableOf(
    items,
    new Map(items.map((item, place) => [textHash(item), angle(degrees[place] ?? 0)])),
  );
  if (!table) throw new Error('there is no table');
  return table;
}

const context = { owners: ['global'], now: at, limit: 10, strength: defaultPolicy.strength };

describe('vectors near a question', () => {
  const items = ['m-a', 'm-b', 'm-c'].map((id) => itemOf(id, `text of ${id}`));

  it('come by their cosine, equal ones by id, and only in the same half of the world', () => {
    const table = tableAt(items, [60, 60, 120]);
    const hits = nearVectors(indexOf(items), table, { vector: angle(0), owners: ['global'] });
    expect(hits.map(({ row }) => row)).toEqual([0, 1]);
    expect(hits.map(({ cosine }) => cosine)).toEqual([expect.closeTo(0.5, 6), expect.closeTo(0.5, 6)]);
  });

  it.each<[string, Partial<RecallItem>]>([
    ['its text has been edited since', { summary: 'something else' }],
    ['it was observed again since', { observations: ['once more'] }],
    ['it belongs to somebody else now', { owner: 'user:bob' }],
  ])('leave one out when %s', (_, change) => {
    const today = items.map((item) => (item.id === 'm-b' ? { ...item, ...change } : item));
    const hits = nearVectors(indexOf(today), tableAt(items, [10, 0, 20]), {
      vector: angle(0),
      owners: ['global'],
    });
    expect(hits.map(({ row }) => row)).toEqual([0, 2]);
  });

  it('leave out what is gone and what belongs to others', () => {
    const owned = [...items, itemOf('m-d', 'of bob', { owner: 'user:bob' })];
    const table = tableAt(owned, [0, 10, 20, 0]);
    const hits = nearVectors(indexOf(owned.slice(1)), table, { vector: angle(0), owners: ['global'] });
    expect(hits.map(({ row }) => row)).toEqual([0, 1]);
  });

  it(`are ${vectorPool} at most, also behind many that are left out`, () => {
    const many = Array.from({ length: 300 }, (_, n) =>
      itemOf(`m-${String(n).padStart(3, '0')}`, `number ${n}`),
    );
    const table = tableAt(
      many,
      many.map((_, n) => n / 4),
    );
    const edited = many.map((item, n) => (n < 200 ? { ...item, summary: `edited ${n}` } : item));
    const hits = nearVectors(indexOf(edited), table, { vector: angle(0), owners: ['global'] });
    expect(hits.map(({ row }) => row)).toEqual(Array.from({ length: vectorPool }, (_, n) => 200 + n));
  });
});

describe('what has to be embedded', () => {
  const items = [itemOf('m-a', 'one'), itemOf('m-b', 'two'), itemOf('m-c', 'one')];

  it('is each text once, and nothing that has a vector', () => {
    expect(missingTexts(items, undefined).map(({ text }) => text)).toEqual(['one', 'two']);
    const table = tableAt(items, [1, 2, 1]);
    expect(missingTexts(items, table)).toEqual([]);
    const edited = [itemOf('m-a', 'one and a half'), ...items.slice(1)];
    expect(missingTexts(edited, table).map(({ text }) => text)).toEqual(['one and a half']);
  });

  it('keeps the vector of a text that another memory says, and drops what is gone', () => {
    const table = tableAt(items, [1, 2, 1]);
    const renamed = [itemOf('m-z', 'two')];
    const next = tableOf(renamed, vectorsByHash(table));
    expect(next?.entries).toEqual([
      { id: 'm-z', hash: textHash({ summary: 'two', observations: [] }), owner: 'global' },
    ]);
    expect(next?.values).toEqual(angle(2));
    expect(tableOf([itemOf('m-y', 'three')], vectorsByHash(table))).toBeUndefined();
  });

  it('differs by owner and by text', () => {
    const table = tableAt(items, [1, 2, 1]);
    const moved = items.map((item) => ({ ...item, owner: 'user:ann' }));
    expect(isSameTable(table, tableOf(items, vectorsByHash(table)))).toBe(true);
    expect(isSameTable(table, tableOf(moved, vectorsByHash(table)))).toBe(false);
    expect(isSameTable(table, undefined)).toBe(false);
  });

  it('is cut where models stop to read', () => {
    expect(embeddedText({ summary: 'x'.repeat(5_000), observations: ['y'] })).toBe('x'.repeat(4_000));
  });
});

describe('fused by reciprocal rank', () => {
  const items = [
    itemOf('m-a', 'kettle'),
    itemOf('m-b', 'kettle among many other words that make it longer'),
    itemOf('m-c', 'boiling water'),
  ];
  const find = (vectors?: readonly (readonly [row: number, cosine: number])[]) =>
    rankRecall(indexOf(items), 'kettle', {
      ...context,
      ...(vectors ? { vectorHits: vectors.map(([row, cosine]) => ({ row, cosine })) } : {}),
    }).map(({ item, factors, cosine }) => [item.id, factors.relevance, cosine]);

  // Words: a first, b second. With k = 60 a first place is worth 1/61, a second 1/62, a third 1/63.
  it('the first of words and the second of vectors lead; what only vectors found comes between', () => {
    const best = 1 / 61 + 1 / 62;
    expect(
      find([
        [2, 0.9],
        [0, 0.7],
      ]),
    ).toEqual([
      ['m-a', 1, 0.7],
      ['m-c', expect.closeTo(1 / 61 / best, 9), 0.9],
      ['m-b', expect.closeTo(1 / 62 / best, 9), undefined],
    ]);
  });

  it('a second place in both is worth more than one first place', () => {
    const best = 1 / 62 + 1 / 62;
    expect(
      find([
        [2, 0.9],
        [1, 0.7],
      ]),
    ).toEqual([
      ['m-b', 1, 0.7],
      ['m-a', expect.closeTo(1 / 61 / best, 9), undefined],
      ['m-c', expect.closeTo(1 / 61 / best, 9), 0.9],
    ]);
  });

  it('without embeddings words alone count', () => {
    expect(find().map(([id]) => id)).toEqual(['m-a', 'm-b']);
  });
});

describe('floors of injection', () => {
  it.each<[string, { similarity: number; words: number; cosine?: number }, boolean]>([
    ['near by words', { similarity: 0.5, words: 2 }, true],
    ['not near by words', { similarity: 0.4, words: 2 }, false],
    ['near by one word only', { similarity: 0.9, words: 1 }, false],
    ['near by its vector', { similarity: 0, words: 0, cosine: 0.8 }, true],
    ['a cosine above the floor of words, below its own', { similarity: 0, words: 0, cosine: 0.79 }, false],
    ['near by words, far by its vector', { similarity: 0.5, words: 2, cosine: 0.1 }, true],
  ])('%s', (_, near, expected) => {
    expect(isMemoryNear(near, { minSimilarity: 0.5, vectorMinSimilarity: 0.8 })).toBe(expected);
  });
});
