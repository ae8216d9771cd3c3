import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import type { State } from '../../src/domain/state.ts';
import { planSkillVersions } from '../../src/pipeline/plan-skill-version.ts';
import { type ProposalInput, proposeSkills } from '../../src/pipeline/propose-skills.ts';
import { skillsDue } from '../../src/pipeline/skills-due.ts';
import { applyChanges } from '../support/apply-changes.ts';
import { now, session } from './samples.ts';
import {
  learning,
  learnings,
  pattern,
  proposing,
  refused,
  skill,
  stateWith,
  version,
  written,
} from './skill-samples.ts';

const kindsIn = (state: State, input: Partial<ProposalInput> = {}): string[] =>
  proposeSkills(state, 'p', proposing(input)).map(
    ({ kind, slug, learnings: from }) => `${kind} ${slug} ${from.map(({ id }) => id).join(' ')}`,
  );

const minutesAgo = (minutes: number): string => new Date(Date.parse(now) - minutes * 60_000).toISOString();

const with_ = (state: State, ...memories: readonly Memory[]): State => ({
  ...state,
  memories: new Map([...state.memories, ...memories.map((one) => [one.id, one] as const)]),
});

describe('a run is due', () => {
  it.each([
    [3, []],
    [4, ['create fix-hooks m-1 m-2 m-3 m-4']],
  ])('with %i learnings that wait', (count, expected) => {
    expect(kindsIn(stateWith({ memories: learnings(count) }))).toEqual(expected);
  });

  it.each([
    [23 * 60 + 59, false],
    [24 * 60, true],
  ])('%i minutes after the last one that wrote', (minutes, open) => {
    const old = [learning('m-a', 'p-other'), learning('m-b', 'p-other')];
    const other = skill('other', old, {
      patterns: ['p-other'],
      versions: [version(1, old, { at: minutesAgo(minutes) })],
    });
    const state = stateWith({
      memories: [...old, ...learnings(4)],
      skills: [other],
      patterns: [pattern(), pattern('p-other', 'x')],
    });
    expect(skillsDue(state, 'p', proposing()).open).toBe(open);
    expect(kindsIn(state)).toHaveLength(open ? 1 : 0);
    expect(kindsIn(state, { force: true })).toHaveLength(1);
  });

  it('at once after one that wrote nothing, or what a person did', () => {
    const state = stateWith({ memories: learnings(4) });
    const [proposal] = proposeSkills(state, 'p', proposing());
    if (!proposal) throw new Error('four learnings are a proposal');
    const after = applyChanges(
      state,
      planSkillVersions(state, [refused(proposal)], { activation: 'auto', now }).changes,
    );
    expect(skillsDue(after, 'p', proposing())).toEqual({ open: true, pending: 4, stale: [] });
    const old = [learning('m-a', 'p-x')];
    const imported = skill('imported', old, {
      source: 'imported',
      versions: [
        version(1, old, { action: 'import', at: minutesAgo(1) }),
        version(2, old, { action: 'edit', at: minutesAgo(1) }),
      ],
    });
    expect(skillsDue(stateWith({ memories: learnings(4), skills: [imported] }), 'p', proposing()).open).toBe(
      true,
    );
  });

  it('of the learnings that may become part of a skill', () => {
    const memories = [
      learning('m-1', undefined, { status: 'pending' }),
      learning('m-2', undefined, { scope: 'user' }),
      learning('m-3', undefined, { project: 'q' }),
      { ...learning('m-4'), patternId: undefined } as unknown as Memory,
      learning('m-5', undefined, { status: 'active' }),
      learning('m-6'),
    ];
    const held = [learning('m-7')];
    const waiting = skill('waiting', held, {
      status: 'candidate',
      versions: [version(1, held, { outcome: 'proposed' })],
    });
    expect(
      skillsDue(stateWith({ memories: [...memories, ...held], skills: [waiting] }), 'p', proposing()).pending,
    ).toBe(2);
  });
});

