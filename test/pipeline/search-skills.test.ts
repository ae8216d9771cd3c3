import { describe, expect, it } from 'vitest';
import { searchSkills } from '../../src/pipeline/search-skills.ts';
import { learnings, pattern, skill, stateWith } from './skill-samples.ts';

const held = learnings(2);
const patterns = [
  pattern('p-hooks', 'hook pipeline debugging', { aliases: ['debug the hook pipeline'] }),
  pattern('p-old', 'mend hooks', { mergedInto: 'p-hooks' }),
];
const skills = [
  skill('debug-hooks', held, {
    patterns: ['p-old'],
    description: 'Finds why a hook did not run. Use when a hook fails or stays silent.',
  }),
  skill('release', [], {
    patterns: [],
    versions: [],
    description: 'Ships a release. Use when a version is to be tagged and published.',
  }),
  skill('fix-schema', [], {
    patterns: [],
    versions: [],
    description: 'Mends parse errors of a schema, and opens a pull request.',
  }),
];
const state = stateWith({ memories: held, patterns, skills });
const search = (task: string, from = state) =>
  searchSkills(from, skills, { task }).map(({ skill: { id }, score, stale }) => ({ id, score, stale }));

describe('a search for skills', () => {
  it.each([
    ['the hook does not run', 'debug-hooks'],
    ['publish a new version', 'release'],
    ['the schema has a parse error', 'fix-schema'],
  ])('finds the one that fits first: %s', (task, id) => {
    expect(search(task)[0]?.id).toBe(id);
  });

  it.each(['rename a column in postgres', 'write a haiku', 'garbage collector', '', '!!'])(
    'finds none for: %s',
    (task) => {
      expect(search(task)).toEqual([]);
    },
  );

  it('knows the names of kinds of work, also of those that became another', () => {
    for (const name of ['hook pipeline debugging', 'Debug the hook pipeline', 'mend hooks'])
      expect(search(name)[0]).toEqual({ id: 'debug-hooks', score: 1, stale: undefined });
  });

  it('says at once that a skill is stale, and no longer when its source is back', () => {
    const without = { ...state, memories: new Map([...state.memories].filter(([id]) => id !== 'm-1')) };
    expect(search('mend hooks', without)[0]?.stale).toBe('m-1 was forgotten');
    expect(search('mend hooks')[0]?.stale).toBeUndefined();
  });
});
