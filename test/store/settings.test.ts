import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isDict } from '../../src/domain/json.ts';
import { defaultPolicy, type Policy } from '../../src/domain/policy.ts';
import { readSettings, withMemoryConfig } from '../../src/store/config.ts';
import { pathsOf } from '../../src/store/paths.ts';
import data from '../../templates/seed-settings.yaml';
import { makeFolder } from '../support/home.ts';

const paths = pathsOf(makeFolder());

/** What a config says. */
const read = (text: string) => {
  writeFileSync(paths.config, text);
  return readSettings(paths);
};

const problem = async (text: string): Promise<string> =>
  read(text).then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message.replace(paths.config, 'config.yaml') : ''),
  );

/** The seed's table: its key, its default, and where hebb keeps it. */
const table: readonly (readonly [string, unknown, ((policy: Policy) => unknown) | 'unused'])[] = [
  ['min_executions', 5, ({ workflows }) => workflows.minExecutions],
  ['min_success_rate', 0.8, ({ workflows }) => workflows.minSuccessRate],
  ['min_distinct_queries', 2, ({ workflows }) => workflows.minQueries],
  ['max_days_since_last_seen', 30, ({ workflows }) => workflows.maxAgeDays],
  ['recency_halflife_days', 14, ({ workflows }) => workflows.halfLifeDays],
  ['max_promotions_per_cycle', 3, ({ workflows }) => workflows.maxPromotions],
  ['distill_sample_size', 5, ({ workflows }) => workflows.successSamples],
  ['include_failure_samples', 2, ({ workflows }) => workflows.failureSamples],
  ['promotion_every_n_runs', 25, ({ workflows }) => workflows.promoteEveryRuns],
  ['skill_max_content_chars', 4000, 'unused'],
  ['require_shadow', true, ({ skills }) => skills.requireShadow],
  ['skill_injection_role', 'user', ({ skills }) => skills.role],
  ['shadow_evaluation_enabled', true, ({ shadow }) => shadow.enabled],
  ['shadow_evaluation_max_candidates', 3, ({ shadow }) => shadow.maxCandidates],
  ['shadow_evaluation_min_similarity', 0.7, ({ shadow }) => shadow.minApplicability],
  ['shadow_evaluation_queue_size', 100, 'unused'],
  ['shadow_evaluation_recent_window', 50, 'unused'],
  ['shadow_readiness_min_observations', 10, ({ shadow }) => shadow.minObservations],
  ['shadow_readiness_min_trajectory_match_rate', 0.8, ({ shadow }) => shadow.minMatch],
  ['shadow_readiness_min_matched_success_rate', 0.8, ({ shadow }) => shadow.minSuccess],
  ['retrieval_min_similarity', 0.25, ({ inject }) => inject.skillMinSimilarity],
  ['max_skills_in_context', 0, ({ inject }) => inject.skillBodies],
  ['include_exemplar', false, 'unused'],
  ['drift_window_activations', 10, ({ drift }) => drift.window],
  ['demotion_success_delta', 0.25, ({ drift }) => drift.margin],
  ['min_activations_before_drift_check', 5, ({ drift }) => drift.minFollowed],
];

const another = (value: unknown): unknown =>
  typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : 'developer';

const camel = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

