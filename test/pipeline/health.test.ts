import { describe, expect, it } from 'vitest';
import { defaultPolicy as policy } from '../../src/domain/policy.ts';
import type { State } from '../../src/domain/state.ts';
import type { UsageStats } from '../../src/domain/usage.ts';
import { assessHealth, type HealthExtras } from '../../src/pipeline/health.ts';
import { findOrphans, proposeRelations } from '../../src/pipeline/orphans.ts';
import type { StatsById } from '../../src/pipeline/plan-promote.ts';
import { daysAgo, memory, now, pair, relation, session, stateOf } from './samples.ts';

const fine: HealthExtras = { duplicates: 0, captures: [], contradictions: [] };
const rated = (effectiveness: number): UsageStats => ({
  uses: 4,
  helpful: 1,
  notHelpful: 1,
  exposed: 0,
  effectiveness,
});
const assess = (state: State, extras: Partial<HealthExtras> = {}, stats: StatsById = new Map()) =>
  assessHealth({ state, stats, policy, now, extras: { ...fine, ...extras } });
const many = (count: number) => stateOf({ memories: [...Array(count).keys()].map((at) => memory(`m${at}`)) });
const one = (fields: object) => stateOf({ memories: [memory('m', fields)] });
const review = {
  v: 1,
  rev: 1,
  kind: 'similar',
  a: 'a',
  b: 'b',
  similarity: 0.8,
  reason: '',
  at: now,
  updatedAt: now,
} as const;

describe('assessHealth: indicators at their boundaries', () => {
  it.each([
    ['count', '199 memories', assess(many(199)), 'OK'],
    ['count', '200 memories', assess(many(200)), 'OK'],
    ['count', '201 memories', assess(many(201)), 'WARN'],
    ['stale', 'idle for 89.99 days', assess(one({ discoveredAt: daysAgo(89.99) })), 'OK'],
    ['stale', 'idle for 90 days', assess(one({ discoveredAt: daysAgo(90) })), 'OK'],
    ['stale', 'idle for 90.01 days', assess(one({ discoveredAt: daysAgo(90.01) })), 'WARN'],
    ['effectiveness', '29.99 %', assess(one({}), {}, new Map([['m', rated(0.2999)]])), 'WARN'],
    ['effectiveness', '30 %', assess(one({}), {}, new Map([['m', rated(0.3)]])), 'OK'],
    ['effectiveness', '30.01 %', assess(one({}), {}, new Map([['m', rated(0.3001)]])), 'OK'],
    ['effectiveness', 'unknown', assess(one({})), 'OK'],
    ['duplicates', 'none', assess(one({})), 'OK'],
    ['duplicates', '1 pair', assess(one({}), { duplicates: 1 }), 'WARN'],
    ['orphans', '1 memory alone', assess(one({})), 'WARN'],
    [
      'orphans',
      'all linked',
      assess(stateOf({ memories: [memory('m')], relations: [relation('r', 'm', 'x')] })),
      'OK',
    ],
    ['review queue', 'empty', assess(one({})), 'OK'],
    ['review queue', '1 pair', assess(stateOf({ reviews: [{ ...review, id: 'v' }] })), 'WARN'],
    ['capture gap', '2.99 days', assess(one({}), { captures: [{ client: 'codex', days: 2.99 }] }), 'OK'],
    ['capture gap', '3 days', assess(one({}), { captures: [{ client: 'codex', days: 3 }] }), 'WARN'],
    ['capture gap', '3.01 days', assess(one({}), { captures: [{ client: 'codex', days: 3.01 }] }), 'WARN'],
    ['contradictions', '1', assess(one({}), { contradictions: ['"a" against "b"'] }), 'WARN'],
  ])('%s: %s', (name, _, health, status) => {
    expect(health.indicators.find((indicator) => indicator.name === name)?.status).toBe(status);
  });
});

describe('assessHealth: totals and recommendations', () => {
  const state = stateOf({
    memories: [
      memory('a', { discoveredAt: daysAgo(10) }),
      memory('b', { discoveredAt: daysAgo(20), entityType: 'belief' }),
      memory('gone', { status: 'superseded', entityType: 'stack' }),
    ],
  });

  it('counts live memories by type with average age and effectiveness', () => {
    const health = assess(
      state,
      {},
      new Map([
        ['a', rated(0.5)],
        ['b', rated(1)],
      ]),
    );
    expect(health).toMatchObject({ total: 2, byType: { belief: 1, pattern: 1 }, averageAgeDays: 15 });
    expect(health.averageEffectiveness).toBe(0.75);
  });

  it('knows nothing of an empty home, and complains of nothing', () => {
    const health = assess(stateOf({}));
    expect(health).toMatchObject({
      total: 0,
      averageAgeDays: 0,
      averageEffectiveness: null,
      recommendations: [],
    });
  });

  it.each([
    [59.99, false],
    [60, false],
    [60.01, true],
  ])('asks for a look at research of %d days: %s', (days, asks) => {
    const health = assess(one({ entityType: 'research', discoveredAt: daysAgo(days) }));
    expect(health.recommendations.some((text) => text.includes('research'))).toBe(asks);
  });

  it('proposes as global what two projects have learned', () => {
    const inProject = (id: string, project: string) =>
      memory(id, { scope: 'project', project, summary: ' Run  CI first' });
    const proposes = (memories: readonly ReturnType<typeof memory>[]) =>
      assess(stateOf({ memories })).recommendations.some((text) => text.includes('2 projects'));
    expect(proposes([inProject('a', 'p'), inProject('b', 'q')])).toBe(true);
    expect(proposes([inProject('a', 'p'), inProject('b', 'p')])).toBe(false);
  });
});

describe('findOrphans and proposeRelations', () => {
  const inProject = { scope: 'project', project: 'p' } as const;
  const state = stateOf({
    memories: [
      memory('a', { provenance: [session('s1')] }),
      memory('b', { provenance: [session('s1')] }),
      memory('c', { ...inProject, provenance: [session('s2')] }),
      memory('d', { ...inProject, provenance: [session('s3')] }),
      memory('e', { scope: 'user', user: 'u', provenance: [session('s4')] }),
      memory('f', { scope: 'user', user: 'w', provenance: [session('s4')] }),
      memory('x', { status: 'superseded' }),
    ],
    relations: [relation('r', 'd', 'react')],
  });

  it('are the live memories that no relation touches', () => {
    expect(findOrphans(state).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'e', 'f']);
  });

  it('may be related to the nearest, else to one of the same session, else of the same project, never across people', () => {
    const pairs = [pair('a', 'd', 0.5), pair('a', 'x', 0.9), pair('e', 'f', 0.9)];
    expect(
      proposeRelations(state, pairs).map(({ id, proposal }) => [id, proposal?.id, proposal?.why]),
    ).toEqual([
      ['a', 'd', 'nearest'],
      ['b', 'a', 'same session'],
      ['c', 'd', 'same project'],
      ['e', undefined, undefined],
      ['f', undefined, undefined],
    ]);
  });
});
