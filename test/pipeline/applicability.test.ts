import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/domain/policy.ts';
import { type SkillTexts, wordMeasure } from '../../src/pipeline/applicability.ts';
import { labelledSkills, unrelatedPrompts } from './applicability-set.ts';

/** As a skill from behaviour describes itself. */
const skills: SkillTexts[] = labelledSkills.map(({ slug, caption, triggers }) => ({
  slug,
  description: `Use when you are asked to ${caption}, for example: ${triggers
    .slice(0, 3)
    .map((one) => `“${one}”`)
    .join('; ')}.`,
  preconditions: '',
  queries: triggers,
}));

describe('applicability by words', () => {
  const { of, cut } = wordMeasure(skills, { cut: defaultPolicy.shadow.minLexicalApplicability });
  it('finds most prompts of a kind of work, and few others', () => {
    const right = labelledSkills.flatMap(({ slug, same }) => same.map((query) => of(slug, query)));
    const wrong = labelledSkills.flatMap((skill) => {
      const others = labelledSkills
        .filter((one) => one !== skill)
        .flatMap(({ same, near }) => [...same, ...near]);
      return [...skill.near, ...others, ...unrelatedPrompts].map((query) => of(skill.slug, query));
    });
    const found = right.filter((score) => score >= cut).length;
    const mistaken = wrong.filter((score) => score >= cut).length;
    expect([found, right.length, mistaken, wrong.length]).toEqual([34, 40, 3, 664]);
  });

  it('knows nothing of a skill that is not there, and never passes 1', () => {
    expect(of('none', 'add a migration')).toBe(0);
    const exact = wordMeasure([{ slug: 'a', description: '', preconditions: '', queries: ['a'] }], { cut });
    expect(exact.of('a', 'a')).toBeLessThanOrEqual(1);
  });
});
