import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSkillSlug, skillSlug } from '../../src/text/skill-slug.ts';

describe('skillSlug', () => {
  it.each([
    ['Hook pipeline debugging', 'hook-pipeline-debugging'],
    ["  Don't break_the--build!! ", 'dont-break-the-build'],
    ['Größe prüfen', 'grosse-prufen'],
    ['Œuvre & cœur', 'oeuvre-coeur'],
    ['İstanbul ılık', 'istanbul-ilik'],
    ['ＡＢＣ １２', 'abc-12'],
    ['con', 'con-skill'],
    ['synced', 'synced-skill'],
  ])('%j becomes %s', (label, slug) => expect(skillSlug(label)).toBe(slug));

  it.each(['修复构建', 'ремонт сборки', 'إصلاح', '🚀', '', '---'])('%j is never nothing', (label) =>
    expect(skillSlug(label)).toMatch(/^skill-[0-9a-f]{8}$/),
  );

  it('keeps apart what differs only in another script', () => {
    expect(skillSlug('修复 build')).toMatch(/^build-[0-9a-f]{8}$/);
    expect(skillSlug('修复 build')).not.toBe(skillSlug('检查 build'));
    expect(skillSlug('ремонт')).toBe(skillSlug(' Ремонт '));
  });

  it('cuts between words', () => {
    expect(skillSlug(`${'word '.repeat(20)}`)).toBe(Array(13).fill('word').join('-'));
    expect(skillSlug('x'.repeat(80))).toBe('x'.repeat(64));
    expect(skillSlug(`${'x'.repeat(64)} y`)).toBe('x'.repeat(64));
  });

  it('is always a name, and a name is left alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (label) => {
        const slug = skillSlug(label);
        expect(isSkillSlug(slug)).toBe(true);
        expect(skillSlug(slug)).toBe(slug);
      }),
      { numRuns: 100 },
    );
  });
});