describe('a group', () => {
  it.each([
    [1, []],
    [2, ['create fix-hooks m-1 m-2']],
  ])('of %i learnings, and a new skill', (count, expected) => {
    const rest = [learning('m-8', 'p-8'), learning('m-9', 'p-9'), learning('m-7', 'p-7')];
    const patterns = [pattern(), pattern('p-8', 'eight'), pattern('p-9', 'nine'), pattern('p-7', 'seven')];
    expect(kindsIn(stateWith({ memories: [...learnings(count), ...rest], patterns }))).toEqual(expected);
  });

  it('with one learning more than its live skill holds is a patch', () => {
    const held = learnings(2);
    const state = stateWith({ memories: [...held, learning('m-3')], skills: [skill('fix-hooks', held)] });
    expect(kindsIn(state, { force: true })).toEqual(['patch fix-hooks m-1 m-2 m-3']);
    expect(
      kindsIn(stateWith({ memories: held, skills: [skill('fix-hooks', held)] }), { force: true }),
    ).toEqual([]);
  });

  it('of two live skills is a merge into the one with more sources', () => {
    const [a, b, c] = [learning('m-1'), learning('m-2'), learning('m-3')];
    const skills = [skill('one', [a]), skill('two', [b, c])];
    const [proposal] = proposeSkills(
      stateWith({ memories: [a, b, c], skills }),
      'p',
      proposing({ force: true }),
    );
    expect(proposal).toMatchObject({ kind: 'merge', slug: 'two', merged: [{ id: 'one' }] });
    expect(proposal?.learnings.map(({ id }) => id).sort()).toEqual(['m-1', 'm-2', 'm-3']);
  });

  it('waits while its first version waits for a person', () => {
    const held = learnings(2);
    const waiting = skill('fix-hooks', held, {
      status: 'candidate',
      versions: [version(1, held, { outcome: 'proposed' })],
    });
    const state = stateWith({ memories: [...held, learning('m-3'), learning('m-4')], skills: [waiting] });
    expect(kindsIn(state, { force: true })).toEqual([]);
  });

  it('is written once: a version that waits for a person is not proposed again, until its sources change', () => {
    const held = learnings(2);
    const more = learning('m-3');
    const waiting = skill('fix-hooks', held, {
      versions: [version(1, held), version(2, [...held, more], { outcome: 'proposed' })],
    });
    const state = stateWith({ memories: [...held, more, learning('m-4')], skills: [waiting] });
    expect(kindsIn(state, { force: true })).toEqual([]);
    const edited = with_(state, { ...more, summary: 'said otherwise' });
    expect(kindsIn(edited, { force: true })).toEqual(['patch fix-hooks m-1 m-2 m-3 m-4']);
  });

  it('takes a name that is free', () => {
    const gone = skill('fix-hooks', [], { status: 'retired', versions: [] });
    expect(kindsIn(stateWith({ memories: learnings(4), skills: [gone] }))).toEqual([
      'create fix-hooks-2 m-1 m-2 m-3 m-4',
    ]);
  });

  it('of another label that makes the same name comes in the next run', () => {
    const patterns = [pattern('p-1', 'fix hooks'), pattern('p-2', 'fix: hooks')];
    const memories = [...learnings(2, 'p-1'), learning('m-8', 'p-2'), learning('m-9', 'p-2')];
    expect(kindsIn(stateWith({ memories, patterns }))).toEqual(['create fix-hooks m-1 m-2']);
  });
});

