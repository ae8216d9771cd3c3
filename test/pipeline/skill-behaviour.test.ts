import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/domain/failure.ts';
import { defaultPolicy } from '../../src/domain/policy.ts';
import type { RunClass } from '../../src/domain/run-class.ts';
import type { RunDigest, ShadowRecord } from '../../src/domain/run-digest.ts';
import type { Skill } from '../../src/domain/skill.ts';
import type { State } from '../../src/domain/state.ts';
import type { ApplicabilityMeasure } from '../../src/pipeline/applicability.ts';
import { nameClass } from '../../src/pipeline/behaviour-caption.ts';
import { classBaseline } from '../../src/pipeline/class-baseline.ts';
import { standingOfClass } from '../../src/pipeline/class-standing.ts';
import { evaluateShadow } from '../../src/pipeline/evaluate-shadow.ts';
import { skillLine } from '../../src/pipeline/injection-lines.ts';
import { measureSkill } from '../../src/pipeline/measure-skill.ts';
import { planActivate } from '../../src/pipeline/plan-activate.ts';
import { planDeprecate } from '../../src/pipeline/plan-deprecate.ts';
import { healthOf, planDrift } from '../../src/pipeline/plan-drift.ts';
import { versionPath } from '../../src/pipeline/plan-skill-version.ts';
import { countTrial, judgeReadiness } from '../../src/pipeline/readiness.ts';
import { countUse } from '../../src/pipeline/skill-use.ts';
import { behaviourSkill, behaviourVersion, digest, procedure, shadow } from './behaviour-samples.ts';
import { daysAgo, now, stateOf } from './samples.ts';

const mined: RunClass = { hash: 'd'.repeat(64), kind: 'mined', units: ['edit sql', 'run npm test'] };
const stateWith = (...skills: Skill[]): State => ({
  ...stateOf({}),
  skills: new Map(skills.map((skill) => [skill.id, skill])),
  documents: new Map(
    skills.flatMap((skill) => skill.versions.map(({ version }) => [versionPath(skill.id, version), 'text'])),
  ),
});
const withSkill = (id: string, fields: Partial<RunDigest> = {}): RunDigest =>
  digest(id, { skills: [{ slug: 'a', version: 1, how: 'fetched' }], ...fields });
/** A run in which nothing was done. */
function withoutSteps(id: string): RunDigest {
  const { classHash: _class, ...run } = withSkill(id, { units: [] });
  return run;
}
const many = (count: number, make: (at: number) => RunDigest): RunDigest[] =>
  Array.from({ length: count }, (_, at) => make(at));

describe('what is known of a class', () => {
  const runs = [digest('old', { createdAt: daysAgo(9) }), digest('new', { createdAt: daysAgo(1) })];
  const placed = { runClass: procedure, project: 'p', digests: runs };
  const ended = { at: daysAgo(5), reason: 'fell', fingerprint: 'f' };
  it.each<[string, Partial<Skill>, object]>([
    ['in use', {}, { coveredBy: 'a' }],
    ['on trial', { status: 'shadow' }, { coveredBy: 'a' }],
    ['waiting', { status: 'candidate' }, { coveredBy: 'a' }],
    ['demoted', { status: 'demoted', ended }, { since: ended.at, prior: { id: 'a' } }],
    ['deprecated', { status: 'deprecated', ended }, { since: ended.at, prior: { id: 'a' } }],
    ['retired', { status: 'retired', ended }, { since: ended.at, prior: { id: 'a' } }],
    ['rejected', { status: 'rejected', ended }, { since: ended.at, prior: { id: 'a' } }],
  ])('a skill of it that is %s', (_, fields, standing) => {
    const found = standingOfClass(placed, [behaviourSkill('a', fields)]);
    expect(found).toMatchObject(standing);
    expect('coveredBy' in found).toBe('coveredBy' in standing);
    expect(found.runs).toHaveLength(2);
  });

  it.each<[string, Partial<Skill>]>([
    ['of another project', { project: 'q' }],
    ['of another person', { user: 'u' }],
    ['without a class', { source: 'learned', status: 'active' }],
  ])('not a skill %s', (_, fields) => {
    const { runClass: _class, ...bare } = behaviourSkill('a', fields);
    const skill: Skill = fields.source ? bare : behaviourSkill('a', fields);
    expect(standingOfClass(placed, [skill])).toEqual({ runs });
  });

  it('leaves out runs of a larger procedure that a skill holds, or held until it fell', () => {
    const part = { ...placed, runClass: mined };
    expect(standingOfClass(part, [behaviourSkill('a')]).runs).toEqual([]);
    const fallen = behaviourSkill('a', { status: 'demoted', ended });
    expect(standingOfClass(part, [fallen]).runs.map(({ id }) => id)).toEqual(['new']);
    const smaller = behaviourSkill('a', { runClass: mined });
    expect(standingOfClass(placed, [smaller]).runs).toHaveLength(2);
  });
});

