import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultRecallPolicy } from '../../src/domain/recall-policy.ts';
import { type RecallContext, rankRecall } from '../../src/pipeline/rank-recall.ts';
import { buildLexicon } from '../../src/text/synonyms.ts';
import { context, entry, indexOf, talk } from './recall-items.ts';
import { daysAgo, relation } from './samples.ts';

const entries = [
  entry('pnpm', 'Use pnpm instead of npm in this repository'),
  entry('redis', 'Jest hangs when the Redis mock is not closed'),
  entry('lock', 'Migrations set lock_timeout to five seconds'),
  entry('folder', 'The folder of the reports is deleted every night'),
];
const index = indexOf(entries);
const idsOf = (query: string, more: Partial<RecallContext> = {}, of = index) =>
  rankRecall(of, query, { ...context, ...more }).map(({ item }) => item.id);

describe('words', () => {
  it.each([
    ['which package manager, npm?', ['pnpm']],
    ['jest', ['redis']],
    ['hung tests in jest', ['redis']],
    ['lock timeout', ['lock']],
    ['lockTimeout', ['lock']],
    ['remove the directory', ['folder']],
    ['nothing of the kind', []],
    ['', []],
    ['🚀', []],
  ])('%s', (query, expected) => {
    expect(idsOf(query)).toEqual(expected);
  });

  it('takes the lists of a user', () => {
    expect(idsOf('yarn')).toEqual([]);
    expect(idsOf('yarn', { lexicon: buildLexicon([['yarn', 'pnpm']]) })).toEqual(['pnpm']);
  });

  it('puts the word itself before its synonym, however rare that one is', () => {
    const listed = [...Array(9).keys()].map((at) => entry(`list${at}`, `list the item ${at}`));
    const both = indexOf([...listed, entry('dump', 'dump the item 9')]);
    expect(idsOf('list item', {}, both)[9]).toBe('dump');
  });

  it('borrows words from what fits best', () => {
    const lent = indexOf([entry('a', 'kafka lag rebalance'), entry('b', 'rebalance'), entry('c', 'other')]);
    expect(idsOf('kafka', {}, lent)).toEqual(['a', 'b']);
    const feedback = { ...defaultRecallPolicy.feedback, weight: 0 };
    expect(idsOf('kafka', { policy: { ...defaultRecallPolicy, feedback } }, lent)).toEqual(['a']);
  });
});

describe('factors', () => {
  it('multiply to the score, and the best has relevance 1', () => {
    const faded = indexOf([
      entry('a', 'redis mock', { trust: 0.8, base: 0.7, decayRate: 0.05, anchoredAt: daysAgo(10) }),
      entry('b', 'redis', { trust: 1 }),
    ]);
    const found = rankRecall(faded, 'redis mock', { ...context, attention: { mock: 0.6 } });
    for (const { score, factors } of found)
      expect(score).toBeCloseTo(factors.relevance * factors.strength * factors.attention * factors.trust, 12);
    expect(found.find(({ item }) => item.id === 'a')?.factors).toMatchObject({
      relevance: 1,
      strength: 0.7 * 0.95 ** 10,
      attention: 1.3,
      trust: 0.8,
      neighbours: 0,
    });
  });

  it('order what fits alike: trust, strength, focus', () => {
    const alike = [
      entry('a', 'redis one', { trust: 0.7 }),
      entry('b', 'redis two', { base: 0.9 }),
      entry('c', 'redis three'),
    ];
    expect(idsOf('redis', {}, indexOf(alike))).toEqual(['c', 'b', 'a']);
    expect(idsOf('redis', { attention: { one: 0.95, three: 0.05 } }, indexOf(alike))[0]).toBe('a');
  });

  it('leave out what has decayed and what is another’s', () => {
    const mixed = indexOf([
      entry('old', 'redis', { base: 0.7, decayRate: 0.05, anchoredAt: daysAgo(60) }),
      entry('eve', 'redis', { owner: 'user:eve' }),
      entry('new', 'redis'),
    ]);
    expect(idsOf('redis', {}, mixed)).toEqual(['new']);
  });

  it('tell why: the words it holds and what lifted it', () => {
    const [first] = rankRecall(index, 'closing the redis mocks', context);
    expect(first?.why.words).toEqual(['closing', 'redis', 'mocks']);
    const linked = indexOf(entries, { relations: [relation('r', 'redis', 'lock')] });
    const [, second] = rankRecall(linked, 'redis mock', context);
    expect(second).toMatchObject({
      item: { id: 'lock' },
      why: { words: [], neighbours: [{ id: 'redis', kind: 'related' }] },
    });
  });
});