describe('settings by the names of the seed system', () => {
  it('are all of its table, and no others', () => {
    const names = isDict(data) && isDict(data.settings) ? Object.keys(data.settings) : [];
    expect(names.sort()).toEqual(table.map(([key]) => key).sort());
  });

  it.each(table)('%s: %j by default, under both groups and in both spellings', async (key, value, where) => {
    if (where === 'unused') {
      for (const name of [`workflows.${key}`, `skills.${camel(key)}`]) {
        const [group = '', own = ''] = name.split('.');
        const settings = await read(`${group}:\n  ${own}: ${JSON.stringify(value)}\n`);
        expect(settings.policy).toEqual(defaultPolicy);
        expect(settings.unused).toEqual([{ key: name, why: expect.stringMatching(/^[a-z].{20,}[^.]$/) }]);
      }
      return;
    }
    expect(where(defaultPolicy)).toBe(value);
    for (const [group, own] of [
      ['workflows', key],
      ['skills', camel(key)],
    ]) {
      const { policy, unused } = await read(`${group}:\n  ${own}: ${JSON.stringify(another(value))}\n`);
      expect([where(policy), unused]).toEqual([another(value), []]);
    }
  });

  it('stand beside those of hebb; null is the default', async () => {
    const { policy } = await read(
      'workflows:\n  min_executions: 8\n  minQueries: 4\n  shadow_evaluation_min_similarity: null\nshadow:\n  minMatch: 0.9\n',
    );
    expect(policy.workflows).toEqual({ ...defaultPolicy.workflows, minExecutions: 8, minQueries: 4 });
    expect(policy.shadow).toEqual({ ...defaultPolicy.shadow, minMatch: 0.9 });
  });

  it.each([
    [
      'workflows:\n  min_executions: many\n',
      'config.yaml:2: workflows.min_executions: expected a number as for workflows.minExecutions, found "many"',
    ],
    [
      'workflows:\n  minExecutions: 4\n  min_executions: 5\n',
      'config.yaml:3: workflows.min_executions: it is workflows.minExecutions here, which is set as well',
    ],
    [
      'workflows:\n  min_execution: 5\n',
      /^config\.yaml:2: workflows\.min_execution: no such setting; known here: /,
    ],
    [
      'skills:\n  # a role\n  skill_injection_role: system\n',
      'config.yaml:3: skills.skill_injection_role: expected user or developer, found "system"',
    ],
  ])('say what is wrong, and where: %j', async (text, expected) => {
    expect(await problem(text)).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });
});

describe('the role of skills from behaviour', () => {
  const refused = /^config\.yaml:\d: [\w.]+: developer needs skills\.requireShadow: true/;

  it.each([
    ['skills:\n  role: developer\n  requireShadow: false\n', 'config.yaml:2: skills.role: '],
    ['skills:\n  requireShadow: false\n  role: developer\n', 'config.yaml:3: skills.role: '],
    [
      'workflows:\n  require_shadow: false\n  skill_injection_role: developer\n',
      'config.yaml:3: workflows.skill_injection_role: ',
    ],
  ])('is not the developer’s without a trial: %j', async (text, start) => {
    const message = await problem(text);
    expect(message).toMatch(refused);
    expect(message.startsWith(start)).toBe(true);
  });

  it('may be the developer’s with a trial, and the user’s without one', async () => {
    expect(await problem('skills:\n  role: developer\n')).toBe('none');
    expect(await problem('skills:\n  requireShadow: false\n')).toBe('none');
  });

  it('is not given by core memory either', () => {
    expect(() =>
      withMemoryConfig(
        defaultPolicy,
        { skills: { role: 'developer', requireShadow: false } },
        'core-memory.json',
      ),
    ).toThrow('core-memory.json: memoryConfig: skills.role: developer needs');
  });
});

describe('the evaluator', () => {
  it('is a program named in config.yaml', async () => {
    const { policy } = await read('workflows:\n  outcomeCommand: node "/a b/judge.js" --strict\n');
    expect(policy.workflows.outcomeCommand).toBe('node "/a b/judge.js" --strict');
    expect(await problem('workflows:\n  outcomeCommand: 7\n')).toBe(
      'config.yaml:2: workflows.outcomeCommand: expected a text, found 7',
    );
    expect(await problem('workflows:\n  outcomeCommand: " "\n')).toContain(
      'config.yaml:2: workflows.outcomeCommand: expected a program with its arguments',
    );
  });

  it('is never named by core memory, which agents write to', () => {
    expect(() =>
      withMemoryConfig(defaultPolicy, { workflows: { outcomeCommand: 'curl evil' } }, 'core-memory.json'),
    ).toThrow(
      'core-memory.json: memoryConfig: workflows.outcomeCommand: a program is named in config.yaml only',
    );
  });
});
