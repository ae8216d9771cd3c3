import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/domain/run.ts';
import type { Skill } from '../../src/domain/skill.ts';
import { addDays } from '../../src/domain/time.ts';
import { type GivenSkill, skillsInContext } from '../../src/pipeline/skills-in-context.ts';
import { ran, runOf } from './reflect-samples.ts';
import { daysAgo } from './samples.ts';
import { skill, version } from './skill-samples.ts';

const start = daysAgo(1);
const after = (seconds: number): string => addDays(start, seconds / 86_400);

const opens = (slug: string, fields: Partial<Step> = {}): Step => {
  const { command: _, ...step } = ran('Skill', { tool: 'Skill', shape: 'Skill', skill: slug });
  return { ...step, ...fields };
};

const release = skill('release', [], {
  version: 3,
  versions: [
    { ...version(1, []), outcome: 'replaced', at: daysAgo(20) },
    { ...version(2, []), outcome: 'rejected', at: daysAgo(10) },
    { ...version(3, []), outcome: 'live', at: daysAgo(0.5) },
  ],
});

const inContext = (
  steps: readonly Step[],
  {
    given = [],
    starts = [start],
    skills = [release],
  }: { given?: GivenSkill[]; starts?: string[]; skills?: Skill[] } = {},
) =>
  skillsInContext(runOf('a', 1, steps), {
    given,
    starts,
    skills: new Map(skills.map((one) => [one.id, one])),
  }).map(({ slug, version: number, how }) => `${slug} v${number} ${how}`);

describe('skills in context', () => {
  it('are those that a step opened or fetched, at the version of that day', () => {
    expect(inContext([opens('release')])).toEqual(['release v1 opened']);
    expect(inContext([opens('release', { tool: 'mcp__hebb__skill_fetch' })])).toEqual(['release v1 fetched']);
    expect(inContext([ran('hebb skill fetch release', { skill: 'release' })])).toEqual([
      'release v1 fetched',
    ]);
    expect(inContext([opens('release'), opens('release', { tool: 'hebb__skill_fetch' })])).toEqual([
      'release v1 opened',
    ]);
  });

  it('are none where the step failed, the skill is not of this home, or is for another project or person', () => {
    expect(inContext([ran('hebb skill list')])).toEqual([]);
    expect(inContext([opens('release', { ok: false })])).toEqual([]);
    expect(inContext([opens('foreign')])).toEqual([]);
    expect(inContext([opens('release')], { skills: [{ ...release, project: 'q' }] })).toEqual([]);
    expect(inContext([opens('release')], { skills: [{ ...release, user: 'someone' }] })).toEqual([]);
  });

  it.each<[string, number, readonly number[], boolean]>([
    ['with the prompt', 0, [0], true],
    ['just before the prompt is noted', -4, [-600, 0], true],
    ['just after it', 4, [0, 600], true],
    ['in the middle of the run', 300, [0, 600], true],
    ['with the prompt before', -600, [-600, 0], false],
    ['in the middle of the run before', -300, [-600, 0], false],
    ['with the next prompt', 599, [0, 600], false],
    ['before anything that is known', -300, [0], false],
  ])('that a hook gave %s', (_, at, starts, isIn) => {
    const given = [{ slug: 'release', version: 2, at: after(at) }];
    const found = inContext([], { given, starts: starts.map(after) });
    expect(found).toEqual(isIn ? ['release v2 injected'] : []);
  });

  it('are told once, as they came first', () => {
    const given = [{ slug: 'release', version: 1, at: start }];
    expect(inContext([opens('release')], { given })).toEqual(['release v1 injected']);
  });
});
