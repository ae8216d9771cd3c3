import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/domain/run.ts';
import type { TaskPattern } from '../../src/domain/skill.ts';
import { readKinds, workLines } from '../../src/pipeline/reflect-work.ts';
import { edited, ran, runOf } from './reflect-samples.ts';
import { daysAgo } from './samples.ts';

const pattern = (id: string, label: string, fields: Partial<TaskPattern> = {}): TaskPattern => ({
  v: 1,
  id,
  rev: 1,
  project: 'p',
  label,
  aliases: [],
  sessions: ['s-a'],
  discoveredAt: daysAgo(20),
  updatedAt: daysAgo(20),
  ...fields,
});

describe('the kind of a run', () => {
  it.each<[string, Step[]]>([
    ['npm test', [edited('src/a.ts'), ran('npm test'), ran('git commit')]],
    ['vitest', [ran('npm run lint'), ran('vitest')]],
    ['editing typescript', [edited('a.ts'), edited('b.tsx'), edited('c.py'), ran('docker compose up')]],
    ['editing text', [edited('README.md')]],
    ['docker compose up', [ran('npm install'), ran('docker compose up'), ran('git push'), ran('ls')]],
    ['commands that look or tidy up', [ran('ls'), ran('git commit')]],
    ['tools only', [{ ...edited(''), tool: 'WebSearch', shape: 'WebSearch' }]],
    ['conversation', []],
  ])('%s, by its steps', (label, steps) => {
    expect(readKinds([])(runOf('a', 1, steps))).toEqual({ label });
  });

  it('is the task pattern that its session shows', () => {
    const kindOf = readKinds([pattern('k1', 'release the package')]);
    expect(kindOf(runOf('a', 1, [ran('npm test')]))).toEqual({
      patternId: 'k1',
      label: 'release the package',
    });
    expect(kindOf(runOf('b', 1, [ran('npm test')]))).toEqual({ label: 'npm test' });
    expect(kindOf(runOf('a', 1, [ran('npm test')], { project: 'q' }))).toEqual({ label: 'npm test' });
  });

  it('of several patterns is the one nearest to the prompt, and of equal ones the first by id', () => {
    const kindOf = readKinds([
      pattern('k2', 'write database migrations'),
      pattern('k1', 'release the package'),
    ]);
    expect(kindOf(runOf('a', 1, [], { query: 'Write the migrations of the database' })).patternId).toBe('k2');
    expect(kindOf(runOf('a', 1, [], { query: 'hello' })).patternId).toBe('k1');
  });

  it('is not a pattern that became part of another', () => {
    expect(readKinds([pattern('k1', 'x', { mergedInto: 'k2' })])(runOf('a', 1))).toEqual({
      label: 'conversation',
    });
  });
});

it('counts runs by kind, the most frequent first, with the rate over known ends', () => {
  const tested = (id: string, outcome: 'success' | 'failure' | 'unknown') =>
    runOf(id, 1, [ran('npm test')], { outcome });
  const lines = workLines(
    [
      tested('a', 'success'),
      tested('b', 'success'),
      tested('c', 'failure'),
      tested('d', 'unknown'),
      runOf('e', 1),
    ],
    readKinds([]),
  );
  expect(lines).toMatchObject([
    { label: 'npm test', runs: 4, succeeded: 2, failed: 1, unknown: 1, rate: { successes: 2, total: 3 } },
    { label: 'conversation', runs: 1, unknown: 1, rate: { total: 0, share: null } },
  ]);
  expect(lines[0]?.rate.low).toBeCloseTo(0.2077, 4);
  expect(lines[0]?.rate.high).toBeCloseTo(0.9385, 4);
});
