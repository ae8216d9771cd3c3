import { failed, type Result, success } from '../domain/failure.ts';
import type { Reason } from '../domain/plan.ts';
import type { Skill, SkillVersion } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { skillPath, versionPath } from './plan-skill-version.ts';

/** A step in the life of a skill that a person takes. */
export interface SkillStep {
  readonly slug: string;
  readonly now: string;
}

/** The skill of this name; a failure that names the next step. */
export function requireSkill(state: State, slug: string): Result<Skill> {
  const skill = state.skills.get(slug);
  return skill
    ? success(skill)
    : failed('skill.missing', `no skill is called ${slug}`, 'hebb skill list --all shows them');
}

/** Why a person's step changes a skill. */
export const reasonOf = (rule: string, text: string, skill: Skill): Reason => ({
  rule,
  text,
  evidence: [skill.id],
  numbers: { version: skill.version },
});

/** The next revision of a skill. */
export const revise = (skill: Skill, fields: Partial<Skill>, now: string): Skill => ({
  ...skill,
  ...fields,
  rev: skill.rev + 1,
  updatedAt: now,
});

/** Marks one version as a person decided; of versions in use, or waiting, there is one. */
export const decided = (skill: Skill, number: number, outcome: 'live' | 'rejected'): SkillVersion[] =>
  skill.versions.map((one): SkillVersion => {
    if (one.version === number) return { ...one, outcome, decidedBy: 'human' };
    return outcome === 'live' ? replaced(one) : one;
  });

/** A version that another one takes the place of. */
export const replaced = (version: SkillVersion): SkillVersion =>
  version.outcome === 'live' || version.outcome === 'proposed'
    ? { ...version, outcome: 'replaced' }
    : version;

/** Whether a person changed SKILL.md, and that is no version yet. */
export const isEdited = ({ documents }: State, { id, version }: Skill): boolean =>
  documents.get(skillPath(id)) !== documents.get(versionPath(id, version));
