import { describe, expect, it } from 'vitest';
import { digestOf } from '../../src/pipeline/run-digest.ts';
import { searchRuns } from '../../src/pipeline/search-runs.ts';
import { runOf } from './reflect-samples.ts';

const place = { file: '2026-05.jsonl', offset: 0, length: 0 };
const queries = [
  'Cut a release of the billing service and publish it',
  'fix the failing login test',
  'please publish a new release of billing',
  'explain how the importer works',
];
const runs = queries.map((query, at) => digestOf(runOf(`r-${at}`, at + 1, [], { query }), place));
const found = (question: string): string[] => searchRuns(runs, question).map(({ digest }) => digest.id);

describe('a search over what was asked', () => {
  it('finds prompts that speak of it, in whatever form of the words, the nearest first', () => {
    expect(found('release billing')).toEqual(['r-2', 'r-0']);
    expect(found('tests that fail at login')).toEqual(['r-1']);
    expect(found('publish a new release of billing please')[0]).toBe('r-2');
  });

  it('finds nothing where no prompt speaks of it', () => {
    expect(found('kubernetes')).toEqual([]);
    expect(found('')).toEqual([]);
  });

  it('tells the newest of equal prompts first', () => {
    const twice = [...runs, digestOf(runOf('r-new', 0.5, [], { query: queries[1] ?? '' }), place)];
    expect(searchRuns(twice, 'login test').map(({ digest }) => digest.id)).toEqual(['r-new', 'r-1']);
  });
});