describe('what came of a skill', () => {
  const strays = { classHash: 'x', units: ['edit typescript', 'run npm test'] };
  it('is counted of the runs that had it since its activation; a run that strays is not charged to it', () => {
    const runs = [
      withSkill('1'),
      withSkill('2', { outcome: 'failure' }),
      withSkill('3', { outcome: 'unknown' }),
      withSkill('4', { outcome: 'failure', ...strays }),
      withoutSteps('5'),
      withSkill('6', { outcome: 'failure', createdAt: daysAgo(21) }),
    ];
    expect(countUse(behaviourSkill('a'), runs)).toMatchObject({
      activations: 5,
      followed: 4 - 1,
      deviations: 1,
      successes: 1,
      failures: 1,
      judged: [{ id: '1' }, { id: '2' }],
    });
  });

  it('of a mined class follows every run that contains it', () => {
    const use = countUse(behaviourSkill('a', { runClass: mined }), [withSkill('1'), withSkill('2', strays)]);
    expect(use).toMatchObject({ followed: 1, deviations: 1 });
  });

  it('without a class is success and failure alone, and no verdict', () => {
    const { runClass: _class, ...learned } = behaviourSkill('a', { source: 'learned' });
    const runs = many(9, (at) => withSkill(`${at}`, { outcome: 'failure' }));
    const { use, verdict, needsReview } = healthOf(learned, runs, defaultPolicy.drift);
    expect(use).toMatchObject({ activations: 9, failures: 9, followed: 0, deviations: 0 });
    expect([verdict, needsReview]).toEqual([undefined, false]);
    expect(planDrift(stateWith(learned), { runs, policy: defaultPolicy.drift, now }).changes).toEqual([]);
  });

  it('asks for a look when more than half of its runs stray', () => {
    const review = (straying: number, all: number): boolean =>
      healthOf(
        behaviourSkill('a'),
        many(all, (at) => withSkill(`${at}`, at < straying ? strays : {})),
        defaultPolicy.drift,
      ).needsReview;
    expect([review(5, 10), review(6, 10), review(4, 4)]).toEqual([false, true, false]);
  });

  it('is its end when it no longer works; one on trial is never charged', () => {
    const runs = many(5, (at) => withSkill(`${at}`, { outcome: 'failure' }));
    const plan = (skill: Skill) => planDrift(stateWith(skill), { runs, policy: defaultPolicy.drift, now });
    expect(plan(behaviourSkill('a')).changes).toMatchObject([
      {
        target: 'skills/a',
        after: { status: 'demoted', ended: { at: now, reason: expect.stringContaining('0 of the last 5') } },
        reason: {
          rule: 'skill.drift',
          evidence: ['0', '1', '2', '3', '4'],
          numbers: { judged: 5, successes: 0 },
        },
      },
    ]);
    expect(plan(behaviourSkill('a', { status: 'shadow' })).changes).toEqual([]);
  });

  it('ends where a command is gone', () => {
    const plan = planDeprecate(stateWith(behaviourSkill('a')), new Map([['a', ['mix credo']]]), now);
    expect(plan.changes).toMatchObject([
      {
        after: { status: 'deprecated', ended: { reason: '“mix credo” is no longer found on this machine' } },
      },
    ]);
  });
});

