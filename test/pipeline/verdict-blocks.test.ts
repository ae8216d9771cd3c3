import { describe, expect, it } from 'vitest';
import type { Judged } from '../../src/domain/candidate.ts';
import { verdictBlocks } from '../../src/pipeline/verdict-blocks.ts';

const judged = (summary: string, fields: Partial<Judged> = {}): Judged => ({
  candidate: {
    id: `m-${summary}`,
    name: `pattern:${summary}`,
    entityType: 'pattern',
    summary,
    observations: [],
    appliesTo: [],
    source: 'explicit_user_feedback',
    scope: 'project',
    confidence: 0.9,
    provenance: [],
  },
  verdict: 'saved',
  score: 5,
  threshold: 5,
  terms: [{ term: 'said by the user', points: 3 }],
  reason: 'score 5 reaches the threshold 5',
  ...fields,
});

const below = { verdict: 'below-threshold', score: 4, reason: 'score 4 is below the threshold 5' } as const;

/** Blocks as lines of text, details behind a bar. */
const lines = (all: readonly Judged[]): string[] =>
  verdictBlocks(all).map((block) =>
    block.kind === 'item'
      ? [`• ${block.text}`, ...(block.detail ?? [])].join(' | ')
      : 'text' in block
        ? block.text
        : '',
  );

describe('verdictBlocks', () => {
  it.each([
    ['nothing', [], []],
    ['one', [judged('a')], ['1 kept', '• a | score 5 of 5: said by the user +3']],
    [
      'a score that two share, once',
      [judged('a'), judged('b')],
      ['2 kept', '  score 5 of 5: said by the user +3', '• a', '• b'],
    ],
    [
      'the reason where the score did not decide',
      [judged('a', { verdict: 'rejected', reason: 'it was forgotten' })],
      ['1 refused', '• a | it was forgotten'],
    ],
    [
      'below the threshold without saying it twice',
      [judged('a', below)],
      ['1 not enough yet, keeps counting', '• a | score 4 of 5: said by the user +3'],
    ],
    [
      'what it counts for',
      [judged('a', { ...below, reason: 'score 4 is below the threshold 5; it counts for b' })],
      [
        '1 not enough yet, keeps counting',
        '• a | score 4 of 5: said by the user +3 | score 4 is below the threshold 5; it counts for b',
      ],
    ],
    [
      'what waits, and for what',
      [judged('a', { verdict: 'pending', reason: 'not said by the user' })],
      ['1 waiting', '• a | not said by the user'],
    ],
  ])('tells %s', (_what, all, expected) => expect(lines(all)).toEqual(expected));

  it('counts what it does not show', () => {
    const many = Array.from({ length: 30 }, (_, at) => judged(`a${at}`));
    expect(lines(many).at(0)).toBe('30 kept');
    expect(lines(many).at(-1)).toBe('  … and 14 more');
  });
});
