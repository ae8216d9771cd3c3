import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { captionLikeness, normalizeLabel, readCaption } from '../../src/text/captions.ts';
import { captionOf } from '../../src/text/key-phrase.ts';

const likeness = (a: string, b: string): number => captionLikeness(readCaption(a), readCaption(b));

describe('the likeness of kinds of work', () => {
  it.each([
    ['hook pipeline debugging', 'debugging the hook pipeline'],
    ['release checklist', 'Release checklist!'],
    ['fix failing hook tests', 'repair failing tests of hooks'],
  ])('%s is %s', (a, b) => {
    expect(likeness(a, b)).toBeGreaterThanOrEqual(0.42);
  });

  it.each([
    ['delete empty directories', 'find empty directories'],
    ['deploy to staging', 'deploy to production'],
    ['refactor auth module', 'refactor log parser'],
    ['add an endpoint', 'review an endpoint'],
  ])('%s is not %s', (a, b) => {
    expect(likeness(a, b)).toBeLessThan(0.42);
  });

  it('is symmetric, at most 1, and 1 for one label written in two ways', () => {
    const word = fc.constantFrom('fix', 'hook', 'deploy', 'staging', 'empty', 'file', '7', '修复', 'тест');
    const caption = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(caption, caption, (a, b) => {
        expect(likeness(a, b)).toBe(likeness(b, a));
        expect(likeness(a, b)).toBeLessThanOrEqual(1);
        expect(likeness(a, `  ${a.toUpperCase()} `)).toBe(1);
      }),
    );
  });

  it('never makes nothing of a label, whatever its script', () => {
    const labels = ['修复钩子', 'отладка хуков', 'तैनाती', 'แก้บั๊ก', '🚀', '---', 'Ａ', 'إصلاح'];
    expect(labels.map(normalizeLabel).filter((label) => label === '')).toEqual([]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (label) => {
        if (label.trim() !== '') expect(normalizeLabel(label)).not.toBe('');
      }),
    );
  });
});

describe('the caption of a prompt', () => {
  it.each([
    ['Please fix the failing hook test in capture.ts, it double-fires', 'fix failing hook test'],
    ['can you debug why the post-edit hook fires twice?', 'debug post-edit hook fires twice'],
    ['perf: cache rows in the planner', 'cache rows planner'],
    ['The build fails with TS2322 after the upgrade. Fix it.', 'build fails after upgrade'],
    ['Bitte behebe den fehlschlagenden Test in foo.ts', 'behebe fehlschlagenden test'],
    ['修复钩子重复触发', '修复 钩子 重复 触发'],
    ['ok', undefined],
    ['yes, do it', undefined],
    ['', undefined],
  ])('%j: %j', (prompt, caption) => {
    expect(captionOf(prompt)).toBe(caption);
  });

  it('has at most six words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (prompt) => {
        expect((captionOf(prompt) ?? '').split(' ').length).toBeLessThanOrEqual(6);
      }),
    );
  });
});
