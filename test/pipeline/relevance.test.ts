import { describe, expect, it } from 'vitest';
import { defaultPolicy as policy } from '../../src/domain/policy.ts';
import { contextsOf, isFileEntry, scoreCandidate } from '../../src/pipeline/relevance.ts';
import { candidate } from './samples.ts';

const none = { bestMergeable: 0, alignsWithCore: false, policy };
const plain = { source: 'implementation', severity: 'low' } as const;
const score = (fields: object, input: Partial<typeof none> = {}): number =>
  scoreCandidate(candidate('c', { ...plain, ...fields }), { ...none, ...input }).score;

describe('scoreCandidate', () => {
  it.each([
    ['low, inferred', {}, {}, 1],
    ['medium', { severity: 'medium' }, {}, 2],
    ['high', { severity: 'high' }, {}, 3],
    ['critical', { severity: 'critical' }, {}, 5],
    ['a mistake', { source: 'mistake' }, {}, 3],
    ['a failure', { source: 'failure' }, {}, 3],
    ['said by the user', { source: 'explicit_user_feedback' }, {}, 4],
    ['common', { frequencyHint: 'common' }, {}, 3],
    ['1 context', { appliesTo: ['typescript'] }, {}, 1],
    ['2 contexts', { appliesTo: ['typescript', 'react'] }, {}, 3],
    ['3 contexts', { appliesTo: ['typescript', 'react', 'vite'] }, {}, 4],
    ['4 contexts', { appliesTo: ['typescript', 'react', 'vite', 'npm'] }, {}, 4],
    ['the same context twice', { appliesTo: ['React', 'react '] }, {}, 1],
    ['files never count', { appliesTo: ['typescript', 'src/a.ts', 'a.ts', 'README.md'] }, {}, 1],
    ['similar: just under 0.60', {}, { bestMergeable: 0.5999 }, 1],
    ['similar: at 0.60', {}, { bestMergeable: 0.6 }, 1],
    ['similar: just over 0.60', {}, { bestMergeable: 0.6001 }, -1],
    ['aligned with core memory', {}, { alignsWithCore: true }, 2],
  ])('%s', (_, fields, input, points) => expect(score(fields, input)).toBe(points));

  it('lets one clear rule by the user pass, and an error with its proven fix', () => {
    expect(score({ source: 'explicit_user_feedback', severity: 'medium' })).toBe(5);
    expect(score({ source: 'mistake', severity: 'high' })).toBe(5);
  });

  it('gives no severity points where no severity is said', () => {
    const { severity: _, ...unsaid } = candidate('c', plain);
    expect(scoreCandidate(unsaid, none)).toEqual({ score: 0, terms: [] });
  });

  it('names each term with its points', () => {
    const { terms } = scoreCandidate(candidate('c', { appliesTo: ['a', 'b'] }), none);
    expect(terms).toEqual([
      { term: 'applies to 2 contexts', points: 2 },
      { term: 'severity medium', points: 2 },
      { term: 'said by the user', points: 3 },
    ]);
  });
});

describe('isFileEntry', () => {
  it.each([
    ['src/a.ts', true],
    ['a.ts', true],
    ['docs\\readme', true],
    ['.env', true],
    ['node.js', false],
    ['Next.js', false],
    ['.NET', false],
    ['main.js', true],
    ['@scope/name', false],
    ['typescript', false],
    ['python 3', false],
    ['データベース', false],
  ])('%s: %s', (entry, expected) => expect(isFileEntry(entry)).toBe(expected));

  it('leaves contexts', () => {
    expect(contextsOf({ appliesTo: ['node.js', 'index.js', 'Go', 'go'] })).toEqual(['node.js', 'go']);
  });
});
