import { expect, it } from 'vitest';
import { parseGlued } from '../../src/clients/glued-objects.ts';

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
  const start = performance.now();
  expect(parseGlued('{"a":1}'.repeat(100_000)).values).toHaveLength(100_000);
  expect(parseGlued('{"a":'.repeat(100_000)).values).toHaveLength(0);
  expect(performance.now() - start).toBeLessThan(2000);
});
