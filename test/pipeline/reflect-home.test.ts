import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { defaultPolicy as policy } from '../../src/domain/policy.ts';
import type { Run } from '../../src/domain/run.ts';
import type { RunDigest, ShadowRecord } from '../../src/domain/run-digest.ts';
import type { ScoredPair } from '../../src/domain/scored-pair.ts';
import type { Skill, SkillVersion } from '../../src/domain/skill.ts';
import type { State } from '../../src/domain/state.ts';
import { addDays } from '../../src/domain/time.ts';
import type { Usage } from '../../src/domain/usage.ts';
import { findRecurringErrors } from '../../src/pipeline/reflect-errors.ts';
import { type ReflectHomeInput, reflectHome } from '../../src/pipeline/reflect-home.ts';
import { digest, shadow } from './behaviour-samples.ts';
import { failing, ran, runOf, use, uses } from './reflect-samples.ts';
import { candidate, daysAgo, file, memory, now, pair, relation, stateOf } from './samples.ts';

interface Given extends Partial<ReflectHomeInput> {
  readonly memories?: readonly Memory[];
}

const reflect = ({ memories = [], ...given }: Given) =>
  reflectHome({
    state: stateOf({ memories }),
    runs: [],
    usage: [],
    pairs: [],
    policy,
    days: 30,
    now,
    ...given,
  });

const commands = (given: Given): string[] => reflect(given).proposals.map(({ command }) => command);
/** A run that was read, so that nothing is proposed about reading. */
const runs: readonly Run[] = [runOf('any', 1)];

describe('the period', () => {
  const at = (createdAt: string): Run => ({ ...runOf('r', 0), createdAt, outcome: 'success' });
  it.each([
    ['its first moment', daysAgo(30), 1, 0],
    ['the moment before', addDays(daysAgo(30), -1 / 86_400_000), 0, 1],
    ['its last moment', now, 1, 0],
    ['the moment after', addDays(now, 1 / 86_400_000), 0, 0],
    ['the first moment of as many days before', daysAgo(60), 0, 1],
    ['what is older', addDays(daysAgo(60), -1 / 86_400_000), 0, 0],
  ])('%s', (_, createdAt, inside, before) => {
    const { all, before: earlier, newestRunAt } = reflect({ runs: [at(createdAt)] });
    expect([all.runs, earlier.runs, newestRunAt]).toEqual([inside, before, createdAt]);
  });

  it('counts usage of the period only, and proposes from all that is known', () => {
    const old = Array.from({ length: 3 }, () => use('m', 'helpful', 40));
    const { memories, proposals } = reflect({
      memories: [memory('m', { decayRate: 0 })],
      runs,
      usage: [use('m', 'helpful', 5), ...old],
    });
    expect(memories.helped).toMatchObject([{ id: 'm', helpful: 1 }]);
    expect(proposals[0]).toMatchObject({ command: 'hebb pin m', why: expect.stringContaining('4 of 4') });
  });
});

describe('gaps', () => {
  const failed = runOf('bad', 1, [], { outcome: 'failure', outcomeSource: 'correction' });
  const took = (kind: Usage['kind'], fields: Partial<Usage> = {}) =>
    reflect({ runs: [failed], usage: [use('m', kind, 1, { runId: 'bad', sessionId: 's-bad', ...fields })] })
      .gaps;

  it('are prompts that went wrong with no memory in them', () => {
    expect(reflect({ runs: [failed, runOf('good', 1)] }).gaps).toMatchObject([
      { runId: 'bad', query: 'prompt of bad', kind: 'conversation', why: 'correction' },
    ]);
  });

  it.each([
    ['applied', 0],
    ['recalled', 0],
    ['exposed', 1],
  ] as const)('a memory that was %s', (kind, gaps) => {
    expect(took(kind)).toHaveLength(gaps);
  });

  it('are none where a memory was recalled in the session', () => {
    const { runId: _, ...session } = use('m', 'recalled', 1, { sessionId: 's-bad' });
    expect(reflect({ runs: [failed], usage: [session] }).gaps).toEqual([]);
  });
});

