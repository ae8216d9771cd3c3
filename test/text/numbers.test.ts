import { describe, expect, it } from 'vitest';
import { joinNumbers, numberWord, readQuantity } from '../../src/text/numbers.ts';

describe('readQuantity', () => {
  it.each([
    ['30', '30', ''],
    ['1,024', '1024', ''],
    ['10MB', '10', 'MB'],
    ['50%', '50', '%'],
    ['v2.1', '2.1', ''],
    ['3.10', '3.10', ''],
    ['-7', '-7', ''],
    ['7th', '7th', ''],
    ['1,5', '1,5', ''],
    ['2.9.10.3', '2.9.10.3', ''],
    ['0644', '0644', ''],
    ['3.0.0-M7', '3.0.0-m7', ''],
  ])('%s', (token, value, unit) => {
    expect(readQuantity(token)).toEqual({ value, unit });
  });
});

describe('numberWord', () => {
  it.each([
    ['thirty', 'en', 30],
    ['twenty-five', 'en', 25],
    ['dreissig', 'de', 30],
    ['treinta', 'es', 30],
    ['trente', 'fr', 30],
    ['trinta', 'pt', 30],
    ['тридцать', 'ru', 30],
    ['三十', 'en', 30],
    ['二百零五', 'en', 205],
    ['삼십', 'en', 30],
    ['五', 'en', 5],
    ['treinta', 'en', 30],
    ['once', 'es', 11],
    ['once', 'en', undefined],
    ['elf', 'en', undefined],
    ['elf', 'de', 11],
    ['file', 'en', undefined],
    ['pre-commit', 'en', undefined],
  ])('%s in %s', (word, language, value) => {
    expect(numberWord(word, language)).toBe(value);
  });

  it.each([
    [20, 5, 25],
    [2, 100, 200],
    [200, 30, 230],
    [5, 1000, 5000],
    [1, 2, undefined],
    [20, 30, undefined],
    [13, 5, undefined],
  ])('%d then %d', (left, right, value) => {
    expect(joinNumbers(left, right)).toBe(value);
  });
});