describe('a trial', () => {
  const measure: ApplicabilityMeasure = {
    cut: 0.4,
    of: (_slug, query) => (query.startsWith('add migration') ? 0.6 : 0.1),
  };
  const trial = behaviourSkill('a', {
    status: 'shadow',
    versions: [
      behaviourVersion(1, {
        outcome: 'proposed',
        at: daysAgo(10),
        sources: ['source'],
        informedBy: ['failed'],
      }),
    ],
  });
  const evaluate = (
    runs: readonly RunDigest[],
    known: readonly ShadowRecord[] = [],
    skills: Skill[] = [trial],
  ) => evaluateShadow({ skills, runs, known, measure, policy: defaultPolicy.shadow });

  it.each<[string, RunDigest, number]>([
    ['a run that it applies to', digest('r'), 1],
    ['what was asked is something else', digest('r', { query: 'say hello' }), 0],
    ['before the version', digest('r', { createdAt: daysAgo(10) }), 0],
    ['of another project', digest('r', { project: 'q' }), 0],
    ['one of its sources', digest('source'), 0],
    ['one of its failures', digest('failed'), 0],
  ])('%s', (_, run, count) => {
    expect(evaluate([run])).toHaveLength(count);
  });

  it('is held against runs of the same person', () => {
    const own = { ...trial, user: 'u' };
    expect(
      evaluate([digest('r'), digest('s', { user: 'v' }), digest('t', { user: 'u' })], [], [own]),
    ).toMatchObject([{ runId: 't' }]);
  });

  it('records what was expected and what was done', () => {
    expect(evaluate([digest('r', { classHash: 'x', outcome: 'failure' })])).toEqual([
      {
        v: 1,
        kind: 'shadow',
        id: 'r:a:1',
        runId: 'r',
        slug: 'a',
        version: 1,
        applicability: 0.6,
        expected: procedure.hash,
        observed: 'x',
        match: false,
        outcome: 'failure',
        at: digest('r').createdAt,
      },
    ]);
  });

  it('is the same when it is evaluated again, but for an end that came since', () => {
    const known = evaluate([digest('r', { outcome: 'unknown' })]);
    expect(evaluate([digest('r', { outcome: 'unknown' })], known)).toEqual(known);
    const forgetful: ApplicabilityMeasure = { cut: 0.7, of: () => 0 };
    const again = evaluateShadow({
      skills: [trial],
      runs: [digest('r')],
      known,
      measure: forgetful,
      policy: defaultPolicy.shadow,
    });
    expect(again).toEqual([{ ...known[0], outcome: 'success' }]);
  });

  it('takes the three most applicable of a run', () => {
    const scores: Record<string, number> = { a: 0.5, b: 0.9, c: 0.6, d: 0.7 };
    const found = evaluateShadow({
      skills: ['a', 'b', 'c', 'd'].map((id) => ({ ...trial, id })),
      runs: [digest('r')],
      known: [],
      measure: { cut: 0.4, of: (slug) => scores[slug] ?? 0 },
      policy: defaultPolicy.shadow,
    });
    expect(found.map(({ slug }) => slug)).toEqual(['b', 'd', 'c']);
  });

  it('rests where shadow is switched off, and for skills in use', () => {
    const off = { ...defaultPolicy.shadow, enabled: false };
    expect(evaluateShadow({ skills: [trial], runs: [digest('r')], known: [], measure, policy: off })).toEqual(
      [],
    );
    expect(evaluate([digest('r')], [], [behaviourSkill('a')])).toEqual([]);
  });

  const records = (count: number, matched: number, succeeded: number): ShadowRecord[] =>
    Array.from({ length: count }, (_, at) =>
      shadow(`r${at}`, now, { match: at < matched, outcome: at < succeeded ? 'success' : 'failure' }),
    );
  it.each<[number, number, number, string[]]>([
    [10, 10, 10, []],
    [9, 9, 9, ['9 runs observed, at least 10']],
    [10, 8, 8, []],
    [10, 7, 7, ['70 % went its way (7 of 10), at least 80 %']],
    [10, 10, 8, []],
    [10, 10, 7, ['70 % of those succeeded (7 of 10), at least 80 %']],
    [
      0,
      0,
      0,
      [
        '0 runs observed, at least 10',
        'no run observed yet, at least 80 %',
        'no run that went its way has a known end, at least 80 %',
      ],
    ],
  ])('%d observed, %d its way, %d of these well', (count, matched, succeeded, reasons) => {
    const readiness = judgeReadiness(countTrial(records(count, matched, succeeded)), defaultPolicy.shadow);
    expect(readiness.reasons).toEqual(reasons);
    expect(readiness.ready).toBe(reasons.length === 0);
  });
});

