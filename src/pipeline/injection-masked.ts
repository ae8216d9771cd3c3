import type { HomeFacts, SkillLine } from '../domain/injection.ts';
import { redacted } from './excerpt.ts';

/** A skill without secrets: its file is read as it lies there, and a person may have edited it since hebb last looked. */
export const maskedSkill = (skill: SkillLine): SkillLine => ({
  ...skill,
  description: redacted(skill.description),
});

/** The same for everything that a session begins with. Memories need it not: they enter the home masked, edits as well. */
export const maskedFacts = (facts: HomeFacts): HomeFacts => ({
  ...facts,
  base: redacted(facts.base),
  profile: redacted(facts.profile),
  core: facts.core.map((line) => ({ ...line, text: redacted(line.text) })),
  skills: facts.skills.map(maskedSkill),
});
