import type { Skill } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { screenText } from '../text/safety-screen.ts';
import { parseSkill } from './parse-skill.ts';
import { skillPath, versionPath } from './plan-skill-version.ts';

/**
 * Why a text that a person wrote may not be used as a skill, rule by rule: it is none, or the safety screen does not plainly accept it.
 * Rules of form are for what hebb itself writes.
 */
export function skillTextProblems(text: string): string[] {
  if (!parseSkill(text).document) return ['file.no-skill'];
  const { verdict, reasons } = screenText(text, 'skill');
  return verdict === 'accept' ? [] : [...new Set(reasons.map(({ rule }) => rule))];
}

/**
 * The text of a skill that agents may be given: SKILL.md, also where a person changed it since the last version; that version where the
 * safety screen refuses the change. Undefined when neither is there.
 */
export function usableText({ documents }: State, { id, version }: Skill): string | undefined {
  const written = documents.get(skillPath(id));
  const known = documents.get(versionPath(id, version));
  const isUsable = written !== undefined && (written === known || skillTextProblems(written).length === 0);
  return isUsable ? written : known;
}
