import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedText } from '../../src/pipeline/purge-fold.ts';
import { fingerprintOf, TextFinder } from '../../src/pipeline/purge-mask.ts';

const fact = 'Always greet Renée Dubois at the Genève desk before noon';
const finderOf = (text: string, cut = false): TextFinder =>
  new TextFinder([fingerprintOf({ text, cut }, 'salt')], 'salt');
const finder = finderOf(fact);

describe('a text is found in every form', () => {
  it.each([
    ['plain', fact],
    ['decomposed', fact.normalize('NFD')],
    ['upper case', fact.toUpperCase()],
    ['other spacing', fact.replaceAll(' ', '  \n ')],
    ['a slug', fact.toLowerCase().replaceAll(' ', '-')],
    ['a key', fact.replaceAll(' ', '')],
    ['without accents', fact.normalize('NFD').replace(/\p{M}/gu, '')],
    ['full width', fact.replace('Dubois', 'Ｄｕｂｏｉｓ')],
    ['escaped once', JSON.stringify(fact.replaceAll(' ', '\n')).slice(1, -1)],
    ['escaped thrice', JSON.stringify(JSON.stringify(JSON.stringify(fact.replaceAll(' ', '\t'))))],
    ['by code', fact.replaceAll('é', '\\u00e9').replaceAll('è', '\\u00E8')],
    ['cut short', `${fact.slice(0, 40)}…`],
  ])('%s', (_, text) => {
    const masked = finder.mask(`before ${text} after`);
    expect(masked).toMatch(/^before .{0,4}\[purged\].{0,4}… after$|^before .{0,9}\[purged\].{0,9} after$/);
    expect(foldedText(masked)).not.toContain('dubois');
  });

  it.each([
    ['another fact', 'Always greet Renée Dubois at the front desk'],
    ['its beginning, not cut', 'Always greet Renée Dubois at the Genève'],
    ['the empty text', ''],
  ])('and %s is left alone', (_, text) => {
    expect(finder.mask(text)).toBe(text);
  });

  it('a text that was cut takes the rest of its line with it', () => {
    const cut = finderOf('The key under the third flower pot opens…', true);
    expect(cut.mask('a\nThe key under the third flower pot opens the back door\nb')).toBe('a\n[purged]\nb');
  });

  it('whatever stands around it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        (before, after) => {
          const masked = finder.mask(before + fact + after);
          return !foldedText(masked).includes(foldedText(fact)) && masked.includes('[purged]');
        },
      ),
    );
  });
});

it('masks keys and values of a document and counts them', () => {
  let hits = 0;
  const value = { [fact]: 1, list: [`x ${fact.toUpperCase()}`, { deep: fact }], other: 'stays' };
  const masked = finder.maskJson(value, () => {
    hits++;
  });
  expect([masked, hits]).toEqual([
    { '[purged]': 1, list: ['x [purged]', { deep: '[purged]' }], other: 'stays' },
    3,
  ]);
});

it('leaves words of the format alone where they belong', () => {
  const active = finderOf('keep both');
  const value = { decision: 'keep-both', keepBoth: 1, reason: 'we keep both' };
  expect(active.maskJson(value, () => {})).toEqual({ ...value, reason: 'we [purged]' });
});
