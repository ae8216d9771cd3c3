import { describe, expect, it } from 'vitest';
import { areOpposites, polarityOf } from '../../src/text/polarity.ts';

describe('polarityOf', () => {
  it.each([
    ['Use npm', 'do'],
    ['Never use npm', 'avoid'],
    ["Don't use npm", 'avoid'],
    ['Avoid npm', 'avoid'],
    ['Not only npm', 'do'],
    ['Never deploy without tests', 'do'],
    ['Benutze kein npm', 'avoid'],
    ['Benutze npm', 'do'],
    ['No uses npm', 'avoid'],
    ['Usa npm siempre', 'do'],
    ["N'utilise jamais npm", 'avoid'],
    ['Utilise npm', 'do'],
    ['Não use npm', 'avoid'],
    ['Use sempre npm', 'do'],
    ['Не используй npm', 'avoid'],
    ['Используй npm', 'do'],
    ['不要使用npm', 'avoid'],
    ['使用npm', 'do'],
    ['npmを使わないで', 'avoid'],
    ['npmを使う', 'do'],
    ['npm을 사용하지 마세요', 'avoid'],
    ['npm을 사용하세요', 'do'],
  ])('%s', (text, polarity) => {
    expect(polarityOf(text)).toBe(polarity);
  });
});

describe('areOpposites', () => {
  it.each([
    ['enable', 'disable', true],
    ['disabling', 'enabled', true],
    ['before', 'after', true],
    ['siempre', 'nunca', true],
    ['enable', 'enabled', false],
    ['add', 'append', false],
  ])('%s and %s', (a, b, expected) => {
    expect(areOpposites(a, b)).toBe(expected);
  });
});