describe('a stale skill', () => {
  const held = learnings(3);
  const live = skill('fix-hooks', held, { versions: [version(1, held, { at: minutesAgo(1) })] });
  const whole = stateWith({ memories: held, skills: [live] });
  const without = (state: State, ...ids: readonly string[]): State => ({
    ...state,
    memories: new Map([...state.memories].filter(([id]) => !ids.includes(id))),
  });

  it('is rebuilt from what is left, however little waits and however short the pause', () => {
    expect(kindsIn(whole)).toEqual([]);
    expect(kindsIn(without(whole, 'm-2'))).toEqual(['repair fix-hooks m-1 m-3']);
  });

  it('is rebuilt with what took the place of a source', () => {
    const old = { ...learning('m-2'), status: 'superseded' as const, supersededBy: 'm-9' };
    expect(kindsIn(with_(whole, old, learning('m-9')))).toEqual(['repair fix-hooks m-1 m-9 m-3']);
  });

  it('is retired when nothing is left', () => {
    expect(kindsIn(without(whole, 'm-1', 'm-2', 'm-3'))).toEqual(['retire fix-hooks ']);
  });

  it('is rebuilt beside another of its kind; then they are merged', () => {
    const other = learning('m-9');
    const state = stateWith({ memories: [...held, other], skills: [live, skill('other', [other])] });
    expect(kindsIn(without(state, 'm-1'), { force: true })).toEqual(['repair fix-hooks m-2 m-3']);
    expect(kindsIn(state, { force: true })[0]).toMatch(/^merge /);
  });

  it('goes before patches, and those before new skills; two a run, and what ends beside them', () => {
    const ended = [learning('m-e', 'p-e')];
    const patched = [learning('m-p', 'p-p')];
    const patterns = [
      pattern(),
      pattern('p-e', 'end'),
      pattern('p-p', 'patch it'),
      pattern('p-n', 'new thing'),
    ];
    const state = stateWith({
      memories: [
        ...held,
        ...ended,
        ...patched,
        learning('m-q', 'p-p'),
        learning('m-x', 'p-n'),
        learning('m-y', 'p-n'),
      ],
      skills: [
        live,
        skill('ended', ended, { patterns: ['p-e'] }),
        skill('patched', patched, { patterns: ['p-p'] }),
      ],
      patterns,
    });
    expect(kindsIn(without(state, 'm-1', 'm-e'), { force: true })).toEqual([
      'retire ended ',
      'repair fix-hooks m-2 m-3',
      'patch patched m-p m-q',
    ]);
  });
});

describe('a group that was refused', () => {
  const state = stateWith({ memories: learnings(4) });
  const [proposal] = proposeSkills(state, 'p', proposing());
  if (!proposal) throw new Error('four learnings are a proposal');
  const after = applyChanges(
    state,
    planSkillVersions(state, [refused(proposal)], { activation: 'auto', now }).changes,
  );

  it('is not proposed again as it is', () => {
    expect(after.patterns.get('p-hooks')?.refused?.reasons).toEqual(['body.too-long: too long']);
    expect(kindsIn(after, { force: true })).toEqual([]);
  });

  it('comes back when a member joins or changes', () => {
    expect(kindsIn(with_(after, learning('m-5')))).toEqual(['create fix-hooks m-1 m-2 m-3 m-4 m-5']);
    expect(kindsIn(with_(after, learning('m-1', undefined, { summary: 'other words' })))).toHaveLength(1);
    const stronger = learning('m-1', undefined, { support: 9, base: 1, rev: 4, updatedAt: now });
    expect(kindsIn(with_(after, stronger))).toEqual([]);
  });
});

describe('what a proposal is made from', () => {
  it('errors of its sessions that passed the gate, and failures that were no accident', () => {
    const met = { provenance: [session('s-1')], entityType: 'mistake' } as const;
    const mistakes = ['active', 'superseded', 'blocked', 'pending'].map((status, at) =>
      learning(`m-e${at}`, 'p-none', { ...met, status: status as Memory['status'] }),
    );
    const run = (id: string, outcome: string, transient: boolean) => ({
      id,
      project: 'p',
      sessionId: 's-1',
      query: 'fix the hooks',
      outcome,
      createdAt: now,
      steps: [{ tool: 'Bash', ok: outcome === 'success', transient }],
    });
    const runs = [run('r-1', 'success', false), run('r-2', 'failure', false), run('r-3', 'failure', true)];
    const state = stateWith({
      memories: [...learnings(4), ...mistakes],
      patterns: [pattern('p-hooks', 'fix hooks', { sessions: ['s-1'] }), pattern('p-none', 'none')],
    });
    const [made] = proposeSkills(state, 'p', proposing({ runs: runs as never }));
    expect(made?.errors.map(({ id }) => id)).toEqual(['m-e0']);
    expect(made?.successes.map(({ id }) => id)).toEqual(['r-1']);
    expect(made?.failures.map(({ id }) => id)).toEqual(['r-2']);
  });
});

describe('what was written', () => {
  it('is proposed no more', () => {
    const state = stateWith({ memories: learnings(4) });
    const settled = proposeSkills(state, 'p', proposing()).map(written);
    for (const activation of ['auto', 'human'] as const) {
      const after = applyChanges(state, planSkillVersions(state, settled, { activation, now }).changes);
      expect(kindsIn(after, { force: true })).toEqual([]);
    }
  });
});