describe('proposals', () => {
  const linked = (...memories: Memory[]): { state: State } => ({
    state: stateOf({ memories, relations: memories.map(({ id }) => relation(`r-${id}`, id, 'thing')) }),
  });
  const plain = (fields: Partial<Memory> = {}) => linked(memory('m', { decayRate: 0, ...fields }));

  it.each<[string, Given, string[]]>([
    ['nothing read', {}, ['hebb analyze-sessions']],
    ['nothing to do', { runs, ...plain() }, []],
    ['helped 3 of 3: at least 44 %', { runs, ...plain(), usage: uses(3, 'm', 'helpful') }, []],
    ['helped 4 of 4: at least 51 %', { runs, ...plain(), usage: uses(4, 'm', 'helpful') }, ['hebb pin m']],
    ['and pinned', { runs, ...plain({ pinned: true }), usage: uses(4, 'm', 'helpful') }, []],
    ['hurt 3 of 3: at most 56 %', { runs, ...plain(), usage: uses(3, 'm', 'not-helpful') }, ['hebb edit m']],
    [
      'hurt 4 of 4: at most 49 %',
      { runs, ...plain(), usage: uses(4, 'm', 'not-helpful') },
      ['hebb forget m'],
    ],
    [
      'and stated by the user',
      { runs, ...plain({ source: 'explicit_user_feedback' }), usage: uses(4, 'm', 'not-helpful') },
      ['hebb edit m'],
    ],
    ['shown 4 times', { runs, ...plain(), usage: uses(4, 'm', 'exposed') }, []],
    ['shown 5 times in vain', { runs, ...plain(), usage: uses(5, 'm', 'exposed') }, ['hebb forget m']],
    [
      'shown 5 times, and applied long ago',
      { runs, ...plain(), usage: [...uses(5, 'm', 'exposed'), use('m', 'applied', 90)] },
      [],
    ],
    [
      'helpful and about to fade',
      {
        runs,
        ...plain({ base: 1, decayRate: 0.05, anchoredAt: daysAgo(50) }),
        usage: [use('m', 'helpful', 70)],
      },
      ['hebb reinforce m'],
    ],
    [
      'about to fade, and never helped',
      { runs, ...plain({ base: 1, decayRate: 0.05, anchoredAt: daysAgo(50) }) },
      [],
    ],
  ])('%s', (_, given, expected) => {
    expect(commands(given)).toEqual(expected);
  });

  it('waiting things are named once', () => {
    const review = {
      v: 1 as const,
      id: 'v1',
      rev: 1,
      kind: 'contradiction' as const,
      a: 'a',
      b: 'b',
      similarity: 0.6,
      reason: 'number: 8080 / 3000',
      at: daysAgo(3),
      updatedAt: daysAgo(3),
    };
    const state = stateOf({
      memories: [memory('a'), memory('b')],
      relations: [relation('r', 'a', 'b')],
      reviews: [review],
      extracted: [file('f', [candidate('c')])],
    });
    const { contradictions, proposals } = reflect({ runs, state });
    expect(contradictions).toMatchObject([{ id: 'v1', reason: 'number: 8080 / 3000' }]);
    expect(proposals).toEqual([
      { command: 'hebb review', why: 'waiting for you: 1 contradiction, 1 candidate' },
    ]);
  });

  it('a fix that did not hold is to be edited, where a memory tells it', () => {
    const broken = () => failing('npm test', 'x failed');
    const course = [runOf('a', 9, [broken(), ran('npm test')]), runOf('b', 5, [broken()])];
    const [error] = findRecurringErrors(course, { from: daysAgo(30), to: now });
    const told = memory('fix', { aliases: [error?.memoryId ?? ''], decayRate: 0 });
    const { errors, proposals } = reflect({ runs: course, ...linked(told) });
    expect(errors).toMatchObject([{ verdict: 'came back', memoryId: 'fix' }]);
    expect(proposals).toMatchObject([
      { command: 'hebb edit fix', why: expect.stringContaining('came back once') },
    ]);
    expect(reflect({ runs: course }).errors).toMatchObject([{ memoryId: null }]);
  });

  it('orphans are related to what is nearest, each pair once, at most three', () => {
    const memories = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => memory(id, { decayRate: 0 }));
    const pairs: ScoredPair[] = [
      pair('a', 'b', 0.8, false),
      pair('c', 'd', 0.8),
      pair('e', 'f', 0.8),
      pair('g', 'h', 0.8),
    ];
    expect(commands({ runs, memories, pairs })).toEqual([
      'hebb relate a related_to b',
      'hebb relate c related_to d',
      'hebb relate e related_to f',
    ]);
  });
});

