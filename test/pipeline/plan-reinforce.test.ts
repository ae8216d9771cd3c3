import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { defaultPolicy } from '../../src/domain/policy.ts';
import { planReinforce } from '../../src/pipeline/plan-reinforce.ts';
import { daysAgo, memory, now, stateOf } from './samples.ts';

const policy = defaultPolicy.strength;
const plan = (memories: readonly Memory[], called: readonly string[]) =>
  planReinforce(stateOf({ memories }), called, { policy, now });

describe('planReinforce', () => {
  it.each([
    ['1.0 of 14 days ago at 0.05 is 0.4877', { base: 1, decayRate: 0.05, anchoredAt: daysAgo(14) }, 0.5877],
    ['not above 1', { base: 0.95, decayRate: 0, anchoredAt: daysAgo(14) }, 1],
    ['what has faded comes back', { base: 0.04, decayRate: 0.05, anchoredAt: now }, 0.14],
  ])('%s', (_, fields, base) => {
    const result = plan([memory('m', fields)], ['m']);
    const [change] = result.ok ? result.value.changes : [];
    expect(change?.after).toMatchObject({ anchoredAt: now, status: 'confirmed', rev: 2, updatedAt: now });
    expect(change?.after).toHaveProperty('base', expect.closeTo(base, 4));
    expect(change?.reason).toMatchObject({
      rule: 'reinforce.stated',
      numbers: { by: 0.1, to: expect.closeTo(base, 4) },
    });
  });

  it('counts at the anchor when the clock stepped back', () => {
    const later = daysAgo(-5);
    const result = plan([memory('m', { base: 0.5, anchoredAt: later })], ['m']);
    expect(result).toMatchObject({ value: { changes: [{ after: { base: 0.6, anchoredAt: later } }] } });
  });

  it('takes each once, by id or alias', () => {
    const result = plan([memory('m', { aliases: ['part'] }), memory('n')], ['m', 'part', 'n']);
    expect(result.ok && result.value.changes.map(({ target }) => target)).toEqual([
      'memories/m',
      'memories/n',
    ]);
  });

  it('leaves alone what is as strong as can be and never fades', () => {
    const best = memory('m', { base: 1, decayRate: 0, status: 'confirmed' });
    expect(plan([best], ['m'])).toMatchObject({ value: { changes: [] } });
  });

  it.each([
    ['unknown', 'x', 'memory.unknown'],
    ['blocked', 'b', 'memory.status'],
  ])('does nothing at all when one is %s', (_, called, code) => {
    const result = plan([memory('m'), memory('b', { status: 'blocked' })], ['m', called]);
    expect(result).toMatchObject({ ok: false, failure: { code } });
  });
});
