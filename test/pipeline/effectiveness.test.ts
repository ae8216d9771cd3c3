import { describe, expect, it } from 'vitest';
import type { Usage } from '../../src/domain/usage.ts';
import { partMemories, rankEffectiveness } from '../../src/pipeline/effectiveness.ts';
import { usageStats } from '../../src/pipeline/usage-stats.ts';
import { use, uses } from './reflect-samples.ts';
import { memory } from './samples.ts';

const rank = (ids: readonly string[], usage: readonly Usage[]) =>
  rankEffectiveness(
    ids.map((id) => memory(id)),
    usageStats(usage, (id) => id),
  );

describe('rankEffectiveness', () => {
  it('ranks by the lower bound, so that 9 of 10 stands before 1 of 1', () => {
    const ranked = rank(
      ['often', 'once', 'never-rated', 'unused', 'bad'],
      [
        ...uses(9, 'often', 'helpful'),
        use('often', 'not-helpful'),
        use('once', 'helpful'),
        ...uses(3, 'never-rated', 'applied'),
        ...uses(2, 'bad', 'not-helpful'),
      ],
    );
    expect(ranked.map(({ id }) => id)).toEqual(['often', 'once', 'bad', 'never-rated']);
    expect(ranked[0]).toMatchObject({ uses: 10, helpful: 9, notHelpful: 1, exposed: 0 });
    expect(ranked[0]?.rate.low).toBeCloseTo(0.5958, 4);
    expect(ranked[3]).toMatchObject({ uses: 3, rate: { share: null, low: null } });
  });

  it('orders equal ones by id, whatever the order they come in', () => {
    const usage = [use('b', 'helpful'), use('a', 'helpful')];
    expect(rank(['b', 'a'], usage).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(rank(['a', 'b'], [...usage].reverse()).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('leaves out what no longer holds', () => {
    const stats = usageStats([use('a', 'helpful')], (id) => id);
    expect(rankEffectiveness([memory('a', { status: 'superseded' })], stats)).toEqual([]);
  });
});

describe('partMemories', () => {
  it.each<[string, Usage[], 'helped' | 'hurt' | 'ignored' | undefined]>([
    ['helped once', [use('m', 'helpful')], 'helped'],
    ['helped more often', [...uses(2, 'm', 'helpful'), use('m', 'not-helpful')], 'helped'],
    ['as often as not', [use('m', 'helpful'), use('m', 'not-helpful')], 'hurt'],
    ['did not', [use('m', 'not-helpful')], 'hurt'],
    ['shown', [use('m', 'exposed')], 'ignored'],
    ['shown and applied', [use('m', 'exposed'), use('m', 'applied')], undefined],
    ['recalled', [use('m', 'recalled')], undefined],
  ])('%s', (_, usage, part) => {
    const { helped, hurt, ignored } = partMemories(rank(['m'], usage));
    const parts = { helped: helped.length, hurt: hurt.length, ignored: ignored.length };
    expect(parts).toEqual({ helped: 0, hurt: 0, ignored: 0, ...(part ? { [part]: 1 } : {}) });
  });
});
