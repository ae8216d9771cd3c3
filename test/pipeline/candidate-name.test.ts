import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidateName } from '../../src/pipeline/candidate-name.ts';

describe('candidateName', () => {
  it.each([
    ['Use pnpm, never npm!', 'pattern:use-pnpm-never-npm'],
    ['テストを先に書く', 'pattern:テストを先に書く'],
    ['Größe ändern', 'pattern:größe-ändern'],
    ['C++ and C# and #12', 'pattern:c-plus-plus-and-c-sharp-and-12'],
  ])('%s', (summary, name) => expect(candidateName('pattern', summary)).toBe(name));

  it('tells apart what a slug cannot', () => {
    const pairs = [
      ['🚀', '🔥'],
      ['', '!'],
      ['a < b', 'a > b'],
      [`${'long words '.repeat(9)}one`, `${'long words '.repeat(9)}two`],
    ];
    for (const [a = '', b = ''] of pairs) expect(candidateName('x', a)).not.toBe(candidateName('x', b));
  });

  it('is never empty, never long, and one word for files and shells', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (summary) => {
        const name = candidateName('t', summary);
        expect(name).toMatch(/^t:[\p{L}\p{M}\p{N}-]+$/u);
        expect(Array.from(name).length).toBeLessThanOrEqual(64);
        expect(candidateName('t', summary)).toBe(name);
      }),
    );
  });
});
