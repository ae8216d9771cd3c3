import { describe, expect, it } from 'vitest';
import type { AgentMessage, ArmName } from '../../src/domain/experiment.ts';
import { type ArmMaterial, armMessages, checkArms } from '../../src/pipeline/experiment-arms.ts';
import {
  type ArmResult,
  figureBlocks,
  figuresOf,
  isRightAnswer,
  isRightWorkflow,
} from '../../src/pipeline/experiment-score.ts';
import { ran, runOf } from './reflect-samples.ts';

const runs = [1, 2, 3, 4].map((day) =>
  runOf(`w-${day}`, day, [ran('npm test')], { query: `Add test ${day}` }),
);
const material: ArmMaterial = { body: '## Procedure\n1. Run `npm test`. [R1]', runs, hasDeveloperRole: true };
const arms = (own = material, prompt = 'Add test 9'): Record<ArmName, AgentMessage[]> => ({
  baseline: armMessages('baseline', prompt, own),
  user: armMessages('user', prompt, own),
  developer: armMessages('developer', prompt, own),
});
const rolesOf = (messages: readonly AgentMessage[]): string[] => messages.map(({ role }) => role);

describe('the arms of an experiment', () => {
  it('differ in their context and its weight alone', () => {
    const { baseline, user, developer } = arms();
    expect(rolesOf(baseline)).toEqual(['system', 'user', 'user']);
    expect(rolesOf(user)).toEqual(['system', 'user', 'user']);
    expect(rolesOf(developer)).toEqual(['system', 'developer', 'user']);
    for (const messages of [baseline, user, developer]) {
      expect(messages[0]).toEqual(baseline[0]);
      expect(messages[2]).toEqual({ role: 'user', content: 'Add test 9' });
    }
  });

  it('speak as system where the service knows no developer', () => {
    expect(rolesOf(arms({ ...material, hasDeveloperRole: false }).developer)).toEqual([
      'system',
      'system',
      'user',
    ]);
  });

  it('give the newest three runs to the baseline, step by step, and none to the others', () => {
    const { baseline, user, developer } = arms();
    expect(baseline[1]?.content).toContain('Run 3 of 3, asked: Add test 3\n- npm test');
    expect(baseline[1]?.content).not.toContain('Add test 4');
    expect(user[1]?.content).not.toContain('asked:');
    expect(developer[1]?.content).not.toContain('asked:');
  });

  it('assert what they claim of the prompts as they are', () => {
    expect(checkArms(arms(), material).map(({ rule, holds }) => [rule, holds])).toEqual([
      ['same-body', true],
      ['no-raw-run', true],
      ['one-developer', true],
    ]);
  });

  const broken: readonly [string, string, (sent: Record<ArmName, AgentMessage[]>) => object][] = [
    ['another text in one arm', 'same-body', () => ({ user: arms({ ...material, body: 'Another.' }).user })],
    [
      'a raw run beside the skill',
      'no-raw-run',
      (sent) => ({ user: [...sent.baseline.slice(0, 2), ...sent.user] }),
    ],
    ['a developer in both arms', 'one-developer', (sent) => ({ user: sent.developer })],
    ['a developer in none', 'one-developer', (sent) => ({ developer: sent.user })],
  ];
  it.each(broken)('notice %s', (_, rule, change) => {
    const sent = arms();
    const checks = checkArms({ ...sent, ...change(sent) }, material);
    expect(checks.find((check) => check.rule === rule)?.holds).toBe(false);
  });

  it('find a raw run also under another heading', () => {
    const sent = arms();
    const raw = /<text-[^>]+>\n([\s\S]*?)\n\n/.exec(sent.baseline[1]?.content ?? '')?.[1] ?? '';
    expect(raw).toContain('Run 1 of 3');
    const leaked = { ...sent, user: [...sent.user, { role: 'user' as const, content: `Before:\n${raw}` }] };
    expect(checkArms(leaked, material).find(({ rule }) => rule === 'no-raw-run')?.holds).toBe(false);
  });
});

