import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factKey, foldLookalikes } from '../../src/text/lookalikes.ts';

const fact = (summary: string) => ({ entityType: 'belief', scope: 'global' as const, summary });

describe('foldLookalikes', () => {
  it.each([
    ['Cyrillic', 'nеvеr usе tаbs'],
    ['Cyrillic capitals', 'NЕVЕR USЕ ТАВS'],
    ['Greek capitals', 'ΝΕVΕR USΕ ΤΑΒS'],
    ['Greek', 'nεver use tαbs'.replace('ε', 'e')],
    ['full width', 'Ｎｅｖｅｒ ｕｓｅ ｔａｂｓ'],
    ['mathematical', '𝐧𝐞𝐯𝐞𝐫 𝓊𝓈𝑒 𝚝𝚊𝚋𝚜'],
    ['zero width', 'ne\u200bver\u200d use\u2060 ta\ufeffbs'],
    ['soft hyphen and direction marks', 'ne\u00adver \u202euse\u202c tabs'],
    ['tags', 'never use tabs\u{e0041}\u{e0042}'],
    ['variation selectors', 'never\ufe0f use tabs'],
    ['combining marks', 'ne\u0301ver u\u0308se tabs\u0327'],
    ['precomposed accents', 'néver üse tabs'],
    ['Armenian', 'never սse tabs'],
    ['no-break spaces', 'never\u00a0use\u2003tabs'],
  ])('%s', (_, text) => {
    expect(foldLookalikes(text)).toBe('never use tabs');
    expect(factKey(fact(text))).toBe(factKey(fact('Never use tabs')));
  });

  it.each([
    ['don’t use “x” – ever…', `don't use "x" - ever...`],
    ['Plain English stays.', 'plain english stays.'],
  ])('%s', (text, folded) => {
    expect(foldLookalikes(text)).toBe(folded);
  });

  it.each([
    ['カキ', 'ガギ'],
    ['กา', 'ก่า'],
    ['भारत', 'भारतीय'],
    ['가', '각'],
    ['use tabs', 'use spaces'],
    ['retry 3 times', 'retry 5 times'],
  ])('keeps apart: %s / %s', (a, b) => {
    expect(foldLookalikes(a)).not.toBe(foldLookalikes(b));
  });

  it('is done once, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const folded = foldLookalikes(text);
        expect(foldLookalikes(folded)).toBe(folded);
      }),
    );
  });
});