describe('skills', () => {
  const skill = (id: string, fields: Partial<Skill> = {}): Skill => ({
    v: 1,
    id,
    rev: 1,
    description: '',
    source: 'learned',
    status: 'active',
    role: 'user',
    project: 'p',
    patterns: ['k'],
    version: 1,
    versions: [],
    activatedAt: daysAgo(20),
    baseline: { successRate: 0.9, executions: 10, commands: [] },
    discoveredAt: daysAgo(20),
    updatedAt: daysAgo(20),
    ...fields,
  });
  const made = (sources: readonly string[]): SkillVersion => ({
    version: 1,
    action: 'create',
    rationale: '',
    sources,
    informedBy: [],
    citations: {},
    fingerprint: '',
    outcome: 'live',
    decidedBy: 'auto',
    at: daysAgo(20),
  });
  const runClass = { hash: 'h', kind: 'run' as const, units: ['edit ts', 'run npm test'] };
  const work = (outcomes: readonly Run['outcome'][], days = 5): RunDigest[] =>
    outcomes.map((outcome, at) =>
      digest(`w${at}`, {
        outcome,
        createdAt: daysAgo(days),
        classHash: 'h',
        skills: [{ slug: 'a', version: 1, how: 'fetched' }],
      }),
    );
  const drift = (skills: readonly Skill[], done: readonly RunDigest[]) => {
    const state = { ...stateOf({}), skills: new Map(skills.map((one) => [one.id, one])) };
    return reflect({ state, digests: { runs: done, records: [] } }).skills;
  };
  const failures = (count: number): Run['outcome'][] => Array.from({ length: count }, () => 'failure');

  it.each<[string, Skill[], RunDigest[], string | null]>([
    ['nothing known', [skill('a')], [], null],
    ['five failures', [skill('a', { runClass })], work(failures(5)), 'the next consolidation demotes it'],
    ['two failures', [skill('a', { runClass })], work(failures(2)), 'that may be chance yet'],
    [
      'one of four fails',
      [skill('a', { runClass })],
      work(['success', 'success', 'success', 'failure']),
      null,
    ],
    ['before activation', [skill('a', { runClass })], work(failures(5), 21), null],
    ['without a class', [skill('a')], work(failures(5)), null],
    ['in shadow', [skill('a', { runClass, status: 'shadow' })], work(failures(5)), null],
    [
      'another path',
      [skill('a', { runClass: { ...runClass, hash: 'other' } })],
      work(failures(5)),
      '5 of 5 runs that had it took another path',
    ],
    ['a source was retracted', [skill('a', { versions: [made(['m-gone'])] })], [], 'm-gone was forgotten'],
  ])('%s', (_, skills, done, why) => {
    expect(drift(skills, done)).toEqual(
      why === null ? [] : [expect.objectContaining({ slug: 'a', why: expect.stringContaining(why) })],
    );
  });

  it('have no section while there are none', () => {
    expect(drift([], [])).toBeNull();
  });

  it('are proposed of what is done again and again, and when a trial is ready', () => {
    const done = ['one', 'two', 'three', 'four', 'five'].map((query, at) =>
      digest(`w${at}`, { query, createdAt: daysAgo(3 + at), classHash: 'abcdef0123', units: runClass.units }),
    );
    const observed = done.map(({ id }, at) => ({ ...shadow(`${id}`, daysAgo(3)), id: `${id}:a:1:${at}` }));
    const trial = skill('a', { runClass, status: 'shadow', versions: [made([])] });
    const given = (records: readonly ShadowRecord[]) =>
      commands({
        state: { ...stateOf({}), skills: new Map([['a', trial]]) },
        runs,
        digests: { runs: done, records },
      });
    expect(given(observed)).toEqual(['hebb promote --skills --class abcdef01']);
    expect(given([...observed, ...observed])).toContain('hebb skill activate a');
  });
});
