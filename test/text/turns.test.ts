import { describe, expect, it } from 'vitest';
import { asksBack, questionShare, speakerOf } from '../../src/text/turns.ts';

describe('turns of a talk', () => {
  it.each([
    ['Mira: Hello there', 'Mira'],
    ['Jean Luc: Make it so', 'Jean Luc'],
    ['Łukasz: tak', 'Łukasz'],
    ['note: use tabs', undefined],
    ['Use tabs: they are wide', undefined],
    ['Error:no blank', undefined],
  ])('%s is said by %s', (text, speaker) => {
    expect(speakerOf(text)).toBe(speaker);
  });

  it.each([
    ['Is it? Yes. No. Maybe.', 0.25, false],
    ['Well. Is it?', 0.5, true],
    ['A. B. C. Is it?', 0.25, true],
    ['Is it? Or not? Tell me.', 2 / 3, true],
    ['何ですか？', 1, true],
    ['It is.', 0, false],
    ['A. B. C. Is it? [image: a red boat. It floats.]', 0.25, true],
    ['https://a.example/?q=1 is an address.', 0, false],
  ])('%s', (text, share, back) => {
    expect(questionShare(text)).toBeCloseTo(share);
    expect(asksBack(text)).toBe(back);
  });
});
