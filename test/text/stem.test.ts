import { describe, expect, it } from 'vitest';
import { baseForms, stemWord } from '../../src/text/stem.ts';

describe('stemWord', () => {
  it.each([
    ['tests', 'test'],
    ['wrote', 'write'],
    ['indices', 'index'],
    ['café', 'café'],
    ['тесты', 'тесты'],
    ['ci', 'ci'],
  ])('%s', (word, stem) => {
    expect(stemWord(word)).toBe(stemWord(stem));
  });
});

const meet = (a: string, b: string): boolean => [...baseForms(a)].some((base) => baseForms(b).has(base));

describe('baseForms', () => {
  it.each([
    ['test', 'tests'],
    ['cache', 'caching'],
    ['cache', 'caches'],
    ['cached', 'caching'],
    ['plan', 'planned'],
    ['run', 'running'],
    ['ran', 'runs'],
    ['query', 'queries'],
    ['index', 'indices'],
    ['wrote', 'written'],
    ['push', 'pushes'],
    ['use', 'used'],
    ['apply', 'applied'],
    ['menu', 'menus'],
  ])('%s is a form of %s', (a, b) => {
    expect(meet(a, b)).toBe(true);
  });

  it.each([
    ['plan', 'plane'],
    ['plan', 'planes'],
    ['import', 'important'],
    ['user', 'use'],
    ['server', 'service'],
    ['general', 'generic'],
    ['new', 'news'],
    ['large', 'larger'],
    ['process', 'processor'],
    ['string', 'str'],
    ['thing', 'the'],
    ['test', 'tester'],
    ['install', 'installation'],
    ['universe', 'university'],
  ])('%s is no form of %s', (a, b) => {
    expect(meet(a, b)).toBe(false);
  });
});