describe('what a question says beside its words', () => {
  it.each([
    ['What did Ada buy?', ['Bo: I buy a boat', 'Ada: I buy a boat'], 1],
    ['boat', ['Bo: is it a boat?', 'Bo: it is a boat'], 1],
    ['When was the boat bought?', ['Bo: the boat is red', 'Bo: bought the boat yesterday'], 1],
    ['How many boats are there?', ['Bo: boats are there', 'Bo: three boats are there'], 1],
  ])('%s', (query, lines, best) => {
    const apart = lines.map((line, at) => entry(`m${at}`, line, { sessionId: `s${at}`, order: 1 }));
    expect(idsOf(query, {}, indexOf(apart))[0]).toBe(`m${best}`);
  });

  it('finds what was learned at the time it names', () => {
    const dated = indexOf([
      entry('a', 'the deploy failed', { discoveredAt: '2026-03-02T10:00:00.000Z' }),
      entry('b', 'the deploy failed', { discoveredAt: '2026-05-27T10:00:00.000Z' }),
    ]);
    expect(idsOf('why did the deploy fail in May 2026?', {}, dated)[0]).toBe('b');
    expect(idsOf('why did the deploy fail in March?', {}, dated)[0]).toBe('a');
    expect(idsOf('why did the deploy fail last week?', {}, dated)[0]).toBe('b');
  });

  it('finds the answer next to its question', () => {
    const said = indexOf(
      talk('s', ['A: What do we drink at the summit?', 'B: Elderflower.', 'A: Fine.', 'B: Good.']),
    );
    expect(idsOf('What was drunk at the summit?', {}, said)[0]).toBe('s-000');
    expect(idsOf('What was drunk at the summit?', {}, said)[1]).toBe('s-001');
  });
});

describe('embeddings', () => {
  it('are fused by reciprocal rank: 1 / (60 + rank) in each list', () => {
    const two = indexOf([entry('a', 'redis mock closes'), entry('b', 'redis'), entry('c', 'other words')]);
    const found = rankRecall(two, 'redis mock', {
      ...context,
      vectorHits: [
        { row: 2, cosine: 0.9 },
        { row: 1, cosine: 0.8 },
      ],
    });
    const fused = { b: 1 / 62 + 1 / 62, a: 1 / 61, c: 1 / 61 };
    expect(found.map(({ item }) => item.id)).toEqual(['b', 'a', 'c']);
    for (const { item, factors } of found)
      expect(factors.relevance).toBeCloseTo(
        (item.id === 'b' ? fused.b : item.id === 'a' ? fused.a : fused.c) / fused.b,
        12,
      );
  });

  it('that found nothing change no order', () => {
    expect(idsOf('redis mock', { vectorHits: [] })).toEqual(idsOf('redis mock'));
  });
});

describe('laws', () => {
  const words = ['redis', 'mock', 'jest', 'lock', 'night', 'folder', 'report', 'npm', 'why', 'delete'];
  const query = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((list) => list.join(' '));

  it('a shorter limit is the beginning of a longer one', () => {
    fc.assert(
      fc.property(query, fc.integer({ min: 0, max: 4 }), (asked, limit) => {
        expect(idsOf(asked, { limit })).toEqual(idsOf(asked).slice(0, limit));
      }),
    );
  });

  it('scores and similarities are numbers from 0 to 1 where nobody is busy', () => {
    fc.assert(
      fc.property(fc.oneof(query, fc.string()), (asked) => {
        for (const { score, similarity } of rankRecall(index, asked, context)) {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(similarity).toBeGreaterThanOrEqual(0);
          expect(similarity).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('a focus tilts and never hides', () => {
    fc.assert(
      fc.property(query, fc.constantFrom(...words), (asked, topic) => {
        expect(idsOf(asked, { attention: { [topic]: 0.95 } }).sort()).toEqual(idsOf(asked).sort());
      }),
    );
  });
});