describe('the score', () => {
  it.each([
    ['done', 'done', true],
    ['done', ' done\n', true],
    ['done', 'Done', false],
    ['/^done$/i', 'Done', true],
    ['/paid \\d+/', 'it paid 12', true],
    ['/paid \\d+/', 'it paid', false],
  ])('of an answer: %s and %j', (answer, text, right) => {
    expect(isRightAnswer({ id: 't', prompt: 'p', answer }, text)).toBe(right);
  });

  it.each([
    [['a', 'b'], ['a', 'b'], true],
    [['a', 'b'], ['b', 'a'], false],
    [['a', 'b'], ['a', 'b', 'c'], false],
    [['a'], null, null],
    [[], [], true],
  ])('of a workflow: %j and %j', (workflow, units, right) => {
    expect(isRightWorkflow({ id: 't', prompt: 'p', workflow }, units)).toBe(right);
  });

  it('is unknown for what the task does not tell', () => {
    expect(isRightAnswer({ id: 't', prompt: 'p' }, 'done')).toBeNull();
    expect(isRightWorkflow({ id: 't', prompt: 'p' }, ['a'])).toBeNull();
  });

  const result = (arm: ArmName, fields: Partial<ArmResult>): ArmResult => ({
    arm,
    task: 't',
    trial: 1,
    workflow: true,
    answer: true,
    tokens: { input: 100, output: 10 },
    requests: 2,
    modelMs: 300,
    ms: 400,
    hasRawRun: arm === 'baseline',
    hasDeveloper: arm === 'developer',
    units: [],
    problem: null,
    ...fields,
  });
  const results = [
    result('baseline', { workflow: false }),
    result('baseline', { answer: false, tokens: { input: 200, output: 30 } }),
    result('user', {}),
    result('user', { workflow: null, tokens: null, requests: null, modelMs: null }),
    result('developer', {}),
    result('developer', { answer: false }),
  ];

  it('is a mean over what is known, and both means both', () => {
    const [baseline, user, developer] = figuresOf(results);
    expect(baseline).toEqual({
      arm: 'baseline',
      results: 2,
      workflow: 0.5,
      answer: 0.5,
      combined: 0,
      inputTokens: 150,
      outputTokens: 20,
      requests: 2,
      modelMs: 300,
      ms: 400,
      rawRunRate: 1,
      developerRate: 0,
    });
    expect(user).toMatchObject({ workflow: 1, answer: 1, combined: 1, inputTokens: 100, rawRunRate: 0 });
    expect(developer).toMatchObject({ combined: 0.5, developerRate: 1 });
  });

  it('stands in a table with how far each arm lies from the baseline', () => {
    const [table] = figureBlocks(figuresOf(results));
    expect(table?.kind === 'table' ? table.rows : []).toEqual([
      ['baseline', '50 %', '50 %', '0 %', '150', '20', '2', '300', '400', '100 %', '0 %'],
      ['user', '100 %', '100 %', '100 %', '100', '10', '2', '300', '400', '0 %', '0 %'],
      ['developer', '100 %', '50 %', '50 %', '100', '10', '2', '300', '400', '0 %', '100 %'],
      ['user − baseline', '+50', '+50', '+100', '-50', '-10', '0', '0', '0', '-100', '0'],
      ['developer − baseline', '+50', '0', '+50', '-50', '-10', '0', '0', '0', '-100', '+100'],
    ]);
  });

  it('of nothing is nothing, not zero', () => {
    const [, user] = figuresOf([result('baseline', {})]);
    expect(user).toMatchObject({ results: 0, workflow: null, combined: null, ms: null });
    const [table] = figureBlocks(figuresOf([result('baseline', {})]));
    expect(table?.kind === 'table' ? table.rows[1] : []).toEqual(['user', ...Array(10).fill('–')]);
  });
});
