import { expect, it } from 'vitest';
import type { Profile, Skill, SkillStatus } from '../../src/domain/skill.ts';
import { citedMemories } from '../../src/pipeline/cited-memories.ts';
import { now } from './samples.ts';

const version = (number: number, sources: readonly string[], informedBy: readonly string[] = []) => ({
  version: number,
  action: 'create' as const,
  rationale: '',
  sources,
  informedBy,
  citations: {},
  fingerprint: '',
  outcome: 'live' as const,
  decidedBy: 'auto' as const,
  at: now,
});

const skill = (id: string, status: SkillStatus): Skill => ({
  v: 1,
  id,
  rev: 1,
  description: '',
  source: 'learned',
  status,
  role: 'user',
  project: 'p',
  patterns: [],
  version: 2,
  versions: [version(1, ['m-old']), version(2, [`m-${id}`], [`e-${id}`])],
  discoveredAt: now,
  updatedAt: now,
});

it('are those of the current version of skills in use or on trial, and of profiles', () => {
  const skills = [skill('a', 'active'), skill('b', 'shadow'), skill('c', 'retired'), skill('d', 'candidate')];
  const profile: Profile = {
    v: 1,
    id: 'u',
    rev: 1,
    user: 'u',
    version: 1,
    versions: [
      {
        version: 1,
        action: 'fold',
        rationale: '',
        entries: [
          { facts: ['f-1', 'f-2'].map((id) => ({ id, said: '' })), writtenBy: 'auto' },
          { facts: [{ id: 'f-3', said: '' }], writtenBy: 'human' },
        ],
        leftOut: [{ id: 'f-4', said: '' }],
        decidedBy: 'auto',
        at: now,
      },
    ],
    updatedAt: now,
  };
  const cited = citedMemories({
    skills: new Map(skills.map((one) => [one.id, one])),
    profiles: new Map([['u', profile]]),
  });
  expect([...cited].sort()).toEqual(['e-a', 'e-b', 'f-1', 'f-2', 'f-3', 'm-a', 'm-b']);
});
