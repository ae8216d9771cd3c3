import { describe, expect, it } from 'vitest';
import { SAMPLE } from '../../src/pipeline/mine-corpus.ts';
import { mineProcedures } from '../../src/pipeline/mine-procedures.ts';

describe('mineProcedures', () => {
  it('searches a sample of very many different runs, and counts over all', () => {
    const count = SAMPLE + 2000;
    const runs = Array.from({ length: count }, (_, at) => {
      const own = [`${at % 100}`, `${Math.floor(at / 100)} hundred`];
      const units = at % 4 === 0 ? ['a', ...own, 'b', 'c'] : ['x', ...own, 'y'];
      return { units, query: `q${at}`, session: `s${at}` };
    });
    const [procedure] = mineProcedures(runs);
    expect(procedure).toMatchObject({ units: ['a', 'b', 'c'], runs: count / 4, queries: count / 4 });
    expect(procedure?.members).toHaveLength(count / 4);
  });
});
