import { describe, expect, it } from 'vitest';
import type { Skill } from '../../src/domain/skill.ts';
import { indexedText, isLifting, isRecallable, recallItemOf } from '../../src/pipeline/recall-item.ts';
import { memory, now, session } from './samples.ts';

describe('a memory as recall sees it', () => {
  it.each([
    ['what the user said', { source: 'explicit_user_feedback' }, 1],
    ['what a person reviewed', { source: 'import', gate: { reviewedBy: 'human' } }, 1],
    ['what an agent reviewed', { source: 'import', gate: { reviewedBy: 'agent' } }, 0.8],
    ['its own inference', { source: 'mistake' }, 0.9],
    ['the memory of an agent', { source: 'agent-memory' }, 0.8],
    ['an import', { source: 'import' }, 0.8],
    ['a team', { source: 'team' }, 0.7],
  ])('trusts %s', (_, fields, trust) => {
    expect(recallItemOf(memory('a', fields)).trust).toBe(trust);
  });

  it.each([
    [{ scope: 'global' as const }, 'global'],
    [{ scope: 'user' as const, user: 'ada' }, 'user:ada'],
    [{ scope: 'project' as const, project: 'shop' }, 'project:shop'],
  ])('names its owner: %o', (fields, owner) => {
    expect(recallItemOf(memory('a', fields)).owner).toBe(owner);
  });

  it('stands in the session of its first evidence that has one', () => {
    const provenance = [
      { origin: 'git', at: '2026-01-01T00:00:00Z' },
      session('s1', undefined, 7),
      session('s2'),
    ];
    expect(recallItemOf(memory('a', { provenance }))).toMatchObject({ sessionId: 's1', order: 7 });
  });
});

describe('the text that is searched', () => {
  it('is what it says and what it is about; a name made of the summary says nothing more', () => {
    const said = memory('a', {
      name: 'pattern:use-pnpm',
      summary: 'Use pnpm',
      observations: ['npm ignores overrides'],
      appliesTo: ['package.json'],
      taskPattern: 'install packages',
    });
    expect(indexedText(said)).toBe('Use pnpm\nnpm ignores overrides\npackage.json\ninstall packages');
    expect(indexedText({ ...said, name: 'pattern:package-manager' })).toContain('package manager');
  });
});

describe('what recall may ever return', () => {
  const skill = (status: Skill['status']): Map<string, Skill> =>
    new Map([
      [
        'deploy',
        {
          v: 1,
          id: 'deploy',
          rev: 1,
          description: 'How to deploy',
          source: 'learned',
          status,
          role: 'developer',
          project: 'shop',
          patterns: [],
          version: 1,
          versions: [],
          discoveredAt: now,
          updatedAt: now,
        },
      ],
    ]);

  it.each([
    ['active', true],
    ['confirmed', true],
    ['pending', false],
    ['blocked', false],
    ['rejected', false],
    ['retracted', false],
    ['superseded', false],
  ] as const)('%s: %s', (status, expected) => {
    expect(isRecallable(memory('a', { status }), { skills: new Map() })).toBe(expected);
  });

  it.each([
    ['active', 'deploy', false],
    ['retired', 'deploy', true],
    ['retired', 'skills/deploy', true],
    ['active', 'profiles/1234', false],
  ] as const)('consolidated, with a skill that is %s, into %s: %s', (status, consolidatedInto, expected) => {
    const taken = memory('a', { status: 'consolidated', consolidatedInto });
    expect(isRecallable(taken, { skills: skill(status) })).toBe(expected);
  });

  it.each([
    ['related_to', true],
    ['part_of', true],
    ['contradicts', false],
    ['supersedes', false],
  ] as const)('spreads along %s: %s', (type, expected) => {
    expect(isLifting({ type })).toBe(expected);
  });
});
