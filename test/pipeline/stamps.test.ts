import { describe, expect, it } from 'vitest';
import { everyProject, type Skill } from '../../src/domain/skill.ts';
import { hashOfUnits } from '../../src/pipeline/class-units.ts';
import { coverageOf, stampOf } from '../../src/pipeline/stamps.ts';
import { skill } from './skill-samples.ts';

const release = ['run npm version', 'run npm publish', 'run git push --tags'];

const behaviour = (id: string, units: readonly string[], fields: Partial<Skill> = {}): Skill =>
  skill(id, [], {
    source: 'behaviour',
    version: 3,
    runClass: { hash: hashOfUnits(units), kind: 'run', units },
    ...fields,
  });

const mined = (id: string, units: readonly string[], fields: Partial<Skill> = {}): Skill =>
  behaviour(id, units, { runClass: { hash: hashOfUnits(units), kind: 'mined', units }, ...fields });

const run = (units: readonly string[], place: { project?: string; user?: string } = {}) => ({
  project: 'p',
  ...place,
  units,
  ...(units.length > 0 ? { classHash: hashOfUnits(units) } : {}),
});

const stamp = (skills: readonly Skill[], ...asked: Parameters<typeof run>) =>
  stampOf(run(...asked), coverageOf(skills));

describe('stamps', () => {
  const whole = { slug: 'release', version: 3, hides: true };
  const part = { slug: 'release', version: 3, hides: false };

  it.each<[string, readonly Skill[], Parameters<typeof run>, unknown]>([
    ['a run of the class of an active skill', [behaviour('release', release)], [release], whole],
    ['no run of another class', [behaviour('release', release)], [[...release, 'run curl']], undefined],
    ['no run without steps that count', [behaviour('release', release)], [[]], undefined],
    ['no run of another project', [behaviour('release', release)], [release, { project: 'q' }], undefined],
    [
      'runs of every person where the skill names none',
      [behaviour('release', release)],
      [release, { user: 'u' }],
      whole,
    ],
    ['runs of its person', [behaviour('release', release, { user: 'u' })], [release, { user: 'u' }], whole],
    [
      'no run of another person',
      [behaviour('release', release, { user: 'u' })],
      [release, { user: 'w' }],
      undefined,
    ],
    [
      'no run of nobody, where the skill is of one',
      [behaviour('release', release, { user: 'u' })],
      [release],
      undefined,
    ],
    [
      'runs of every project where it holds in each',
      [behaviour('release', release, { project: everyProject })],
      [release],
      whole,
    ],
    ['the whole run, where a mined procedure is all of it', [mined('release', release)], [release], whole],
    [
      'a part, where a mined procedure lies in it',
      [mined('release', release)],
      [['edit typescript', ...release]],
      part,
    ],
    [
      'nothing where steps of a mined procedure are missing',
      [mined('release', release)],
      [release.slice(1)],
      undefined,
    ],
    ['nothing where a skill has no class', [skill('release', [])], [release], undefined],
  ])('cover %s', (_, skills, asked, expected) => {
    expect(stamp(skills, ...asked)).toEqual(expected);
  });

  it.each(['candidate', 'shadow', 'deprecated', 'demoted', 'retired', 'rejected'] as const)(
    'of a skill that is %s are none',
    (status) => {
      expect(stamp([behaviour('release', release, { status })], release)).toBeUndefined();
    },
  );

  it('tell the skill that covers the run whole before one that covers a part, and the longest part first', () => {
    const units = [...release, 'run curl'];
    const skills = [mined('short', release.slice(0, 2)), mined('long', release), behaviour('all', units)];
    expect(stamp(skills, units)).toMatchObject({ slug: 'all', hides: true });
    expect(stamp(skills.slice(0, 2), units)).toMatchObject({ slug: 'long', hides: false });
  });
});
