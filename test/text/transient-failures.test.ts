import { describe, expect, it } from 'vitest';
import { isTransientFailure, TRANSIENT_RULES } from '../../src/text/transient-failures.ts';

describe('every rule of templates/transient-failures.yaml', () => {
  it.each(TRANSIENT_RULES.map((rule) => [rule.id, rule] as const))('%s, by its examples', (_, rule) => {
    expect(rule.positive.length * rule.negative.length).toBeGreaterThan(0);
    expect(rule.positive.filter((text) => !rule.expression.test(text) || !isTransientFailure(text))).toEqual(
      [],
    );
    expect(rule.negative.filter(isTransientFailure)).toEqual([]);
  });
});

it.each([
  ['Exit code 1\nnpm error code ETIMEDOUT\nnpm error network request failed', true],
  ['Exit code 143\nCommand timed out after 2m 0.0s', true],
  [
    'Exit code 1\n FAIL  test/retry.test.ts > request timed out is retried\nAssertionError: expected 1 to be 2',
    false,
  ],
  ['✗ returns 503 Service Unavailable when the pool is full', false],
  ['src/http.ts(503,12): error TS2345: Argument of type "a"', false],
  ["error TS2339: Property 'timeout' does not exist on type 'Options'.", false],
  ['SyntaxError: Unexpected token', false],
  ['', false],
  [`AssertionError: x\n${'noise\n'.repeat(2000)}connect ECONNREFUSED 127.0.0.1:80`, true],
])('%j is transient: %s', (text, transient) => {
  expect(isTransientFailure(text)).toBe(transient);
});
