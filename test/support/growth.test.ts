import { expect, it } from 'vitest';
import { isLinear } from './growth.ts';

const text = 'ab '.repeat(1500);

it('tells a linear reading from one that goes back and forth', () => {
  expect(isLinear((part) => /x$/.test(part), text)).toBe(true);
  expect(isLinear((part) => /(?:[ab ]*x)$/.test(part), text)).toBe(false);
});
