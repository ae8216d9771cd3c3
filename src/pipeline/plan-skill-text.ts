import { failed, type Result, success } from '../domain/failure.ts';
import type { Change, Plan, Reason } from '../domain/plan.ts';
import { isLiveSkill, type Skill, type SkillVersion } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { parseSkill } from './parse-skill.ts';
import { changeText, nextVersion, skillPath, versionPath } from './plan-skill-version.ts';
import { changeRecord } from './record-changes.ts';
import { consolidateChanges } from './skill-learnings.ts';
import { currentVersion } from './skill-sources.ts';
import {
  decided,
  isEdited,
  reasonOf,
  replaced,
  requireSkill,
  revise,
  type SkillStep,
} from './skill-steps.ts';

/** The version that a rollback leads to: the one named, else the newest before the current one that was in use. */
function rollbackTarget(skill: Skill, to: number | undefined): SkillVersion | undefined {
  if (to !== undefined) return skill.versions.find(({ version }) => version === to);
  return skill.versions.findLast(({ version, outcome }) => version < skill.version && outcome === 'replaced');
}

/**
 * The text of an earlier version as a new one. What the version it leaves was made from is not written again as it is. Back to the current
 * version takes away what was written into SKILL.md since.
 */
export function planRollback(
  state: State,
  { slug, to, now }: SkillStep & { readonly to?: number },
): Result<Plan> {
  const found = requireSkill(state, slug);
  if (!found.ok) return found;
  const skill = found.value;
  const target = rollbackTarget(skill, to);
  const text = target && state.documents.get(versionPath(slug, target.version));
  if (!target || text === undefined)
    return failed(
      'skill.version',
      `${slug} has no ${to === undefined ? 'earlier version' : `version ${to}`}`,
      `hebb skill show ${slug}`,
    );
  if (target.outcome === 'proposed')
    return failed(
      'skill.version',
      `version ${target.version} of ${slug} waits for you`,
      `hebb skill activate ${slug}`,
    );
  const said = `A person took ${slug} back to version ${target.version}.`;
  const reason = reasonOf('skill.rollback', said, skill);
  const command = 'skill rollback';
  if (target.version === skill.version) {
    const isSame = state.documents.get(skillPath(slug)) === text;
    return success({
      command,
      changes: isSame ? [] : [changeText(state, skillPath(slug), { after: text, reason })],
    });
  }
  const version: SkillVersion = {
    ...target,
    version: nextVersion(skill),
    action: 'rollback',
    rationale: `back to version ${target.version}`,
    outcome: 'live',
    decidedBy: 'human',
    at: now,
  };
  return success({
    command,
    changes: landText(state, { skill: withoutTrust(skill, target), version, text, reason, now }),
  });
}

/** The skill with the version that a person left marked as rejected, unless it was made from the same as the one they went back to. */
function withoutTrust(skill: Skill, target: SkillVersion): Skill {
  const left = currentVersion(skill);
  const isOther = left !== undefined && left.fingerprint !== target.fingerprint;
  return isOther ? { ...skill, versions: decided(skill, left.version, 'rejected') } : skill;
}

/** What a new text of a skill changes: its record, the version, SKILL.md, and what its learnings belong to. */
function landText(
  state: State,
  {
    skill,
    version,
    text,
    reason,
    now,
  }: {
    readonly skill: Skill;
    readonly version: SkillVersion;
    readonly text: string;
    readonly reason: Reason;
    readonly now: string;
  },
): Change[] {
  const versions = [...skill.versions.map(replaced), version];
  const description = parseSkill(text).document?.description ?? skill.description;
  const before = state.skills.get(skill.id) ?? skill;
  const after = revise(skill, { version: version.version, versions, description }, now);
  return [
    changeRecord('skills', { before, after, reason }),
    changeText(state, versionPath(skill.id, version.version), { after: text, reason }),
    changeText(state, skillPath(skill.id), { after: text, reason }),
    ...(isLiveSkill(skill) ? consolidateChanges(state, { skill: after, before, reason, now }) : []),
  ];
}

/** Whether a text may be used as a skill; the reasons when it may not. */
export type TextCheck = (text: string, slug: string) => readonly string[];

/**
 * Texts that people edited become versions of their skills, made from the same sources; what waited is written again, around the edit. A
 * text that the check refuses stays as the person left it and is no version: what is in use is then the version before.
 */
export function planSkillEdits(state: State, check: TextCheck, now: string): Plan {
  const changes = [...state.skills.values()].flatMap((skill): Change[] => {
    const text = state.documents.get(skillPath(skill.id));
    const current = currentVersion(skill);
    if (text === undefined || !current || !isEdited(state, skill) || check(text, skill.id).length > 0)
      return [];
    const reason = reasonOf('skill.edit', `A person edited SKILL.md of ${skill.id}.`, skill);
    const version: SkillVersion = {
      ...current,
      version: nextVersion(skill),
      action: 'edit',
      rationale: 'edited by hand',
      decidedBy: 'human',
      at: now,
    };
    return landText(state, { skill, version, text, reason, now });
  });
  return { command: 'skill edits', changes };
}
