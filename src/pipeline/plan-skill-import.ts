import { failed, type Result, success } from '../domain/failure.ts';
import { hashOf } from '../domain/identity.ts';
import type { Plan } from '../domain/plan.ts';
import { everyProject, type Skill, type SkillVersion } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { changeText, nextVersion, skillPath, versionPath } from './plan-skill-version.ts';
import { changeRecord } from './record-changes.ts';
import { reasonOf, replaced, type SkillStep } from './skill-steps.ts';

/** A SKILL.md that is taken in. */
export interface ImportedText extends SkillStep {
  readonly text: string;
  /** Id of the project that it is for, or `everyProject`. */
  readonly project: string;
  /** Where nothing in the front matter says what it is for. */
  readonly description: string;
}

/**
 * The record and texts of a skill that came from elsewhere: active for search, marked imported. A text that was imported before changes
 * nothing, also where a person has edited it since.
 */
export function planImportSkill(state: State, imported: ImportedText): Result<Plan> {
  const { slug, text, project, now } = imported;
  const before = state.skills.get(slug);
  const command = 'skill import';
  if (before && before.source !== 'imported')
    return failed(
      'skill.name',
      `${slug}: hebb has a skill of its own by this name`,
      `rename the folder, or hebb skill show ${slug}`,
    );
  const fingerprint = hashOf(text);
  if (before && before.project !== project)
    return failed(
      'skill.project',
      `${slug} was imported ${before.project === everyProject ? 'for every project' : 'for another project'}`,
      'hebb skill import <dir> --global takes it for every project',
    );
  if (before?.versions.some((one) => one.action === 'import' && one.fingerprint === fingerprint))
    return success({ command, changes: [] });
  const version: SkillVersion = {
    version: nextVersion(before),
    action: 'import',
    rationale: 'imported',
    sources: [],
    informedBy: [],
    citations: {},
    fingerprint,
    outcome: 'live',
    decidedBy: 'human',
    at: now,
  };
  const after = importedSkill(imported, before, version);
  const reason = reasonOf('skill.import', `${slug} was imported.`, after);
  return success({
    command,
    changes: [
      changeRecord('skills', { before: before ?? null, after, reason }),
      changeText(state, versionPath(slug, version.version), { after: text, reason }),
      changeText(state, skillPath(slug), { after: text, reason }),
    ],
  });
}

const importedSkill = (
  { slug, project, description, now }: ImportedText,
  before: Skill | undefined,
  version: SkillVersion,
): Skill => ({
  v: 1,
  id: slug,
  rev: (before?.rev ?? 0) + 1,
  description,
  source: 'imported',
  status: 'active',
  role: 'user',
  project,
  patterns: before?.patterns ?? [],
  version: version.version,
  versions: [...(before?.versions ?? []).map(replaced), version],
  activatedAt: before?.activatedAt ?? now,
  discoveredAt: before?.discoveredAt ?? now,
  updatedAt: now,
});
