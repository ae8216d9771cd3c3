import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followMap } from '../../src/pipeline/follow-map.ts';

interface Item {
  readonly id: string;
}

describe('followMap', () => {
  it('tells everything that changed in a map, once, whatever it was', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const step = fc.record({ kind: fc.constantFrom('set', 'delete', 'same', 'look'), id });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const map = new Map<string, Item>();
        const seen: Item[] = [];
        const mirror = new Map<string, Item>();
        const look = (): void => {
          followMap(map, seen, (before, after) => {
            expect(before).not.toBe(after);
            if (before) expect(mirror.get(before.id)).toBe(before);
            if (before) mirror.delete(before.id);
            if (after) mirror.set(after.id, after);
          });
          expect(new Set(mirror.values())).toEqual(new Set(map.values()));
          expect(seen).toEqual([...map.values()]);
        };
        for (const { kind, id: called } of steps) {
          const there = map.get(called);
          if (kind === 'look') look();
          else if (kind === 'set') map.set(called, { id: called });
          else map.delete(called);
          if (kind === 'same' && there) map.set(called, there);
        }
        look();
      }),
      { numRuns: 100 },
    );
  });

  it('follows to another map as well', () => {
    const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
    const seen: Item[] = [];
    const told: string[] = [];
    const follow = (before: Item | undefined, after: Item | undefined): number =>
      told.push(`${before?.id ?? '-'}>${after?.id ?? '-'}`);
    followMap(new Map([a, b].map((one) => [one.id, one])), seen, follow);
    followMap(new Map([a, c, b].map((one) => [one.id, one])), seen, follow);
    expect(told).toEqual(['->a', '->b', 'b>-', '->c', '->b']);
    expect(seen).toEqual([a, c, b]);
  });
});
