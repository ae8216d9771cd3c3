import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeText } from '../../src/text/normalize.ts';

describe('normalizeText', () => {
  it.each([
    ['case', 'Use PNPM', 'use pnpm'],
    ['white space', '  use\t\n pnpm ', 'use pnpm'],
    ['composed and decomposed', 'Cafe\u0301', 'café'],
    ['full width', 'ＵＳＥ　ｐｎｐｍ', 'use pnpm'],
    ['half-width kana', 'ｷｬｯｼｭ', 'キャッシュ'],
    ['sharp s', 'STRASSE', 'strasse'],
    ['sharp s, small', 'Straße', 'strasse'],
    ['final sigma', 'ΟΔΟΣ', 'οδοσ'],
    ['invisible characters', 'pn\u200bpm\u00ad', 'pnpm'],
    ['digits of another script', '٣٠ ३० ๓๐', '30 30 30'],
  ])('%s', (_name, text, expected) => {
    expect(normalizeText(text)).toBe(expected);
  });

  it('keeps powers and fractions apart from plain digits', () => {
    expect(normalizeText('10²')).not.toBe(normalizeText('102'));
    expect(normalizeText('1½')).not.toBe(normalizeText('11⁄2'));
  });

  it('is its own fixed point', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalizeText(normalizeText(text))).toBe(normalizeText(text));
      }),
    );
  });
});
