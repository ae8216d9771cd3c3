import { expect, it } from 'vitest';
import { parseGlued } from '../../src/clients/glued-objects.ts';
import { isLinear } from '../support/growth.ts';

it.each([
  ['{"a":1}', { values: [{ a: 1 }] }],
  ['{"a":1}{"b":2}', { values: [{ a: 1 }, { b: 2 }] }],
  ['{"a":"}{"} {"b":[{}]}', { values: [{ a: '}{' }, { b: [{}] }] }],
  ['{"a":"\\"}"}{"b":1}', { values: [{ a: '"}' }, { b: 1 }] }],
  ['{"a":1}{"b":', { values: [{ a: 1 }], rest: '{"b":' }],
  ['{"a":1} and more', { values: [{ a: 1 }], rest: ' and more' }],
  ['not json', { values: [], rest: 'not json' }],
  ['{broken}{"a":1}', { values: [], rest: '{broken}{"a":1}' }],
  ['"text"', { values: ['text'] }],
  ['', { values: [] }],
])('%j', (text, expected) => {
  expect(parseGlued(text)).toEqual(expected);
});

it('stays linear on many objects and on deep nesting', () => {
  expect(parseGlued('{"a":1}'.repeat(20_000)).values).toHaveLength(20_000);
  expect(parseGlued('{"a":'.repeat(20_000)).values).toHaveLength(0);
  expect(isLinear(parseGlued, '{"a":1}'.repeat(20_000))).toBe(true);
  expect(isLinear(parseGlued, '{"a":'.repeat(20_000))).toBe(true);
});