describe('an activation', () => {
  const baseline = { successRate: 0.9, executions: 16, commands: [] };
  const trial = behaviourSkill('a', {
    status: 'shadow',
    versions: [behaviourVersion(1, { outcome: 'proposed', decidedBy: 'auto' })],
  });
  const { activatedAt: _at, baseline: _base, ...fresh } = trial;

  it('freezes the baseline, and begins anew after a fall', () => {
    const fallen = behaviourSkill('a', {
      status: 'demoted',
      ended: { at: daysAgo(2), reason: 'fell', fingerprint: 'f' },
    });
    for (const skill of [fresh, fallen]) {
      const [change] = unwrap(planActivate(stateWith(skill), { slug: 'a', baseline, now })).changes;
      expect(change).toMatchObject({
        after: { status: 'active', activatedAt: now, baseline },
        reason: { numbers: { successRate: 0.9, executions: 16 } },
      });
      expect(change?.after).not.toHaveProperty('ended');
    }
  });

  it.each<[string, Skill, number, boolean]>([
    ['on trial, with runs to show', fresh, 1, true],
    ['on trial, with none', fresh, 0, false],
    ['in use since a person let it', behaviourSkill('a'), 0, true],
    [
      'in use without a trial',
      behaviourSkill('a', { versions: [behaviourVersion(1, { decidedBy: 'auto' })] }),
      0,
      false,
    ],
  ])('with role developer: %s', (_, skill, observations, ok) => {
    expect(planActivate(stateWith(skill), { slug: 'a', role: 'developer', observations, now }).ok).toBe(ok);
  });

  it('of a second skill for the same class is refused', () => {
    const second = behaviourSkill('b');
    expect(planActivate(stateWith(fresh, second), { slug: 'a', now })).toMatchObject({
      failure: { code: 'skill.second', message: 'b is in use for the same procedure as a' },
    });
    expect(planActivate(stateWith(fresh, { ...second, project: 'q' }), { slug: 'a', now }).ok).toBe(true);
  });

  it('counts the class as it is then; after a fall only later runs, or what was known before', () => {
    const runs = [
      digest('1', { createdAt: daysAgo(9), outcome: 'failure' }),
      digest('2'),
      digest('3', { project: 'q' }),
    ];
    expect(classBaseline(fresh, runs)).toEqual({ successRate: 0.5, executions: 2 });
    const ended = { at: daysAgo(5), reason: 'fell', fingerprint: 'f' };
    expect(classBaseline({ ...fresh, ended }, runs)).toEqual({ successRate: 1, executions: 1 });
    const old = { successRate: 0.9, executions: 10, commands: [] };
    expect(classBaseline({ ...fresh, baseline: old, ended: { ...ended, at: now } }, runs)).toEqual(old);
  });
});

describe('what a skill goes along with', () => {
  it('is told of runs it was meant for, with and without it', () => {
    const skill = behaviourSkill('a', { versions: [behaviourVersion(1, { sources: ['s'] })] });
    const runs = [
      digest('s', { createdAt: daysAgo(25) }),
      digest('fail', { createdAt: daysAgo(24), outcome: 'failure' }),
      digest('asked', { classHash: 'x', units: ['x'], outcome: 'failure' }),
      digest('other', { classHash: 'x', units: ['x'], query: 'say hello' }),
      withSkill('1'),
      withSkill('2', { classHash: 'x', units: ['x'], query: 'say hello', outcome: 'unknown' }),
    ];
    const measure = { cut: 0.4, of: (_slug: string, query: string) => (query.startsWith('add') ? 1 : 0) };
    const measured = measureSkill(skill, { runs, measure });
    expect(measured).toMatchObject({ observational: true, since: daysAgo(20), difference: 1 });
    expect(
      measured.groups.map(({ name, runs: count, unknown, rate }) => [name, count, unknown, rate.successes]),
    ).toEqual([
      ['before', 2, 0, 1],
      ['after-without', 1, 0, 0],
      ['after-with', 2, 1, 1],
      ['followed', 1, 0, 1],
      ['another-path', 1, 1, 0],
    ]);
    expect(measured.groups[0]?.rate.low).toBeCloseTo(0.0945, 3);
  });
});

describe('the line of a skill', () => {
  const line = (role: Skill['role']) =>
    skillLine({ slug: 'a', description: 'Use it.', project: 'p', role, patterns: [] }).text;
  it('says that a person let it where its role is developer', () => {
    expect(line('user')).toBe('- a: Use it.');
    expect(line('developer')).toBe('- a (let by the person after a trial): Use it.');
  });
});

describe('the name of a class', () => {
  const name = (runClass: RunClass, queries: readonly string[]) =>
    nameClass(runClass, { queries, likeness: defaultPolicy.patterns.likeness });
  it('is what most of its prompts ask for', () => {
    expect(
      name(procedure, [
        'add a migration for refunds',
        'please add the migration of coupons',
        'add migration: locale',
      ]),
    ).toEqual({ label: 'add migration', isSequence: false });
  });

  it('is its steps in order where prompts have nothing in common, or name no work', () => {
    const units = ['edit typescript', 'run npm test --watch', 'mcp github/create_issue', 'run git commit'];
    const label = 'from edit TypeScript through npm test through github create issue to git commit';
    expect(
      name({ ...mined, units }, ['rename the button', 'speed up the query', 'translate the page']),
    ).toEqual({
      label,
      isSequence: true,
    });
    expect(name({ ...procedure, units }, ['go', 'ok'])).toEqual({ label, isSequence: true });
    expect(
      name({ ...procedure, units }, ['rename the button', 'speed up the query', 'translate it']),
    ).toEqual({
      label,
      isSequence: true,
    });
  });
});
