import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import type { State } from '../../src/domain/state.ts';
import { fingerprintOf, sightSources } from '../../src/pipeline/skill-sources.ts';
import { now } from './samples.ts';
import { learning, learnings, skill, stateWith, version } from './skill-samples.ts';

const held = learnings(2);
const live = skill('fix-hooks', held);
const whole = stateWith({ memories: held, skills: [live] });
const sight = (memories: readonly Memory[]) => {
  const state: State = { ...whole, memories: new Map(memories.map((one) => [one.id, one])) };
  const { valid, stale } = sightSources(state, live);
  return { valid: valid.map(({ id }) => id), stale };
};
const [one = learning('m-1'), two = learning('m-2')] = [...whole.memories.values()];

describe('a skill and its sources', () => {
  it.each<[string, readonly Memory[], readonly string[], string | undefined]>([
    ['as they were', [one, two], ['m-1', 'm-2'], undefined],
    ['one used and strengthened', [{ ...one, base: 1, rev: 7, support: 9 }, two], ['m-1', 'm-2'], undefined],
    ['one forgotten', [two], ['m-2'], 'm-1 was forgotten'],
    ['one rejected in review', [{ ...one, status: 'rejected' }, two], ['m-2'], 'm-1 is rejected'],
    ['one without support', [{ ...one, status: 'pending' }, two], ['m-2'], 'm-1 is pending'],
    ['one edited', [{ ...one, summary: 'other words' }, two], ['m-1', 'm-2'], 'a source was edited'],
    [
      'one superseded',
      [{ ...one, status: 'superseded', supersededBy: 'm-9' }, two, learning('m-9')],
      ['m-9', 'm-2'],
      'm-1 was superseded',
    ],
    ['none left', [], [], 'm-1 was forgotten; m-2 was forgotten'],
  ])('%s', (_, memories, valid, stale) => {
    expect(sight(memories)).toEqual({ valid, stale });
  });

  it('follows a learning into the one that it was merged with: stale only if that says more', () => {
    const survivor = learning('m-7', undefined, { aliases: ['m-1', 'pattern:m-1'] });
    expect(sight([survivor, two])).toEqual({ valid: ['m-7', 'm-2'], stale: 'a source was edited' });
    const merged = { ...two, aliases: ['m-1'], observations: ['Merged from pattern:m-1 (m-1)'] };
    expect(sight([merged])).toEqual({ valid: ['m-2'], stale: 'a source was edited' });
  });

  it('from behaviour has runs for sources, which nobody takes back', () => {
    const own = skill('from-runs', [], { versions: [version(1, [], { sources: ['r-1', 'r-2'] })] });
    expect(sightSources(whole, own)).toEqual({ valid: [] });
  });
});

describe('the fingerprint of learnings', () => {
  it('is that of what they say, in any order', () => {
    expect(fingerprintOf([two, one])).toBe(fingerprintOf([one, two]));
    expect(fingerprintOf([{ ...one, base: 0.1, updatedAt: now, status: 'active' }, two])).toBe(
      fingerprintOf([one, two]),
    );
    expect(fingerprintOf([one])).not.toBe(fingerprintOf([one, two]));
    expect(fingerprintOf([{ ...one, observations: ['more'] }, two])).not.toBe(fingerprintOf([one, two]));
  });
});
