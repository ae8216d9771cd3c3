import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/domain/run.ts';
import { strictHash } from '../../src/pipeline/strict-hash.ts';

const step = (tool: string, argKeys: readonly string[] = [], more: Partial<Step> = {}): Step => ({
  ...{ toolUseId: tool, tool, argKeys, shape: tool, ok: true, at: '', row: 1, files: [] },
  ...more,
});

const failed = { ok: false } as const;
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('strictHash', () => {
  const lookup = step('lookup_order', ['order_id']);
  const refund = step('issue_refund', ['amount', 'order_id']);
  const published = '5e6b70e86ec21732b51dd93e2ddd9627b12c43186d3d048e7a8d356b41c37e12';

  it('is the published vector', () => {
    expect(strictHash([lookup, refund])).toBe(published);
    expect(strictHash([lookup, { ...refund, argKeys: ['order_id', 'amount'] }]), 'keys in any order').toBe(
      published,
    );
  });

  it('is another one where a step failed', () => {
    expect(strictHash([lookup, { ...refund, ...failed }])).toMatch(/^5f320a50c0b3/);
  });

  it('takes a step of which nothing is known as one that worked', () => {
    expect(strictHash([lookup, { ...refund, ok: 'unknown' }])).toBe(published);
  });

  it('escapes what is no printable ASCII as Python does', () => {
    expect(strictHash([step('téléphone')])).toMatch(/^a65cdc06fdfe/);
    expect(strictHash([step('a\u007f😀"\n')])).toBe(
      sha('[{"arg_keys":[],"errored":false,"tool":"a\\u007f\\ud83d\\ude00\\"\\n"}]'),
    );
  });

  it('sorts names by code point, also beyond the first plane', () => {
    expect(strictHash([step('x', ['😀', 'ﬀ', 'a', 'ab'])])).toBe(
      sha('[{"arg_keys":["a","ab","\\ufb00","\\ud83d\\ude00"],"errored":false,"tool":"x"}]'),
    );
  });

  it('has none without steps', () => expect(strictHash([])).toBeUndefined());

  it('folds tries of the same call: fail, fail, work is one that worked', () => {
    expect(strictHash([{ ...lookup, ...failed }, { ...lookup, ...failed }, lookup, refund])).toBe(published);
  });

  it.each([
    ['two that worked', [lookup, lookup, refund]],
    ['one that worked and one that failed', [lookup, { ...lookup, ...failed }, refund]],
    ['a try with other arguments', [step('lookup_order', ['id'], failed), lookup, refund]],
    ['a try after another step', [{ ...lookup, ...failed }, refund, lookup, refund]],
  ])('does not fold %s', (_, steps) => expect(strictHash(steps)).not.toBe(published));

  const at = (one: Step, time: string): Step => ({ ...one, at: time });

  it('goes by time where every step has one', () => {
    expect(strictHash([at(refund, '2026-01-02T00:00:00Z'), at(lookup, '2026-01-01T00:00:00Z')])).toBe(
      published,
    );
    expect(
      strictHash([at(refund, '2026-01-01T01:00:00+02:00'), at(lookup, '2025-12-31T22:59:59Z')]),
      'zones',
    ).toBe(published);
  });

  it('goes by position at equal times, and where one step has no time', () => {
    const noon = '2026-01-01T12:00:00Z';
    expect(strictHash([at(lookup, noon), at(refund, noon)])).toBe(published);
    expect(strictHash([at(lookup, '2026-01-02T00:00:00Z'), at(refund, '1')])).toBe(published);
    expect(strictHash([at(lookup, '2026-01-02T00:00:00Z'), at(refund, '')])).toBe(published);
  });
});
